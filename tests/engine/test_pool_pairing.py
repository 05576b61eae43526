"""Who of those who wait is paired with whom, and when."""

from __future__ import annotations

from gipf_engine.pool_pairing import Waiting, pair_waiting


def keys(waiting: list[Waiting], now: int = 0) -> set[frozenset[int]]:
    return {frozenset((one.key, other.key)) for one, other in pair_waiting(waiting, now)}


def test_near_ratings_are_paired_first() -> None:
    waiting = [Waiting(1, 1500, 0), Waiting(2, 1590, 0), Waiting(3, 1580, 0), Waiting(4, 1510, 0)]
    assert keys(waiting) == {frozenset((1, 4)), frozenset((2, 3))}


def test_of_two_as_near_the_one_who_has_waited_longer_is_paired() -> None:
    waiting = [Waiting(1, 1500, 9_000), Waiting(2, 1550, 5_000), Waiting(3, 1450, 1_000)]
    assert keys(waiting, 9_000) == {frozenset((1, 3))}


def test_farther_ratings_are_accepted_the_longer_the_two_wait() -> None:
    """100 points at once and 15 more each second that both have waited: 400 after 20 seconds."""
    waiting = [Waiting(1, 1200, 0), Waiting(2, 1600, 0)]
    assert keys(waiting, 19_900) == set()
    assert keys(waiting, 20_000) == {frozenset((1, 2))}


def test_what_one_has_waited_counts_half_for_a_newcomer() -> None:
    waiting = [Waiting(1, 1200, 0), Waiting(2, 1600, 40_000)]
    assert keys(waiting, 39_900) == set()
    assert keys(waiting, 40_000) == {frozenset((1, 2))}


def test_players_without_a_rating_wait_for_nobody() -> None:
    assert keys([Waiting(1, None, 0), Waiting(2, 2400, 0)]) == {frozenset((1, 2))}


def test_two_who_have_just_met_meet_again_only_where_there_is_nobody_else() -> None:
    two = [Waiting(1, 1500, 0, last=2), Waiting(2, 1500, 0, last=1)]
    assert keys(two) == {frozenset((1, 2))}
    assert keys([*two, Waiting(3, 1590, 0)]) == {frozenset((1, 3))}
    assert keys([*two, Waiting(3, 2900, 0)]) == set(), "the third will do as soon as it is near enough"


def test_a_third_whom_neither_may_meet_is_nobody_else() -> None:
    third = Waiting(3, 1500, 0, refuses=frozenset((1, 2)))
    two = [Waiting(1, 1500, 0, last=2), Waiting(2, 1500, 0, last=1)]
    assert keys([*two, third]) == {frozenset((1, 2))}


def test_whoever_refuses_the_two_do_not_meet() -> None:
    assert keys([Waiting(1, 1500, 0, refuses=frozenset((2,))), Waiting(2, 1500, 0)]) == set()
    assert keys([Waiting(1, 1500, 0), Waiting(2, 1500, 0, refuses=frozenset((1,)))]) == set()


def test_nobody_is_in_two_pairs() -> None:
    waiting = [Waiting(key, 1500, 0) for key in range(7)]
    pairs = pair_waiting(waiting, 0)
    assert len(pairs) == 3
    assert len({each.key for pair in pairs for each in pair}) == 6
