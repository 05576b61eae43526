"""Byes that were asked for: they outlive the pairing of their round, so that it can be taken back and made again."""

from __future__ import annotations

import pytest

from players.models import Account, Club
from testing.tournaments.confirming import confirmed
from testing.tournaments.factories import decide, entry, fresh, play, running
from testing.tournaments.hand_edits import exchange_entries
from testing.tournaments.round_trips import exported, taken_in
from tournaments.core import errors
from tournaments.core.loader import load
from tournaments.entries.services import byes
from tournaments.models import Event
from tournaments.rounds.services import rounds

pytestmark = [pytest.mark.django_db, pytest.mark.core]
FIVE = ("Ada", "Ben", "Cleo", "Dan", "Eve")
SWISS = {"format": "swiss-dutch", "rounds_planned": 3}


def byes_of(event: Event, number: int) -> dict[str, str]:
    """Who is not paired with anybody in a round, and how that counts."""
    rows = load(fresh(event))
    round_ = rows.round(number)
    assert round_ is not None
    alone = ((pairing.alone, pairing.kind) for pairing in round_.pairings)
    return {rows.by_id[who].name: kind for who, kind in alone if who is not None}


def ask(event: Event, organiser: Account, name: str, number: int, kind: str) -> None:
    confirmed(byes.request_bye, event.pk, organiser, entry(event, name).pk, number, kind)


def pair_again(event: Event, organiser: Account, number: int) -> None:
    rounds.delete_round(event.pk, organiser, number)
    rounds.start_round(event.pk, organiser)


def test_a_first_round_taken_back_and_paired_again_keeps_its_byes(club: Club, organiser: Account) -> None:
    """Of five, Ada and Ben stay away; three are paired, so the lowest of them has the pairing-allocated bye."""
    event = running(club, organiser, FIVE, **SWISS)
    ask(event, organiser, "Ada", 1, "half")
    ask(event, organiser, "Ben", 1, "zero")
    rounds.start_round(event.pk, organiser)
    expected = {"Ada": "half", "Ben": "zero", "Eve": "pab"}
    assert byes_of(event, 1) == expected
    pair_again(event, organiser, 1)
    assert byes_of(event, 1) == expected
    pair_again(event, organiser, 1)
    assert byes_of(event, 1) == expected


def test_a_later_round_taken_back_keeps_its_byes_and_those_of_rounds_to_come(club: Club, organiser: Account) -> None:
    event = running(club, organiser, **SWISS)
    ask(event, organiser, "Ada", 2, "half")
    ask(event, organiser, "Ben", 2, "full")
    ask(event, organiser, "Cleo", 3, "half")
    play(event, organiser, {("Ada", "Cleo"): "1-0", ("Dan", "Ben"): "0-1"})
    rounds.start_round(event.pk, organiser)
    pair_again(event, organiser, 2)
    assert byes_of(event, 2) == {"Ada": "half", "Ben": "full"}
    assert load(fresh(event)).byes == {(entry(event, "Cleo").pk, 3): "half"}


def test_a_bye_is_taken_back_between_two_pairings_of_its_round(club: Club, organiser: Account) -> None:
    event = running(club, organiser, FIVE, **SWISS)
    ask(event, organiser, "Ada", 1, "half")
    rounds.start_round(event.pk, organiser)
    rounds.delete_round(event.pk, organiser, 1)
    byes.cancel_bye(event.pk, organiser, entry(event, "Ada").pk, 1)
    rounds.start_round(event.pk, organiser)
    assert byes_of(event, 1) == {"Eve": "pab"}


def test_whoever_was_seated_by_hand_in_place_of_a_bye_has_it_again(club: Club, organiser: Account) -> None:
    """The exchange belonged to the round that is gone; the request is Ada's and stands."""
    event = running(club, organiser, FIVE, **SWISS)
    ask(event, organiser, "Ada", 1, "half")
    rounds.start_round(event.pk, organiser)
    ids = [entry(event, name).pk for name in ("Ada", "Ben")]
    exchange_entries(event.pk, organiser, 1, *ids, reason="Ada came after all.")
    assert byes_of(event, 1) == {"Ben": "half"}
    pair_again(event, organiser, 1)
    assert byes_of(event, 1) == {"Ada": "half"}


@pytest.mark.parametrize("kind", ["json", "trf26"])
def test_a_round_of_an_imported_event_is_paired_again_with_its_byes(club: Club, organiser: Account, kind: str) -> None:
    event = running(club, organiser, FIVE, **SWISS)
    ask(event, organiser, "Ada", 1, "half")
    rounds.start_round(event.pk, organiser)
    copy = taken_in(exported(event, kind), club, organiser)
    pair_again(copy, organiser, 1)
    assert byes_of(copy, 1) == {"Ada": "half"}


def test_a_played_round_stays_with_its_byes(club: Club, organiser: Account) -> None:
    event = running(club, organiser, FIVE, **SWISS)
    ask(event, organiser, "Ada", 1, "half")
    rounds.start_round(event.pk, organiser)
    first = load(fresh(event)).rounds[0].pairings[0]
    rows = load(fresh(event))
    assert first.white is not None and first.black is not None
    decide(event, organiser, {(rows.by_id[first.white].name, rows.by_id[first.black].name): "1-0"})
    with pytest.raises(errors.EventRefused, match="Round 1 cannot be undone"):
        rounds.delete_round(event.pk, organiser, 1)
    assert load(fresh(event)).byes == {}
