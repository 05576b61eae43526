"""Pairings are changed by hand."""

from __future__ import annotations

import pytest

from common.journal.models import JournalEntry
from common.journal.services import Stale
from games.results.services.create import set_handicap
from games.results.services.results import claim_result
from players.models import Account, Club
from testing.factories import AccountFactory
from testing.tournaments.confirming import asked, confirmed
from testing.tournaments.factories import decide, entry, game, running
from testing.tournaments.hand_edits import exchange_entries, swap_colours
from tournaments.core.errors import EventRefused
from tournaments.core.loader import load
from tournaments.models import Event, Pairing
from tournaments.rounds.services import hand_pairing, rounds
from tournaments.rounds.services.hand_pairing import HandStep, StepKind

pytestmark = pytest.mark.core

WHY = "Ada asked for it, and Dan agreed."


def boards(event: Event) -> list[tuple[str, ...]]:
    rows = load(event)
    return [tuple(rows.by_id[each].name for each in pairing.entries) for pairing in rows.rounds[-1].pairings]


def swiss(club: Club, organiser: Account, *names: str) -> Event:
    return running(
        club, organiser, names or ("Ada", "Ben", "Cleo", "Dan"), rounds=1, format="swiss-dutch", rounds_planned=3
    )


def first_board(event: Event) -> int:
    return load(event).rounds[-1].pairings[0].id


def test_the_colours_of_a_board_are_swapped_and_the_game_follows(club: Club, organiser: Account) -> None:
    event = running(club, organiser, rounds=1)
    made = game(event, "Ada", "Dan")
    set_handicap(made.pk, organiser, "")
    swap_colours(event.pk, organiser, first_board(event), reason=WHY)
    assert boards(event)[0] == ("Dan", "Ada")
    assert game(event, "Dan", "Ada").pk == made.pk


def test_every_change_has_a_reason_that_stands_beside_the_journal(club: Club, organiser: Account) -> None:
    event = running(club, organiser, rounds=1)
    with pytest.raises(EventRefused, match="Give a reason") as refusal:
        swap_colours(event.pk, organiser, first_board(event), reason=" ")
    assert refusal.value.field == "reason"
    confirmed(hand_pairing.end_hand_pairing, event.pk, organiser, reason=WHY)
    line = JournalEntry.objects.filter(scope__key=event.scope).first()
    assert line is not None and line.action == "end-hand-pairing" and "Ada" not in str(line.data)
    assert event.reasons.get(version=line.version).text == WHY


def test_two_players_of_a_swiss_change_places(club: Club, organiser: Account) -> None:
    event = swiss(club, organiser, "Ada", "Ben", "Cleo", "Dan", "Eva")
    before = boards(event)
    assert before[-1] == ("Eva",)
    first = before[0][0]
    exchange_entries(event.pk, organiser, 1, entry(event, first).pk, entry(event, "Eva").pk, reason=WHY)
    after = boards(event)
    assert after[0] == ("Eva", before[0][1])
    assert after[-1] == (first,)
    assert game(event, "Eva", before[0][1])


def test_two_at_one_board_swap_colours_instead(club: Club, organiser: Account) -> None:
    event = swiss(club, organiser)
    one, other = boards(event)[0]
    with pytest.raises(EventRefused, match="swap their colours"):
        exchange_entries(event.pk, organiser, 1, entry(event, one).pk, entry(event, other).pk, reason=WHY)


def test_in_a_round_robin_an_exchange_would_make_two_meet_twice(club: Club, organiser: Account) -> None:
    event = running(club, organiser, rounds=1)
    hand_pairing.begin_hand_pairing(event.pk, organiser, 1)
    places_changed = HandStep(step=StepKind.EXCHANGE, one=1, other=2)
    confirmed(hand_pairing.take_step, event.pk, organiser, places_changed)
    assert "meetings" in asked(hand_pairing.end_hand_pairing, event.pk, organiser, reason=WHY)
    assert boards(event) == [("Ada", "Dan"), ("Ben", "Cleo")]


def test_what_was_played_or_reported_is_not_changed(club: Club, organiser: Account) -> None:
    event = running(club, organiser, rounds=1)
    made = game(event, "Ada", "Dan")
    claim_result(made.pk, AccountFactory(person=made.white), "1-0", source="page")
    with pytest.raises(Exception, match="board 1 has a report"):
        swap_colours(event.pk, organiser, first_board(event), reason=WHY)
    hand_pairing.abandon_hand_pairing(event.pk, organiser)
    decide(event, organiser, {("Ada", "Dan"): "1-0"})
    with pytest.raises(EventRefused, match="board 1 has a result"):
        swap_colours(event.pk, organiser, first_board(event), reason=WHY)
    assert boards(event)[0] == ("Ada", "Dan")


def test_only_the_last_round_is_changed(club: Club, organiser: Account) -> None:
    event = running(club, organiser, rounds=1)
    pairing = first_board(event)
    rounds.start_round(event.pk, organiser, despite_open=True)
    with pytest.raises(EventRefused, match="last round"):
        swap_colours(event.pk, organiser, pairing, reason=WHY)


def test_of_two_changes_from_the_same_page_the_second_is_stale(club: Club, organiser: Account) -> None:
    event = running(club, organiser, rounds=1)
    swap_colours(event.pk, organiser, first_board(event), reason=WHY)
    with pytest.raises(Stale):
        hand_pairing.begin_hand_pairing(event.pk, organiser, 1, expect=1)
    assert boards(event)[0] == ("Dan", "Ada")


def test_pairings_of_another_event_are_not_touched(club: Club, organiser: Account) -> None:
    here, there = running(club, organiser, rounds=1), running(club, organiser, ("Eva", "Finn"), rounds=1)
    with pytest.raises(Pairing.DoesNotExist):
        swap_colours(here.pk, organiser, first_board(there), reason=WHY)
    assert boards(there) == [("Eva", "Finn")]
