"""Moves between sections at the same moment, in processes of one server: nobody is lost, nobody is there twice."""

from __future__ import annotations

from collections import Counter

import pytest

from players.models import Account
from testing.factories import ClubFactory, organiser_of
from testing.tournaments.factories import entry, with_players
from tests.tournaments.festivals.test_festivals import made
from tests.tournaments.rounds.test_round_races import SEEDS, is_whole, raced
from tournaments.core.errors import EventRefused
from tournaments.entries.services import moving_up
from tournaments.events.services.lifecycle import start_event
from tournaments.festivals.services.moving import move_entry
from tournaments.models import Entry, Event
from tournaments.rounds.services.rounds import start_round

pytestmark = [pytest.mark.usefixtures("real_database"), pytest.mark.postgresql]
SWISS = {"format": "swiss-dutch", "rounds_planned": 3}


def two_sections() -> tuple[Event, Event, Account]:
    club = ClubFactory()
    organiser = organiser_of(club)
    one = with_players(club, organiser, name="One", **SWISS)
    two = with_players(club, organiser, ("Eva", "Fay"), name="Two", **SWISS)
    made(club, organiser, one, two)
    return one, two, organiser


def people(*events: Event) -> Counter[str]:
    return Counter(Entry.objects.filter(event__in=events).values_list("members__person__name", flat=True))


@pytest.mark.parametrize("seed", SEEDS)
def test_moves_both_ways_at_once_lose_nobody_and_wait_for_each_other(seed: int) -> None:
    one, two, organiser = two_sections()
    there = [(one, "Ada", two), (two, "Eva", one), (one, "Ben", two), (two, "Fay", one)]
    moves = [(here.pk, entry(here, name).pk, other.pk) for here, name, other in there]
    done = raced(seed, *(lambda move=move: move_entry(move[0], organiser, move[1], move[2]) for move in moves))
    assert done == [Entry] * 4
    assert people(one) == Counter(["Cleo", "Dan", "Eva", "Fay"])
    assert people(two) == Counter(["Ada", "Ben"])
    for event in (one, two):
        is_whole(event)


@pytest.mark.parametrize("seed", SEEDS)
def test_one_player_moved_twice_at_once_is_in_one_section(seed: int) -> None:
    one, two, organiser = two_sections()
    ada = entry(one, "Ada").pk
    done = raced(seed, *[lambda: move_entry(one.pk, organiser, ada, two.pk)] * 2)
    assert sorted(each.__name__ for each in done) == ["DoesNotExist", "Entry"]
    assert people(one, two)["Ada"] == 1


@pytest.mark.parametrize("seed", SEEDS)
def test_two_who_move_to_the_last_place_at_once_do_not_both_get_it(seed: int) -> None:
    one, two, organiser = two_sections()
    moving_up.set_entry_limit(two.pk, organiser, 3)
    entries = [entry(one, name).pk for name in ("Ada", "Ben")]
    done = raced(seed, *(lambda pk=pk: move_entry(one.pk, organiser, pk, two.pk) for pk in entries))
    assert sorted(each.__name__ for each in done) == ["Entry", "EventRefused"]
    assert (people(one).total(), people(two).total()) == (3, 3)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_move_while_round_1_is_paired_is_before_it_or_refused(seed: int) -> None:
    one, two, organiser = two_sections()
    start_event(one.pk, organiser)
    ada = entry(one, "Ada").pk
    move, _round = raced(
        seed,
        lambda: move_entry(one.pk, organiser, ada, two.pk),
        lambda: start_round(one.pk, organiser, despite_open=True),
    )
    assert people(one, two)["Ada"] == 1
    assert people(one)["Ada"] == (move is EventRefused)
    is_whole(one)
