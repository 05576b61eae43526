"""The search finds wins, calls none a win that is not, and answers alike every time."""

import numpy as np
import pytest

from gipf_engine.analysis import source
from gipf_engine.analysis.kernels import kernel_for
from gipf_engine.analysis.search import analyse, each_depth
from gipf_engine.rules import rules_for
from testing.engine.analysis.agreement import random_positions
from testing.engine.analysis.proof import wins_in

GIPF = ("gipf-basic", "gipf-standard", "gipf-tournament")
KIT = ("yinsh-normal", "yinsh-blitz", "zertz-37", "zertz-blitz")
KEYS = (*GIPF, "lyngk-main", "lyngk-six", *KIT)
FEW = 20
"""Turns of a game on the kit up to which everything is tried two own turns deep: its Python engine is slower."""


def position(key, text):
    return rules_for(key).position(text)


def test_a_win_at_once_is_found():
    """Pushing along column e makes a row that takes the last GIPF-piece of Black."""
    best = analyse(position("gipf-standard", "W3/5/6/www1B2/6/5/4 w 10-13 3-3 ss"), 2_000).lines[0]
    assert (best.result, best.ends_in, best.turns) == ("won", 1, ("e1-e5;xe2,e3,e4,e5,Ge6*",))


def test_a_win_in_two_is_found_and_the_other_side_knows_that_it_is_lost():
    """Black brings in the last piece, can make no row, and has none for the turn after."""
    start = position("gipf-basic", "w3/5/6/7/6/5/3b w 12-1 13-2 ss")
    best = analyse(start, 20_000).lines[0]
    assert (best.result, best.ends_in) == ("won", 3)
    assert len(best.turns) == 3
    lost = analyse(start.play(best.turns[0]), 20_000).lines[0]
    assert (lost.result, lost.ends_in) == ("lost", 2)


@pytest.mark.parametrize("key", KEYS)
def test_wins_and_losses_are_those_that_trying_everything_shows(key):
    seen = set()
    for seed in range(4):
        positions = [each for each, turn in random_positions(key, seed) if turn is not None]
        for each in positions[-4:]:
            best = analyse(each, 60_000).lines[0]
            deep = 2 if key not in KIT or len(list(each.legal_moves())) <= FEW else 1
            quickest = wins_in(each, deep)
            seen.add(quickest)
            if quickest:
                assert (best.result, best.ends_in // 2 + 1) == ("won", quickest), each.text()
            elif best.ends_in is not None and best.result == "won":
                assert best.ends_in // 2 + 1 > deep, each.text()
            if best.result == "lost" and best.ends_in == 2 and deep == 2:
                assert all(wins_in(each.play(turn), 1) for turn in each.legal_moves()), each.text()
    assert seen >= {None, 1}


@pytest.mark.parametrize("key", KEYS)
def test_the_same_question_has_the_same_answer(key):
    start, _turn = next(random_positions(key, 1))
    first = analyse(start, 30_000, 3)
    analyse(start.play(first.lines[0].turns[0]), 5_000)
    assert analyse(start, 30_000, 3) == first


@pytest.mark.parametrize("nodes", [1, 30, 500, 20_000])
def test_no_more_positions_are_looked_at_than_was_said(nodes):
    found = analyse(rules_for("gipf-basic").start(), nodes, 4)
    assert 0 < found.nodes <= nodes
    assert len(found.lines) == 4


@pytest.mark.parametrize("key", KEYS)
def test_lines_are_legal_differ_and_come_best_first(key):
    late = (each for each, _turn in list(random_positions(key, 3))[20 if key not in KIT else 6 :])
    start = next(each for each in late if len(list(each.legal_moves())) >= 5)
    lines = analyse(start, 40_000, 5).lines
    assert len({line.turns[0] for line in lines}) == 5
    assert [line.score for line in lines] == sorted((line.score for line in lines), reverse=True)
    for line in lines:
        reached = start
        for turn in line.turns:
            reached = reached.play(turn)
    assert analyse(start, 40_000).lines[0].turns


def test_each_depth_is_told_and_the_last_is_the_answer():
    start = rules_for("gipf-standard").start()
    told = list(each_depth(start, 20_000, 2))
    assert [each.depth for each in told[:-1]] == list(range(1, len(told)))
    assert [each.nodes for each in told] == sorted(each.nodes for each in told)
    assert told[-1] == analyse(start, 20_000, 2)


def test_a_table_that_is_too_small_ends_the_search_with_what_is_known(monkeypatch):
    """Positions can be made up that have thousands of turns."""
    start = rules_for("gipf-basic").start()
    monkeypatch.setattr(type(kernel_for(start.rules)), "most_turns", 60)
    found = analyse(start, 50_000)
    assert found.depth == 2
    assert found.lines[0].turns[0] in set(start.legal_moves())


MANY = "WWWW/WWWWW/5B/7/1B2BB/1B2B/1B1B w 0-0 2-0 gg"
"""180,941 turns, more than the table holds: White chooses which of nine GIPF-pieces come off, and pushes one."""


@pytest.mark.parametrize("nodes", [1, 3_000])
def test_of_more_turns_than_the_table_holds_one_is_played(nodes):
    start = position("gipf-tournament", MANY)
    best = analyse(start, nodes, length=1).lines[0]
    assert start.is_legal(start.parse(best.turns[0]))
    assert best.result != "lost"


def test_a_number_beyond_what_the_table_keeps_changes_nothing_else_that_is_kept():
    table = np.zeros((4, 2), np.int64)
    for number, kept in ((16_382, 16_382), (16_383, -1), (100_000, -1)):
        source.remember(table, 7, 3, 0, 50, source.AT_LEAST, number)
        assert source.recall_turn(table, 7) == kept
        assert [source.recall(table, 7, depth, 0, 0, beta) for depth, beta in ((3, 50), (4, 50), (3, 51))] == [
            50, source.UNKNOWN, source.UNKNOWN,
        ]  # fmt: skip


def test_where_not_all_turns_are_known_nothing_is_called_lost(monkeypatch):
    """Every turn loses here, which 3 of them do not prove."""
    start = position("gipf-basic", "w3/5/6/7/6/5/3b w 12-1 13-2 ss")
    lost = start.play(analyse(start, 20_000).lines[0].turns[0])
    assert analyse(lost, 20_000).lines[0].result == "lost"
    monkeypatch.setattr(type(kernel_for(start.rules)), "most_turns", 3)
    assert analyse(lost, 20_000).lines[0].result == ""


def test_a_game_that_is_over_has_no_lines():
    over = position("gipf-basic", "w3/5/6/7/6/5/3b b 12-0 14-2 ss")
    assert over.outcome is not None
    assert analyse(over, 100).lines == ()
