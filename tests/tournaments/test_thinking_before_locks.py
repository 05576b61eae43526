"""All thinking is done before the event is locked; under the lock it is compared with what is there, and written."""

from __future__ import annotations

import threading

import pytest
from django.db import connections
from pytest_django import DjangoAssertNumQueries

from common.jobs.services import run_due
from common.journal.models import JournalEntry
from common.journal.services import Busy, Stale
from games.models import Game
from games.records.services.submit_record import submit_record
from games.results.services.results import claim_result
from players.models import Account, Club
from testing.factories import ClubFactory, organiser_of
from testing.tournaments.confirming import confirmed
from testing.tournaments.factories import draft, entry, fresh, running, with_players
from testing.tournaments.hand_edits import exchange_entries, swap_colours
from tests.computation_watch import beside_pairing, watched
from tournaments.core.errors import EventRefused
from tournaments.core.loader import load
from tournaments.core.saved_event import fingerprint_of, stored_fingerprint
from tournaments.core.services.base import TRIES
from tournaments.entries.services import byes, entries, exclusions
from tournaments.entries.services import leaving as withdrawals
from tournaments.events.services import events, lifecycle
from tournaments.models import Entry, Event, Pairing, Round
from tournaments.rounds.services import deferred_pairing, rounds, setup_redraws

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgresql]

SIX = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Fay")


@pytest.fixture
def event(real_database: None, club: Club, organiser: Account) -> Event:
    """A Swiss of four before its first round."""
    return running(club, organiser, format="swiss-dutch", rounds_planned=3)


def seated(event: Event) -> set[str]:
    """Who has a pairing in round 1."""
    return set(Entry.objects.filter(slots__round__event=event).values_list("members__person__name", flat=True))


# --- nothing thinks under a lock ----------------------------------------------------------------------


def test_no_service_of_an_event_thinks_while_it_is_locked(
    real_database: None, club: Club, organiser: Account, monkeypatch: pytest.MonkeyPatch
) -> None:
    with watched(monkeypatch) as calls:
        _hold_a_swiss(club, organiser)
        _hold_a_round_robin(club, organiser)
        run_due()
    assert not {name for name, within in calls.items() if any(within)}
    silent = {name for name, within in calls.items() if not within}
    assert {
        "SwissSystem.pair",
        "_Berger.pair",
        "tournaments.rounds.services.setup_draws.setup_of_game",
    } <= calls.keys() - silent
    assert {
        "ratings.ledger.services.ledgers.replay_from",
        "games.records.services.submit_record.check",
    } <= calls.keys() - silent


def _hold_a_swiss(club: Club, organiser: Account) -> None:
    """An event of LYNGK, whose boards are laid out by chance, with every act that works something out."""
    event = with_players(club, organiser, SIX[:3], format="swiss-dutch", rounds_planned=3, rules="lyngk-main")
    entries.enter_many(event.pk, organiser, SIX[3:])
    lifecycle.start_event(event.pk, organiser, first_colour="w")
    confirmed(exclusions.add_exclusion, event.pk, organiser, [entry(event, name).pk for name in ("Ada", "Ben")])
    deferred_pairing.request_round(event.pk, organiser, number=1)
    setup_redraws.redraw_setups(event.pk, organiser, 1, reason="the box was open")
    board = Pairing.objects.filter(round__event=event).order_by("board")
    swap_colours(event.pk, organiser, board[0].pk, reason="asked for")
    one, other = (each.slots.order_by("pk")[0].entry_id for each in board[:2])
    exchange_entries(event.pk, organiser, 1, one, other, reason="asked for")
    rounds.delete_round(event.pk, organiser, 1)
    rounds.start_round(event.pk, organiser, number=1)
    game = Game.objects.filter(parent_scope__key=event.scope)[0]
    submit_record(game.pk, organiser, '[Result "1-0"]\n[Termination "resigned"]\n1-0', source="desk")
    for each in Game.objects.filter(parent_scope__key=event.scope, result="pending"):
        claim_result(each.pk, organiser, "1-0", source="desk")
    lifecycle.close_event(event.pk, organiser, early=True)


def _hold_a_round_robin(club: Club, organiser: Account) -> None:
    """In a fixed schedule, who leaves is compared with all rounds that would come."""
    event = running(club, organiser, ("Gus", "Hal", "Ivy", "Joe"), rounds=1)
    withdrawals.withdraw(event.pk, organiser, entry(event, "Gus").pk)
    rounds.start_round(event.pk, organiser, despite_open=True)


# --- what was thought with must still be so -----------------------------------------------------------


def test_whoever_withdraws_while_a_round_is_paired_is_not_in_it(
    event: Event, organiser: Account, monkeypatch: pytest.MonkeyPatch
) -> None:
    leaving = iter([entry(event, "Dan").pk])

    def leave() -> None:
        for entry_id in leaving:
            withdrawals.withdraw(event.pk, organiser, entry_id)

    with beside_pairing(monkeypatch, "swiss-dutch", leave) as times:
        rounds.start_round(event.pk, organiser, number=1)
    assert times == [2], "it is paired again with who is there now"
    assert seated(event) == {"Ada", "Ben", "Cleo"}
    assert [line.action for line in JournalEntry.objects.filter(scope__key=event.scope)[:2]] == [
        "start-round",
        "withdraw",
    ]


def test_an_act_beside_that_changes_no_pairing_does_not_disturb_one(
    event: Event, organiser: Account, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The event's version moves with every act; what is compared is what the round is made from."""

    def redraw() -> None:
        with pytest.raises(EventRefused):
            setup_redraws.redraw_setups(event.pk, organiser, 1, reason="nothing is drawn in GIPF")
        events.create_event(event.club_id, organiser, plan=events.config_of(event))

    with beside_pairing(monkeypatch, "swiss-dutch", redraw) as times:
        rounds.start_round(event.pk, organiser, number=1)
    assert times == [1]


def test_a_round_that_somebody_starts_meanwhile_is_started_once(
    event: Event, organiser: Account, monkeypatch: pytest.MonkeyPatch
) -> None:
    started = iter([1])

    def start() -> None:
        for number in started:
            rounds.start_round(event.pk, organiser, number=number)

    with beside_pairing(monkeypatch, "swiss-dutch", start), pytest.raises(Stale):
        rounds.start_round(event.pk, organiser, number=1)
    assert Round.objects.filter(event=event).count() == 1


def test_an_event_that_never_rests_is_said_to_be_busy_and_stays_as_it_is(
    event: Event, organiser: Account, monkeypatch: pytest.MonkeyPatch
) -> None:
    dan = entry(event, "Dan").pk

    def come_and_go() -> None:
        act = withdrawals.readmit if Entry.objects.get(pk=dan).withdrawn else withdrawals.withdraw
        act(event.pk, organiser, dan)

    with beside_pairing(monkeypatch, "swiss-dutch", come_and_go) as times, pytest.raises(Busy):
        rounds.start_round(event.pk, organiser, number=1)
    assert times == [TRIES]
    assert not Round.objects.exists() and not JournalEntry.objects.filter(action="start-round").exists()


def test_an_older_page_is_refused_before_anything_is_paired(
    event: Event, organiser: Account, monkeypatch: pytest.MonkeyPatch
) -> None:
    with beside_pairing(monkeypatch, "swiss-dutch", lambda: None) as times, pytest.raises(Stale):
        rounds.start_round(event.pk, organiser, expect=1)
    assert times == [0]


def test_a_fingerprint_of_rows_and_of_tables_is_the_same_until_something_changes(
    event: Event, club: Club, organiser: Account
) -> None:
    rounds.start_round(event.pk, organiser)
    game = Game.objects.filter(parent_scope__key=event.scope)[0]
    ada, ben = (entry(event, name).pk for name in ("Ada", "Ben"))
    acts = (
        lambda: claim_result(game.pk, organiser, "1-0", source="desk"),
        lambda: confirmed(exclusions.add_exclusion, event.pk, organiser, [ada, ben]),
        lambda: byes.request_bye(event.pk, organiser, ada, 2, "half"),
        lambda: withdrawals.withdraw(event.pk, organiser, ben),
        lambda: entries.enter_person(event.pk, organiser, name="Late Comer"),
        lambda: events.edit_event(event.pk, organiser, plan=_renamed(event)),
    )
    for act in acts:
        before = fingerprint_of(load(fresh(event)))
        assert stored_fingerprint(fresh(event)) == before
        act()
        assert stored_fingerprint(fresh(event)) != before


def _renamed(event: Event) -> object:
    from dataclasses import replace

    from tournaments.core.event_config import config_of

    return replace(config_of(fresh(event)), name="Another name")


# --- others go on meanwhile ---------------------------------------------------------------------------


def test_a_result_is_taken_while_a_round_is_being_paired_elsewhere(
    event: Event, organiser: Account, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On SQLite one lock is everybody's: here the pairing waits for the report, so the report must not wait for it."""
    club = ClubFactory()
    arbiter = organiser_of(club)
    other = running(club, arbiter, ("Kim", "Lea"), rounds=1)
    game = Game.objects.get(parent_scope__key=other.scope)
    pairing, reported = threading.Event(), threading.Event()

    def wait_for_the_report() -> None:
        pairing.set()
        assert reported.wait(timeout=15), "nobody could report while the round was paired"

    def start() -> None:
        try:
            rounds.start_round(event.pk, organiser, number=1)
        finally:
            connections.close_all()

    with beside_pairing(monkeypatch, "swiss-dutch", wait_for_the_report):
        thread = threading.Thread(target=start, daemon=True)
        thread.start()
        assert pairing.wait(timeout=15)
        claim_result(game.pk, arbiter, "1-0", source="desk")
        reported.set()
        thread.join(timeout=30)
    assert not thread.is_alive()
    assert Game.objects.get(pk=game.pk).result == "1-0"
    assert Round.objects.filter(event=event).count() == 1


def test_many_names_are_entered_in_a_few_queries(
    real_database: None, club: Club, organiser: Account, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    event = draft(club, organiser, format="swiss-dutch", rounds_planned=3)
    names = [f"Somebody {place}" for place in range(200)]
    with django_assert_max_num_queries(40):
        lines = entries.enter_many(event.pk, organiser, names)
    assert [line.name for line in lines] == names and all(line.is_new for line in lines)
