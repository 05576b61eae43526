"""`Idempotency-Key`: what is sent again is done once."""

from __future__ import annotations

import json
from datetime import timedelta
from hashlib import sha256
from typing import Any

import pytest
from django.utils import timezone

from common import idempotency
from common.journal.models import JournalEntry, StoredAnswer
from games.models import Claim
from players.models import Account, Club
from testing.api.api_fixture import game_of
from testing.api.caller import Caller, error
from testing.factories import administrator
from testing.tournaments.factories import draft, running, with_players
from tests.forks import at_one_database
from tests.threads import at_once
from tournaments.models import Entry, Event

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]
KEY = {"Idempotency-Key": '"8e03978e-40d5-43dd-bc93-6894a57f9324"'}


def test_what_was_done_is_not_done_again(club: Club, organiser: Account) -> None:
    event, caller = draft(club, organiser), Caller(organiser)
    address, body = f"/events/{event.pk}/entries", {"name": "Somebody New"}
    assert caller.post(address, body, **KEY).status_code == 201
    StoredAnswer.objects.all().delete()
    again = caller.post(address, body, **KEY)
    version = caller.read(f"/events/{event.pk}")["version"]
    assert (again.status_code, error(again)["code"]) == (409, "already-done")
    assert (error(again)["scope"], error(again)["version"]) == (event.scope, version)
    assert Entry.objects.filter(event=event).count() == 1
    unquoted = caller.post(address, body, **{"Idempotency-Key": KEY["Idempotency-Key"].strip('"')})
    assert error(unquoted)["code"] == "already-done"


def test_who_sends_the_same_again_gets_the_first_answer(club: Club, organiser: Account) -> None:
    event, caller = draft(club, organiser), Caller(organiser)
    address, body = f"/events/{event.pk}/entries", {"name": "Somebody New"}
    first = caller.post(address, body, **KEY)
    again = caller.post(address, body, **{"Idempotency-Key": KEY["Idempotency-Key"].strip('"')})
    assert (first.status_code, again.status_code) == (201, 201)
    assert (again.content, again["Content-Type"]) == (first.content, first["Content-Type"])
    assert ("Idempotency-Replayed" in first, again["Idempotency-Replayed"]) == (False, "?1")
    assert Entry.objects.filter(event=event).count() == 1


def test_a_decision_that_came_late_is_told_so_again(club: Club, organiser: Account) -> None:
    event, caller = running(club, organiser, rounds=1), Caller(organiser)
    address = f"/games/{game_of(event)}/results"
    caller.done(address, {"result": "1-0", "version": 0})
    answers = [caller.post(address, {"result": "0-1", "version": 0, "reason": "seen"}, **KEY) for _each in range(2)]
    assert [(answer.status_code, error(answer)["code"]) for answer in answers] == [(409, "late")] * 2
    assert answers[0].content == answers[1].content
    assert Claim.objects.filter(game=game_of(event)).count() == 2


def test_what_is_still_running_is_not_begun_again(club: Club, organiser: Account) -> None:
    event, caller = draft(club, organiser), Caller(organiser)
    address = f"/events/{event.pk}/entries"
    caller.done_with_key(address, {"name": "Ada New"}, KEY["Idempotency-Key"])
    StoredAnswer.objects.update(status=None, begun_at=timezone.now() - timedelta(seconds=30))
    answer = caller.post(address, {"name": "Ada New"}, **KEY)
    assert (answer.status_code, error(answer)["code"], answer["Retry-After"]) == (409, "in-progress", "1")
    assert error(caller.post(address, {"name": "Ben New"}, **KEY))["code"] == "key-reused"
    assert Entry.objects.filter(event=event).count() == 1


def test_what_a_dead_process_began_may_be_sent_again(club: Club, organiser: Account) -> None:
    """Whether it was done says the journal: here of one key it was, and of the other not."""
    event, caller = draft(club, organiser), Caller(organiser)
    address, other = f"/events/{event.pk}/entries/many", f"/events/{event.pk}/announce"
    caller.done_with_key(address, {"names": ["Ada New"]}, "done")
    assert error(caller.post(other, {"version": 0}, **{"Idempotency-Key": "refused"}))["code"] == "stale"
    row = StoredAnswer.objects.get()
    row.status, row.begun_at = None, timezone.now() - timedelta(minutes=2)
    row.save()
    assert error(caller.post(address, {"names": ["Ada New"]}, **{"Idempotency-Key": "done"}))["code"] == "already-done"
    key = sha256(f"{organiser.pk} refused".encode()).hexdigest()[:40]
    StoredAnswer.objects.create(key=key, request="0" * 20, account=organiser.pk, begun_at=row.begun_at)
    assert caller.done_with_key(other, {}, "refused")["state"] == "open"
    assert Entry.objects.filter(event=event).count() == 1


def test_answers_are_kept_for_a_day_and_up_to_a_number(
    club: Club, organiser: Account, monkeypatch: pytest.MonkeyPatch
) -> None:
    event, caller = draft(club, organiser), Caller(organiser)
    monkeypatch.setattr(idempotency, "MOST_KEPT", 2)
    for name in ("Ada New", "Ben New", "Cas New"):
        caller.done_with_key(f"/events/{event.pk}/entries", {"name": name}, f"key-{name[:3]}")
    assert StoredAnswer.objects.count() == 2
    assert (
        error(caller.post(f"/events/{event.pk}/entries", {"name": "Ada New"}, **{"Idempotency-Key": "key-Ada"}))["code"]
        == "already-done"
    )
    newest = StoredAnswer.objects.order_by("-begun_at").first()
    assert newest is not None
    StoredAnswer.objects.exclude(pk=newest.pk).update(begun_at=timezone.now() - timedelta(hours=25))
    idempotency.delete_old_answers()
    assert StoredAnswer.objects.get() == newest


def test_answers_are_forgotten_when_somebody_is_erased(club: Club, organiser: Account) -> None:
    caller = Caller(organiser)
    person = caller.done_with_key("/clubs/rotterdam/players", {"name": "Gone Soon"}, "a-key")["id"]
    assert StoredAnswer.objects.count() == 1
    caller.done(f"/players/{person}/erasure", {"name": "Gone Soon"})
    assert StoredAnswer.objects.count() == 0


def test_what_was_refused_may_be_sent_again(club: Club, organiser: Account) -> None:
    event, caller = with_players(club, organiser), Caller(organiser)
    address = f"/events/{event.pk}/rounds"
    assert error(caller.post(address, {"number": 1}, **KEY))["code"] == "refused"
    caller.done(f"/events/{event.pk}/start")
    assert caller.post(address, {"number": 1}, **KEY).status_code == 201
    assert caller.post(address, {"number": 1}, **KEY)["Idempotency-Replayed"] == "?1"


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
    for caller in (Caller(organiser), Caller(administrator())):
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


def told(answer: Any) -> tuple[int, bool, bytes]:
    """What an answer says: its status, whether it was given before, and its body."""
    return answer.status_code, "Idempotency-Replayed" in answer, answer.content


def assert_one_was_done(answers: list[Any]) -> None:
    """One did it; each other one was told that it is being done, or what was answered to the one."""
    first = [body for status, replayed, body in answers if (status, replayed) == (201, False)]
    assert len(first) == 1, answers
    for status, _replayed, body in answers:
        if status == 201:
            assert body == first[0]
        else:
            assert (status, json.loads(body)["code"]) == (409, "in-progress")


@pytest.mark.django_db(transaction=True)
def test_of_several_processes_at_one_moment_one_does_it(club: Club, organiser: Account, real_database: None) -> None:
    event, caller = draft(club, organiser), Caller(organiser)
    address = f"/events/{event.pk}/entries"
    works = [lambda: told(caller.post(address, {"name": "Somebody New"}, **KEY))] * 4
    assert_one_was_done(at_one_database(*works))
    assert Entry.objects.filter(event=event).count() == 1


@pytest.mark.django_db(transaction=True)
def test_of_two_at_one_moment_one_is_done(club: Club, organiser: Account, real_database: None) -> None:
    event, caller = draft(club, organiser), Caller(organiser)
    address = f"/events/{event.pk}/entries"
    answers = at_once(*[lambda: told(caller.post(address, {"name": "Somebody New"}, **KEY))] * 2)
    assert_one_was_done(answers)
    assert Entry.objects.filter(event=event).count() == 1
