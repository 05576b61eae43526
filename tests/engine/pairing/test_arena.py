"""Pairing in an arena: exact, no opponent twice in a row while another is free, near in the standings, fair waits."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gipf_engine.tournament.crosstable import Colour, CrossTable
from gipf_engine.tournament.pairing import PairingError, system
from gipf_engine.tournament.pairing.arena import PATIENCE, PlayerToPair, may_meet, pair_free
from gipf_engine.tournament.pairing.base import Pair
from testing.marks import examples

NOW = 1_000_000


def free(number: int, seconds: float = 0, **more: object) -> PlayerToPair:
    """A player who is free for so many seconds."""
    return PlayerToPair(number, free_since=NOW - int(seconds * 1000), **more)  # type: ignore[arg-type] # by name


def met_in(players: list[PlayerToPair]) -> set[frozenset[int]]:
    """Who is paired with whom, whatever the colours."""
    return {frozenset((pair.white, pair.black)) for pair in pair_free(players, NOW)}


@st.composite
def fields(draw: st.DrawFn) -> list[PlayerToPair]:
    """Up to nine players, some in games, with last opponents among them."""
    size = draw(st.integers(0, 9))
    numbers = range(1, size + 1)
    found = []
    for number in numbers:
        others = [each for each in numbers if each != number]
        seconds = draw(st.one_of(st.none(), st.integers(0, 60)))
        found.append(
            PlayerToPair(
                number,
                points=10 * draw(st.integers(0, 6)),
                rating=draw(st.one_of(st.none(), st.integers(800, 2200))),
                free_since=None if seconds is None else NOW - 1000 * seconds,
                last=draw(st.sampled_from([None, *others])),
                balance=draw(st.integers(-2, 2)),
                last_colour=draw(st.sampled_from([None, *Colour])),
            )
        )
    return found


def places_of(players: list[PlayerToPair]) -> dict[int, int]:
    in_order = sorted(players, key=lambda each: (-each.points, -(each.rating or 0), each.number))
    return {each.number: place for place, each in enumerate(in_order)}


def most_fresh(players: list[PlayerToPair], places: dict[int, int]) -> int:
    """By trying everything: how many pairs of two who may meet and did not just meet there can be."""
    if len(players) < 2:
        return 0
    first, *rest = players
    best = most_fresh(rest, places)
    for other in rest:
        if may_meet(first, other, places, NOW) and not first.has_just_met(other):
            best = max(best, 1 + most_fresh([each for each in rest if each is not other], places))
    return best


@examples(300)
@given(fields())
def test_pairs_are_of_the_free_and_as_many_as_there_can_be(players: list[PlayerToPair]) -> None:
    by_number, places = {each.number: each for each in players}, places_of(players)
    pairs = pair_free(players, NOW)
    seated = [number for pair in pairs for number in (pair.white, pair.black)]
    assert len(seated) == len(set(seated))
    assert all(by_number[number].free_since is not None for number in seated)
    assert all(may_meet(by_number[pair.white], by_number[pair.black], places, NOW) for pair in pairs)
    fresh = [pair for pair in pairs if not by_number[pair.white].has_just_met(by_number[pair.black])]
    waiting = [each for each in players if each.free_since is not None]
    assert len(fresh) == most_fresh(waiting, places)


@examples(300)
@given(fields())
def test_two_meet_again_at_once_only_where_neither_has_anyone_else(players: list[PlayerToPair]) -> None:
    by_number, places = {each.number: each for each in players}, places_of(players)
    pairs = pair_free(players, NOW)
    seated = {number for pair in pairs for number in (pair.white, pair.black)}
    left = [each for each in players if each.free_since is not None and each.number not in seated]
    for pair in pairs:
        one, other = by_number[pair.white], by_number[pair.black]
        if one.has_just_met(other):
            assert max(NOW - (each.free_since or NOW) for each in (one, other)) >= PATIENCE
            thirds = [(each, third) for each in (one, other) for third in left]
            assert not any(
                may_meet(each, third, places, NOW) and not each.has_just_met(third) for each, third in thirds
            )
    assert not any(
        may_meet(one, other, places, NOW) and not one.has_just_met(other) for one, other in combinations(left, 2)
    )


def test_two_who_just_met_wait_for_a_third_and_then_play_again() -> None:
    both = lambda seconds: [free(1, seconds, last=2), free(2, seconds, last=1)]  # noqa: E731 # read as a table
    assert pair_free(both(44), NOW) == []
    assert pair_free(both(45), NOW) == [Pair(2, 1)]
    # a third has come: No. 2 is nearer to it (places 1, 2, 3)
    assert met_in([*both(45), free(3, 1)]) == {frozenset((2, 3))}


def test_of_three_the_one_who_waited_least_waits_on() -> None:
    players = [free(1, 2), free(2, 30), free(3, 10)]
    assert [{pair.white, pair.black} for pair in pair_free(players, NOW)] == [{2, 3}]


def test_near_in_the_standings_at_once_and_farther_with_time() -> None:
    # 40 take part, all but two in games: places 0 and 39 are 39 apart, 10 % are 4, and 2 % more a second
    playing = [PlayerToPair(number, points=100) for number in range(2, 40)]
    far = lambda seconds: [free(1, seconds, points=200), *playing, free(40, seconds)]  # noqa: E731
    assert pair_free(far(43), NOW) == []  # 0.1 + 43 * 0.02 = 0.96 of 40: 38.4
    assert len(pair_free(far(44), NOW)) == 1  # 0.98: 39.2


def test_neighbours_in_the_standings_are_paired_where_everybody_is_free() -> None:
    players = [free(number, points=10 * (9 - number)) for number in range(1, 9)]
    assert met_in(players) == {frozenset(each) for each in ((1, 2), (3, 4), (5, 6), (7, 8))}


def test_who_had_white_less_often_has_it_then_who_had_black_last_then_who_stands_lower() -> None:
    assert pair_free([free(1, balance=1), free(2, balance=0)], NOW) == [Pair(2, 1)]
    last = [free(1, last_colour=Colour.BLACK), free(2, last_colour=Colour.WHITE)]
    assert pair_free(last, NOW) == [Pair(1, 2)]
    assert pair_free([free(1), free(2)], NOW) == [Pair(2, 1)]


def test_those_who_met_often_meet_others_and_two_who_need_the_same_colour_too() -> None:
    # places 0 to 3, all free: 1-2 and 3-4 are nearest (sum of distances 2), but 1 and 2 have met once (cost 3)
    met = [free(1, met={2: 1}), free(2, met={1: 1}), free(3), free(4)]
    assert met_in(met) == {frozenset((1, 3)), frozenset((2, 4))}
    # 1-2 would cost 2 for the colour and 1 for the distance, as 3-4 does: 6; 1-3 and 2-4 cost 4
    colours = [free(1, balance=1), free(2, balance=1), free(3, balance=-1), free(4, balance=-1)]
    assert met_in(colours) == {frozenset((1, 3)), frozenset((2, 4))}


def test_a_large_field_is_paired_whole() -> None:
    players = [free(number, rating=2000 - number) for number in range(1, 202)]
    pairs = pair_free(players, NOW)
    assert len(pairs) == 100
    assert all(abs(pair.white - pair.black) <= 2 for pair in pairs)


def test_an_arena_has_no_next_round() -> None:
    arena = system("arena")
    assert arena.by_clock and arena.rounds(10) == 0
    with pytest.raises(PairingError, match="no rounds"):
        arena.pair(CrossTable((), 0))
