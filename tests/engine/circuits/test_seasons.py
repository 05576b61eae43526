"""From one season to the next: who moves up and down, who is undecided, what an organiser chooses. By hand."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from gipf_engine.tournament.seasons import DivisionChange, Finisher, Transition, transition


def division(first: int, *ranks: int | None) -> list[Finisher]:
    """Players first, first + 1, … with these ranks."""
    return [Finisher(player, rank) for player, rank in enumerate(ranks, first)]


TOP, LOW = division(1, 1, 2, 3, 4), division(11, 1, 2, 3, 4)


def test_the_first_move_up_and_the_last_down() -> None:
    found = transition([TOP, LOW], up=1, down=1)
    assert (found.field(1), found.field(2)) == ((1, 2, 3, 11), (4, 12, 13, 14))
    assert found.undecided == ()


def test_the_numbers_may_differ_and_the_ends_have_nowhere_to_go() -> None:
    found = transition([TOP, LOW, division(21, 1, 2, 3)], up=2, down=1)
    assert [len(found.field(number)) for number in (1, 2, 3)] == [5, 4, 2]
    assert found.field(1) == (1, 2, 3, 11, 12)
    assert found.field(2) == (4, 13, 21, 22)
    assert found.field(3) == (14, 23)


def test_who_share_a_rank_across_the_border_wait_for_a_decision() -> None:
    tied = division(11, 1, 1, 3, 4)
    found = transition([TOP, tied], up=1, down=1)
    assert found.undecided == ((11, 12),)
    assert found.field(1) == (1, 2, 3)
    decided = transition([TOP, tied], up=1, down=1, by_hand={11: 1, 12: 2})
    assert (decided.undecided, decided.field(1)) == ((), (1, 2, 3, 11))


def test_one_decision_is_enough_for_two() -> None:
    found = transition([TOP, division(11, 1, 1, 3)], up=1, down=1, by_hand={11: 1})
    assert (found.undecided, found.field(2)) == ((), (4, 12, 13))


def test_a_move_by_hand_comes_before_the_standings() -> None:
    found = transition([TOP, LOW], up=1, down=1, by_hand={4: 1, 11: None})
    assert found.field(1) == (1, 2, 3, 4)
    assert found.field(2) == (12, 13, 14)
    assert DivisionChange(11, 2, None, by_hand=True) in found.steps


def test_who_left_takes_no_place_of_those_who_move() -> None:
    low = [Finisher(11, 1, has_left=True), Finisher(12, 2), Finisher(13, 3), Finisher(14, None)]
    found = transition([TOP, low], up=1, down=1)
    assert (found.field(1), found.field(2)) == ((1, 2, 3, 12), (4, 13, 14))
    assert DivisionChange(11, 2, None) in found.steps


def test_a_division_that_is_too_small_moves_nobody() -> None:
    found = transition([division(1, 1), division(11, 1, 2)], up=1, down=2)
    assert found.too_small == (1,)
    assert (found.field(1), found.field(2)) == ((1,), (11, 12))


def test_a_league_of_one_division_moves_nobody() -> None:
    assert transition([TOP], up=2, down=2) == Transition(tuple(DivisionChange(player, 1, 1) for player in (1, 2, 3, 4)))


SIZES = st.lists(st.integers(2, 7), min_size=1, max_size=4)


@given(SIZES, st.integers(0, 1), st.integers(0, 1))
def test_nobody_is_lost_and_nobody_plays_twice(sizes: list[int], up: int, down: int) -> None:
    divisions = [division(100 * level, *range(1, size + 1)) for level, size in enumerate(sizes, 1)]
    found = transition(divisions, up, down)
    fields = [found.field(number) for number in range(1, len(sizes) + 1)]
    assert sorted(player for field in fields for player in field) == sorted(
        each.player for players in divisions for each in players
    )
    assert all(abs(step.division - (step.to or 0)) <= 1 for step in found.steps)


@given(SIZES)
def test_as_many_up_as_down_keeps_the_sizes(sizes: list[int]) -> None:
    divisions = [division(100 * level, *range(1, size + 1)) for level, size in enumerate(sizes, 1)]
    found = transition(divisions, 1, 1)
    assert [len(found.field(number)) for number in range(1, len(sizes) + 1)] == sizes
