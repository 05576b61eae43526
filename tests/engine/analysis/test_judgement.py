"""Turns judged by what they lose of the chance to win, with scores made up so that each mark is worked out by hand."""

from __future__ import annotations

import pytest

from gipf_engine.analysis.answer import WIN
from gipf_engine.analysis.judgement import Seen, chance, judge_turns
from gipf_engine.rules import rules_for
from gipf_engine.rules.base import Position

TOKENS = ("g2", "b3", "i3-h3", "f1-f2")


def positions() -> list[Position]:
    found = [rules_for("gipf-basic").start()]
    for token in TOKENS:
        found.append(found[-1].play(found[-1].parse(token)))
    return found


def test_a_chance_is_even_at_0_certain_where_it_is_proved_and_the_same_for_both() -> None:
    assert chance(0) == 0.5
    assert (chance(WIN - 3), chance(3 - WIN)) == (1.0, 0.0)
    assert chance(250) == pytest.approx(0.731, abs=0.001)  # 1 / (1 + 1/e)
    assert chance(300) + chance(-300) == pytest.approx(1)


def test_marks_and_accuracy_follow_from_scores() -> None:
    """White plays the best turn, far better than the next; Black loses 0.5 - 0.269; White all of 0.731."""
    seen = [
        Seen(0, -300, "g2"),  # chance 0.5, the next one 0.231: "!"
        Seen(0, 0, "other"),  # Black: 0.5, and after the turn 1 - 0.731
        Seen(250, 250, "other"),  # White: 0.731, and after the turn nothing
        Seen(WIN - 4, 0, "f1-f2"),  # Black wins, by the only turn
        Seen(3 - WIN, None, "x"),
    ]
    game = judge_turns(positions(), TOKENS, seen)
    assert [turn.mark for turn in game.turns] == ["!", "?", "??", "!"]
    assert [round(turn.loss, 3) for turn in game.turns] == [0.0, 0.231, 0.731, 0.0]
    assert (game.accuracy(0), game.accuracy(1)) == (63, 88)  # 1 - 0.731 / 2, 1 - 0.231 / 2
    assert game.turning_point is not None and game.turning_point.ply == 3
    assert [round(each, 3) for each in game.chances] == [0.5, 0.5, 0.731, 0.0, 0.0]


def test_a_game_that_is_looked_at_in_part_is_judged_in_part() -> None:
    game = judge_turns(positions(), TOKENS, [Seen(0, None, "g2"), Seen(0, None, "b3")])
    assert [turn.ply for turn in game.turns] == [1]
    assert game.accuracy(1) is None and game.turning_point is None
