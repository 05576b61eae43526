"""What speaks against rounds that are paired by hand, and the order of their boards: tables and answers by hand."""

from __future__ import annotations

from typing import Any

from gipf_engine.tournament.crosstable import ByeKind, CrossTable, ForbiddenGroup
from gipf_engine.tournament.hand_pairing import find_cautions
from gipf_engine.tournament.hand_steps import sort_boards
from gipf_engine.tournament.pairing.base import ByeGiven, Pair, RoundPairings
from tests.engine.standings.tables import cross_table

TWICE_WHITE = """
Ann: 4w1 3w1
Ben: 3w0 4b0
Cat: 2b1 1b0
Dan: 1b0 2w1
"""
"""Ann 2, Cat and Dan 1, Ben 0. Ann was White twice and Cat Black twice."""


def cautions(round_: RoundPairings, **options: Any) -> dict[str, int]:
    """The level of each caution, by key."""
    table: CrossTable = cross_table(TWICE_WHITE, **{"rounds_planned": 5} | options)
    return {caution.key: int(caution.level) for caution in find_cautions(table, round_)}


def of_pairs(*pairs: tuple[int, int], **options: Any) -> dict[str, int]:
    return cautions(RoundPairings(number=3, pairs=tuple(Pair(*pair) for pair in pairs)), **options)


def test_colours_speak_against_a_pair_except_in_the_last_round() -> None:
    """Ben is due to be White, Dan Black: on a board with the colours turned, both have the other one."""
    assert of_pairs((2, 1), (3, 4)) == {}
    for pairs in (((2, 1), (4, 3)), ((1, 2), (3, 4))):
        assert of_pairs(*pairs) == {"third-colour": 3, "colour-difference": 3, "both-colours": 2}
        assert of_pairs(*pairs, rounds_planned=3) == {"both-colours": 2}


def test_those_who_have_met_are_told_unless_the_system_has_a_rule_of_its_own_for_that() -> None:
    """Ann and Dan met in round 1."""
    table = cross_table(TWICE_WHITE, rounds_planned=5)
    made = RoundPairings(number=3, pairs=(Pair(4, 1), Pair(2, 3)))
    assert [each.key for each in find_cautions(table, made)].count("rematch") == 2
    assert "rematch" not in {each.key for each in find_cautions(table, made, meets_again=True)}


def test_who_is_kept_apart_may_meet_outside_the_rounds_that_are_named() -> None:
    for first, last, keys in ((1, None, {"kept-apart"}), (3, 3, {"kept-apart"}), (1, 2, set()), (4, None, set())):
        apart = (ForbiddenGroup(frozenset({1, 2}), first_round=first, last_round=last),)
        assert set(of_pairs((2, 1), (3, 4), forbidden=apart)) == keys, (first, last)


def test_who_is_left_out_and_who_gets_a_whole_point_is_told() -> None:
    assert of_pairs((2, 1)) == {"left-out": 3}
    byes = (ByeGiven(3, ByeKind.FULL), ByeGiven(4, ByeKind.ZERO))
    assert cautions(RoundPairings(number=3, pairs=(Pair(2, 1),), byes=byes)) == {"full-bye": 2}


def test_boards_are_ordered_by_the_better_score_then_the_sum_then_the_number() -> None:
    """Ann and Ben have 1, Eve and Fay ½: Ben - Eve comes to 1½, Ann - Cat to 1."""
    table = cross_table("""
        Ann: 3w1
        Ben: 4w1
        Cat: 1b0
        Dan: 2b0
        Eve: 6w=
        Fay: 5b=
    """)
    boards = sort_boards(table, RoundPairings(number=2, pairs=(Pair(3, 4), Pair(1, 3), Pair(2, 5))))
    assert [(pair.white, pair.black) for pair in boards.pairs] == [(2, 5), (1, 3), (3, 4)]
