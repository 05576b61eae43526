"""Advancing players from a stage: worked out by hand, and what must hold for all groups."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from gipf_engine.tournament.qualifying import Border, Placed, Qualified, Way, qualify

A, B, C, D, E, F = range(1, 7)


def group(*rows: tuple[int, int, int], gone: Sequence[int] = ()) -> list[Placed]:
    """(key, rank, points) of everybody in three games for a point each; those in `gone` have withdrawn."""
    return [Placed(key, rank, points, 30, key not in gone) for key, rank, points in rows]


def told(found: Sequence[Qualified]) -> list[tuple[int, int, int, bool]]:
    """Key, group, place, moved up."""
    return [(each.key, each.group, each.place, each.moved_up) for each in found]


ONE = ((A, 1, 30), (B, 2, 20), (C, 3, 10), (D, 4, 0))
TWO = ((11, 1, 25), (12, 2, 20), (13, 3, 15), (14, 4, 0))


def test_the_first_two_of_each_group() -> None:
    found = qualify([group(*ONE), group(*TWO)], first=2)
    assert told(found.qualified) == [(A, 1, 1, False), (B, 1, 2, False), (11, 2, 1, False), (12, 2, 2, False)]
    assert found.borders == ()


def test_the_best_third_is_the_one_with_more_points() -> None:
    found = qualify([group(*ONE), group(*TWO)], first=2, rest=1)
    (best,) = (each for each in found.qualified if each.way is Way.REST)
    assert (best.key, best.group, best.place) == (13, 2, 3)


def test_groups_of_different_sizes_are_compared_by_their_share_of_the_points() -> None:
    small = [Placed(A, 1, 20, 20), Placed(B, 2, 10, 20)]  # half of two games
    large = [Placed(C, 1, 30, 40), Placed(D, 2, 15, 40), Placed(E, 3, 15, 40)]  # three eighths of four
    (_first, _other, best) = qualify([small, large], first=1, rest=1).qualified
    assert best.key == B


def test_who_withdrew_is_followed_by_the_next_in_order() -> None:
    found = qualify([group(*ONE, gone=[B]), group(*TWO)], first=2)
    assert told(found.qualified) == [(A, 1, 1, False), (C, 1, 3, True), (11, 2, 1, False), (12, 2, 2, False)]


def test_a_shared_place_across_the_border_is_open() -> None:
    shared = group((A, 1, 20), (B, 2, 15), (C, 2, 15), (D, 4, 10))
    found = qualify([shared, group(*TWO)], first=2, rest=1)
    assert told(found.qualified) == [(A, 1, 1, False), (11, 2, 1, False), (12, 2, 2, False)]
    assert found.borders == (Border((B, C), 1, 1),)


def test_a_shared_place_before_the_border_is_none() -> None:
    shared = group((A, 1, 20), (B, 1, 20), (C, 3, 15), (D, 4, 10))
    found = qualify([shared], first=2)
    assert told(found.qualified) == [(A, 1, 1, False), (B, 1, 1, False)]
    assert found.borders == ()


def test_a_play_off_parts_those_who_were_equal_and_nobody_else() -> None:
    shared = group((A, 1, 20), (B, 2, 15), (C, 2, 15), (D, 4, 10))
    found = qualify([shared], first=2, playoffs=[{C: 1, B: 2, D: 1}])
    assert told(found.qualified) == [(A, 1, 1, False), (C, 1, 2, False)]
    still = qualify([group((A, 1, 9), (B, 1, 9), (C, 1, 9))], first=1, playoffs=[{A: 1, B: 1, C: 3}])
    assert still.borders == (Border((A, B), 1, 1),)
    assert told(qualify([group((A, 1, 9), (B, 1, 9))], first=1, playoffs=[{A: 1, B: 1}, {B: 1, A: 2}]).qualified) == [
        (B, 1, 1, False)
    ]


def test_thirds_who_are_equal_are_decided_by_a_play_off() -> None:
    other = group((11, 1, 25), (12, 2, 20), (13, 3, 10), (14, 4, 5))
    assert qualify([group(*ONE), other], first=2, rest=1).borders == (Border((C, 13), 1, None),)
    found = qualify([group(*ONE), other], first=2, rest=1, playoffs=[{C: 2, 13: 1}])
    assert [each.key for each in found.qualified if each.way is Way.REST] == [13]


def test_a_withdrawal_decides_a_border() -> None:
    shared = group((A, 1, 20), (B, 2, 15), (C, 2, 15), (D, 4, 10), gone=[B])
    found = qualify([shared], first=2)
    assert told(found.qualified) == [(A, 1, 1, False), (C, 1, 2, False)]


def test_fewer_than_are_wanted_all_go_on() -> None:
    assert len(qualify([group(*ONE)], first=6, rest=2).qualified) == 4


ranks = st.lists(st.integers(0, 3), min_size=1, max_size=6)


@st.composite
def groups_of_players(draw: st.DrawFn) -> list[list[Placed]]:
    """One to four groups with shared ranks, points that follow them, and some who withdrew."""
    found: list[list[Placed]] = []
    for number in range(draw(st.integers(1, 4))):
        points = sorted(draw(ranks), reverse=True)
        most = 10 * len(points)
        found.append(
            [
                Placed(10 * number + at, 1 + sum(other > own for other in points), 10 * own, most, draw(st.booleans()))
                for at, own in enumerate(points)
            ]
        )
    return found


@given(groups_of_players(), st.integers(0, 3), st.integers(0, 3))
def test_nobody_goes_on_twice_and_nobody_before_a_better_one(groups: list[list[Placed]], first: int, rest: int) -> None:
    found = qualify(groups, first, rest)
    keys = [each.key for each in found.qualified] + [key for border in found.borders for key in border.keys]
    assert len(set(keys)) == len(keys)
    for number, group_ in enumerate(groups, 1):
        able = [placed for placed in group_ if placed.available]
        border = next((each for each in found.borders if each.group == number), None)
        by_place = [each for each in found.qualified if each.group == number and each.way is Way.PLACE]
        assert len(by_place) + (border.seats if border else 0) == min(first, len(able))
        taken = {each.key for each in by_place}
        worst = max((placed.rank for placed in able if placed.key in taken), default=0)
        assert all(placed.rank >= worst for placed in able if placed.key not in taken)


@given(groups_of_players(), st.integers(1, 3), st.integers(0, 2))
def test_play_offs_of_everybody_leave_no_border(groups: list[list[Placed]], first: int, rest: int) -> None:
    everybody = {placed.key: placed.key for group_ in groups for placed in group_}
    found = qualify(groups, first, rest, [everybody])
    able = sum(placed.available for group_ in groups for placed in group_)
    by_place = sum(min(first, sum(placed.available for placed in group_)) for group_ in groups)
    assert found.borders == ()
    assert len(found.qualified) == by_place + min(rest, able - by_place)
