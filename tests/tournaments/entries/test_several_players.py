"""Several players at once: all checked in, withdrawn, given byes, each by the rules, one line for all."""

from __future__ import annotations

import pytest
from django.test import Client

from common.journal import queries as journal
from players.models import Account, Club
from players.permissions import NotAllowed
from testing.factories import AccountFactory
from testing.tournaments.factories import entry, fresh, game, key_asked, running, with_players
from tests.tournaments.entries.test_check_in import absent
from tournaments.core.errors import EventRefused
from tournaments.core.loader import load
from tournaments.entries.services import byes, leaving
from tournaments.journal.queries.journal_entries import journal_entries
from tournaments.models import ByeRequest, Entry, Event

pytestmark = [pytest.mark.django_db, pytest.mark.core]


@pytest.fixture
def event(club: Club, organiser: Account) -> Event:
    """A Swiss of four whose round 1 is to be paired; check-in is open."""
    made = running(club, organiser, format="swiss-dutch", rounds_planned=3)
    byes.open_check_in(made.pk, organiser)
    return made


def ids(event: Event, *names: str) -> list[int]:
    return [entry(event, name).pk for name in names]


def lines(event: Event, most: int = 1) -> list[str]:
    return [str(line.text) for line in journal_entries(load(fresh(event)), most)]


def gone(event: Event) -> list[str]:
    return [row.name for row in load(fresh(event)).entries if row.withdrawn]


def test_all_others_are_checked_in_by_one_line_but_who_has_a_bye_or_left(event: Event, organiser: Account) -> None:
    byes.check_in(event.pk, organiser, entry(event, "Ada").pk)
    byes.request_bye(event.pk, organiser, entry(event, "Ben").pk, 1, "zero")
    leaving.withdraw(event.pk, organiser, entry(event, "Cleo").pk)
    assert byes.check_in_all(event.pk, organiser) == ids(event, "Dan")
    assert absent(event) == []
    assert lines(event) == ["All others checked in for round 1: Dan"]
    with pytest.raises(EventRefused, match="No player is missing"):
        byes.check_in_all(event.pk, organiser)
    with pytest.raises(NotAllowed):
        byes.check_in_all(event.pk, AccountFactory())
    byes.close_check_in(event.pk, organiser)
    with pytest.raises(EventRefused, match="not open"):
        byes.check_in_all(event.pk, organiser)


def test_several_withdraw_for_one_reason_and_who_meets_another_of_them_loses_too(
    club: Club, organiser: Account
) -> None:
    event = running(club, organiser, rounds=1)
    leaving.withdraw_many(event.pk, organiser, ids(event, "Ada", "Ben", "Dan"), reason="The bus left.")
    assert gone(event) == ["Ada", "Ben", "Dan"]
    assert game(event, "Ada", "Dan").result == "--", "both left"
    assert game(event, "Ben", "Cleo").result == "-+"
    assert lines(event) == ["Withdrawn: Ada, Ben, Dan"]
    assert journal_entries(load(fresh(event)), 1)[0].reason == "The bus left."
    assert all(Entry.objects.filter(pk__in=ids(event, "Ada", "Ben")).values_list("annulled", flat=True)), "by custom"


def test_nobody_withdraws_where_one_cannot_and_that_one_is_named(event: Event, organiser: Account) -> None:
    leaving.withdraw(event.pk, organiser, entry(event, "Ben").pk)
    with pytest.raises(EventRefused, match="Ben: This player has withdrawn already") as refused:
        leaving.withdraw_many(event.pk, organiser, ids(event, "Ada", "Ben"))
    assert refused.value.field == "entries" and gone(event) == ["Ben"]
    with pytest.raises(EventRefused, match="Choose the players"):
        leaving.withdraw_many(event.pk, organiser, [])
    with pytest.raises(Entry.DoesNotExist):
        leaving.withdraw_many(event.pk, organiser, [10**6])
    with pytest.raises(NotAllowed):
        leaving.withdraw_many(event.pk, AccountFactory(), ids(event, "Ada"))


def test_byes_for_several_are_refused_by_name_and_asked_for_by_name(event: Event, organiser: Account) -> None:
    both = ids(event, "Ada", "Ben")
    byes.request_bye(event.pk, organiser, both[0], 2, "half")
    confirm = key_asked(byes.give_byes, event.pk, organiser, both, 1, "half")
    byes.give_byes(event.pk, organiser, both, 1, "half", reason="Chess lesson", confirm=[confirm])
    assert ByeRequest.objects.filter(round_number=1, kind="half").count() == 2
    assert lines(event) == ["Byes in round 1: Ada, Ben"]
    leaving.withdraw(event.pk, organiser, both[1])
    with pytest.raises(EventRefused, match="Ben: This player has withdrawn already"):
        byes.give_byes(event.pk, organiser, both, 3, "zero")
    assert not ByeRequest.objects.filter(round_number=3).exists()


def test_the_pages_send_what_is_ticked(event: Event, organiser: Account, client: Client) -> None:
    client.force_login(organiser)
    version = journal.version(event.scope)
    sent = {"entries": ids(event, "Ada", "Ben"), "round": "1", "kind": "zero", "reason": "", "version": version}
    page = client.post(f"/events/{event.pk}/byes", sent, follow=True).content.decode()
    assert "2 players have byes." in page and absent(event) == ["Cleo", "Dan"]
    nobody = client.post(f"/events/{event.pk}/withdrawals", {"reason": "x"})
    assert nobody.status_code == 400 and gone(event) == []
    stale = {"entries": ids(event, "Dan"), "reason": "x", "version": version}
    assert client.post(f"/events/{event.pk}/withdrawals", stale).status_code == 409
    page = client.post(
        f"/events/{event.pk}/withdrawals", {"entries": ids(event, "Ada", "Cleo"), "reason": "Ill"}, follow=True
    ).content.decode()
    assert "2 players have withdrawn." in page and gone(event) == ["Ada", "Cleo"]


def test_before_the_start_nobody_withdraws_but_byes_are_given(club: Club, organiser: Account, client: Client) -> None:
    event = with_players(club, organiser, format="swiss-dutch", rounds_planned=3)
    client.force_login(organiser)
    assert client.get(f"/events/{event.pk}/withdrawals").status_code == 404
    assert "Ada" in client.get(f"/events/{event.pk}/byes").content.decode()
