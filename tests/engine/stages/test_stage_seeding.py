"""The seeds of those who go on: worked out by hand, against all other orders, and for many sizes."""

from __future__ import annotations

from fractions import Fraction
from itertools import groupby, permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gipf_engine.tournament.qualifying import Qualified, Way
from gipf_engine.tournament.stage_seeding import StageSeeding, assign, first_meeting, seed


def player(group: int, place: int, share: int = 0) -> Qualified:
    return Qualified(100 * group + place, group, place, Fraction(share, 12), Way.PLACE)


def field(groups: int, places: int) -> list[Qualified]:
    return [player(group, place) for group in range(1, groups + 1) for place in range(1, places + 1)]


def keys(found: tuple[Qualified, ...]) -> list[int]:
    return [each.key for each in found]


def test_by_place_winners_come_first_and_the_better_score_first_among_them() -> None:
    found = seed([player(1, 1, 9), player(1, 2, 8), player(2, 1, 10), player(2, 2, 7)], StageSeeding.PLACE)
    assert keys(found) == [201, 101, 102, 202]


def test_two_groups_crossed() -> None:
    # Semi-finals 1 - 4 and 2 - 3: each winner meets the other group's second.
    found = seed([player(1, 1, 9), player(1, 2, 8), player(2, 1, 10), player(2, 2, 7)], StageSeeding.CROSS)
    assert keys(found) == [201, 101, 202, 102]


def test_four_groups_crossed() -> None:
    # The halves are 1 8 4 5 and 2 7 3 6. The winners of groups 1 and 4 are seeds 1 and 4, so their seconds belong into
    # the other half, on seeds 6 and 7; those of groups 2 and 3 on 5 and 8.
    assert keys(seed(field(4, 2), StageSeeding.CROSS)) == [101, 201, 301, 401, 202, 102, 402, 302]


def meetings(found: tuple[Qualified, ...]) -> list[int]:
    """In which rounds players of one group could first meet, sorted."""
    return sorted(
        first_meeting(one + 1, two + 1, len(found))
        for two in range(len(found))
        for one in range(two)
        if found[one].group == found[two].group
    )


@pytest.mark.parametrize(("groups", "rounds"), [(2, 2), (4, 3), (8, 4), (16, 5)])
def test_firsts_and_seconds_of_a_group_meet_in_the_final_alone(groups: int, rounds: int) -> None:
    assert set(meetings(seed(field(groups, 2), StageSeeding.CROSS))) == {rounds}


@pytest.mark.parametrize(("groups", "places"), [(2, 2), (3, 2), (3, 3), (2, 4), (4, 2)])
def test_no_other_order_keeps_groups_further_apart(groups: int, places: int) -> None:
    tiers = [
        list(permutations(tier))
        for _place, tier in groupby(sorted(field(groups, places), key=lambda each: each.place), lambda each: each.place)
    ]
    best = max(meetings(tuple(each for tier in order for each in tier)) for order in product(tiers[0][:1], *tiers[1:]))
    assert meetings(seed(field(groups, places), StageSeeding.CROSS)) == best


@given(st.integers(2, 8), st.integers(1, 4), st.data())
def test_everybody_is_seeded_once_and_places_keep_their_order(groups: int, places: int, data: st.DataObject) -> None:
    there = [player(each.group, each.place, data.draw(st.integers(0, 12))) for each in field(groups, places)]
    for how in StageSeeding:
        found = seed(there, how)
        assert sorted(keys(found)) == sorted(each.key for each in there)
        assert [each.place for each in found] == sorted(each.place for each in there)
    assert 1 not in meetings(seed(there, StageSeeding.CROSS))


@given(st.integers(1, 5).flatmap(lambda size: st.lists(st.lists(st.integers(0, 9), min_size=size, max_size=size),
                                                       min_size=size, max_size=size)))  # fmt: skip
def test_an_assignment_costs_least(costs: list[list[int]]) -> None:
    found = assign(costs)
    assert sorted(found) == list(range(len(costs)))

    def total(columns: tuple[int, ...]) -> int:
        return sum(row[column] for row, column in zip(costs, columns, strict=True))

    assert total(tuple(found)) == min(map(total, permutations(range(len(costs)))))
