"""What can be done to a round by hand, how it differs from the engine's, and who had which bye before."""

from __future__ import annotations

from gipf_engine.tournament.crosstable import ByeKind
from gipf_engine.tournament.hand_pairing import find_cautions, find_differences, had_bye
from gipf_engine.tournament.hand_steps import swap_sides
from gipf_engine.tournament.pairing.base import ByeGiven, Pair, RoundPairings
from tests.engine.standings.tables import cross_table

BYES = """
Ann: H F
Ben: F H
Cat: 4w1 4b1
Dan: 3b0 3w0
"""


def test_a_second_half_point_bye_is_confirmed_and_one_after_a_full_point_is_not() -> None:
    """Round 2 is the next one: Ann had half a point in round 1, Ben a whole one."""
    table = cross_table(BYES, rounds_played=1, rounds_planned=5)
    assert had_bye(table, 1, ByeKind.HALF) and not had_bye(table, 2, ByeKind.HALF)
    for number, keys in ((1, {"second-half-bye"}), (2, set())):
        round_ = RoundPairings(2, (Pair(3, 4),), (ByeGiven(number, ByeKind.HALF),))
        found = {caution.key for caution in find_cautions(table, round_)} - {"left-out", "both-colours"}
        assert found & {"second-half-bye"} == keys


def test_a_bye_of_another_kind_is_a_difference() -> None:
    """Who sits where is the same; three gets a point by hand, and half of one from the engine."""
    by_hand = RoundPairings(2, (Pair(1, 2),), (ByeGiven(3, ByeKind.FULL),))
    engine = RoundPairings(2, (Pair(1, 2),), (ByeGiven(3, ByeKind.HALF),))
    (found,) = find_differences(by_hand, engine)
    assert (found.board, found.by_hand, found.engine) == (2, (3, 0), ((3, 0),))
    assert find_differences(by_hand, by_hand) == ()


def test_colours_that_were_swapped_by_hand_are_no_longer_by_lot() -> None:
    drawn = RoundPairings(1, (Pair(1, 2, by_lot=True), Pair(3, 4, by_lot=True)))
    swapped = swap_sides(drawn, 1)
    assert [(pair.white, pair.black, pair.by_lot) for pair in swapped.pairs] == [(2, 1, False), (3, 4, True)]
