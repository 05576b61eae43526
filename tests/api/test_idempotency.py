"""`Idempotency-Key`: what is sent again is done once."""

from __future__ import annotations

import pytest

from common.journal.models import JournalEntry
from games.models import Claim
from players.models import Account, Club
from tests.api.api_fixture import game_of
from tests.api.conftest import Caller, error
from tests.factories import keeper
from tests.threads import at_once
from tests.tournaments.factories import draft, running, with_players
from tournaments.models import Entry, Event

pytestmark = pytest.mark.django_db
KEY = {"Idempotency-Key": '"8e03978e-40d5-43dd-bc93-6894a57f9324"'}


def test_what_was_done_is_not_done_again(club: Club, organiser: Account) -> None:
    event, caller = draft(club, organiser), Caller(organiser)
    address, body = f"/events/{event.pk}/entries", {"name": "Somebody New"}
    assert caller.post(address, body, **KEY).status_code == 201
    again = caller.post(address, body, **KEY)
    version = caller.read(f"/events/{event.pk}")["version"]
    assert (again.status_code, error(again)["code"]) == (409, "already-done")
    assert (error(again)["scope"], error(again)["version"]) == (event.scope, version)
    assert Entry.objects.filter(event=event).count() == 1
    unquoted = caller.post(address, body, **{"Idempotency-Key": KEY["Idempotency-Key"].strip('"')})
    assert error(unquoted)["code"] == "already-done"


def test_what_was_refused_may_be_sent_again(club: Club, organiser: Account) -> None:
    event, caller = with_players(club, organiser), Caller(organiser)
    address = f"/events/{event.pk}/rounds"
    assert error(caller.post(address, {"number": 1}, **KEY))["code"] == "refused"
    caller.done(f"/events/{event.pk}/start")
    assert caller.post(address, {"number": 1}, **KEY).status_code == 201
    assert error(caller.post(address, {"number": 1}, **KEY))["code"] == "already-done"


def test_a_key_is_for_one_request(club: Club, organiser: Account) -> None:
    event, caller = draft(club, organiser), Caller(organiser)
    address = f"/events/{event.pk}/entries"
    assert caller.post(address, {"name": "Ada New"}, **KEY).status_code == 201
    for other, body in ((address, {"name": "Ben New"}), (f"/events/{event.pk}/announce", {"name": "Ada New"})):
        answer = caller.post(other, body, **KEY)
        assert (answer.status_code, error(answer)["code"]) == (422, "key-reused")
    assert (Entry.objects.filter(event=event).count(), Event.objects.get(pk=event.pk).state) == (1, "draft")


def test_a_key_is_its_accounts_own(club: Club, organiser: Account) -> None:
    event = running(club, organiser, rounds=1)
    address = f"/games/{game_of(event)}/results"
    for caller in (Caller(organiser), Caller(keeper())):
        caller.ask("POST", address, {"result": "1-0"}, **KEY)
    assert Claim.objects.filter(game=game_of(event)).count() == 2


@pytest.mark.parametrize("key", ["", " ", '""', "a b", '"a', "x" * 256, "ключ"])
def test_what_is_no_key_is_refused(club: Club, organiser: Account, key: str) -> None:
    event = draft(club, organiser)
    answer = Caller(organiser).post(f"/events/{event.pk}/announce", **{"Idempotency-Key": key})
    assert (answer.status_code, error(answer)["code"]) == (400, "parse-error")
    assert Event.objects.get(pk=event.pk).state == "draft"


def test_a_key_changes_nothing_for_who_reads_or_is_unknown(club: Club, organiser: Account) -> None:
    event = running(club, organiser)
    assert Caller().get(f"/events/{event.pk}", **KEY).status_code == 200
    assert Caller().post(f"/events/{event.pk}/close", **KEY).status_code == 401
    assert not JournalEntry.objects.exclude(sending=None).exists()


@pytest.mark.django_db(transaction=True)
def test_of_two_at_one_moment_one_is_done(club: Club, organiser: Account, real_database: None) -> None:
    event, caller = draft(club, organiser), Caller(organiser)
    address = f"/events/{event.pk}/entries"
    answers = at_once(*[lambda: caller.post(address, {"name": "Somebody New"}, **KEY)] * 2)
    assert sorted(answer.status_code for answer in answers) == [201, 409]  # type: ignore[attr-defined]  # at_once answers objects
    assert Entry.objects.filter(event=event).count() == 1
