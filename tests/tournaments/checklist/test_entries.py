"""Who plays: ratings, numbers, who may not meet, who leaves."""

from __future__ import annotations

import pytest

from common.jobs.services import run_due
from common.journal.models import JournalEntry
from players.models import Account, Club
from tests.api.conftest import Caller
from tests.tournaments.checklist.ways import browser
from tests.tournaments.factories import decide, draft, entry, fresh, running, swiss_after_round_1, table, with_players
from tournaments import services
from tournaments.domain.loader import load
from tournaments.models import Entry
from tournaments.services.seeding import Seeding, sort_entries

pytestmark = pytest.mark.django_db


def test_a48_the_rating_of_a_member_comes_from_the_clubs_list(club: Club, organiser: Account) -> None:
    """Both enter at 1500, and Ada wins: 1500 + 40 · ½ and 1500 - 40 · ½. Nobody can type another rating."""
    first = running(club, organiser, ("Ada", "Ben"), rounds=1)
    decide(first, organiser, {("Ada", "Ben"): "1-0"})
    services.close_event(first.pk, organiser)
    run_due()
    event, caller = draft(club, organiser), Caller(organiser)
    for member in first.members.all():
        caller.done(f"/events/{event.pk}/entries", {"person_id": member.person_id, "rating": 2222})
    services.start_event(event.pk, organiser)
    rows = load(fresh(event))
    assert {entry.name: entry.rating for entry in rows.entries} == {"Ada": 1520, "Ben": 1480}


def test_a56_a_draw_can_be_repeated_from_its_seed(club: Club, organiser: Account) -> None:
    event = with_players(club, organiser, [f"Player {number}" for number in range(9)])
    services.start_event(event.pk, organiser, seeding="lot", first_colour="w")
    seed = JournalEntry.objects.get(scope__key=event.scope, action="start-event").data["seed"]
    rows = load(fresh(event))
    again = sort_entries(rows.entries, Seeding.LOT, ratings={}, seed=seed)
    assert [each.id for each in again] == [rows.by_number[number].id for number in sorted(rows.by_number)]


def test_a43_forbidden_pairs_are_free_before_round_1(club: Club, organiser: Account) -> None:
    event = running(club, organiser, format="swiss-dutch", rounds_planned=3)
    body = {"entries": [entry(event, name).pk for name in ("Ada", "Cleo")]}
    Caller(organiser).done(f"/events/{event.pk}/apart", body)
    services.start_round(event.pk, organiser)
    met = [set(pairing.entries) for pairing in load(fresh(event)).rounds[0].pairings]
    assert set(body["entries"]) not in met


def test_a57_who_withdrew_stays_in_the_standings_and_is_marked(club: Club, organiser: Account) -> None:
    event = swiss_after_round_1(club, organiser)
    services.withdraw(event.pk, organiser, entry(event, "Cleo").pk)
    assert "withdrawn" in browser(organiser).get(f"/events/{event.pk}").content.decode()
    assert "Cleo" in [name for _rank, name, _points in table(event)]


def test_a44_an_act_is_one_entry_with_time_user_round_old_and_new_value(club: Club, organiser: Account) -> None:
    event = running(club, organiser, rounds=1, format="swiss-dutch", rounds_planned=3)
    before = JournalEntry.objects.count()
    first, second = (entry(event, name).pk for name in ("Ada", "Ben"))
    services.exchange_entries(event.pk, organiser, 1, first, second, reason="x")
    line = JournalEntry.objects.filter(scope__key=event.scope).latest("version")
    assert JournalEntry.objects.count() == before + 1
    assert (line.actor, line.action, line.data["round"]) == (organiser.pk, "exchange-entries", 1)
    assert line.data["entries"] == [first, second] and line.at is not None
    old, new = line.data["changed"]["pairings"]
    assert old["pairs"] != new["pairs"]


def test_a39_an_event_with_a_result_missing_is_not_closed(club: Club, organiser: Account) -> None:
    event = running(club, organiser, ("Ada", "Ben"), rounds=1)
    caller = Caller(organiser)
    assert caller.post(f"/events/{event.pk}/close", {"early": True}).status_code == 409
    decide(event, organiser, {("Ada", "Ben"): "1-0"})
    assert caller.post(f"/events/{event.pk}/close", {"early": True}).status_code == 200
    assert Entry.objects.filter(event=event).count() == 2
