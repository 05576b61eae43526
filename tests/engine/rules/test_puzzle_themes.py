"""Themes of puzzles: by what the turns of a line do on the board, and as the files have them."""

from __future__ import annotations

import pytest

from gipf_engine.rules.lessons import course_of
from gipf_engine.rules.puzzle_themes import THEMES, themes_of
from gipf_engine.rules.puzzles import all_puzzles, puzzles_of, rules_with_puzzles, themes_in

ROW, PUSH = "d1-d6;xd2,d3,d4,d5,d6*", "e1-e3"
"""In the lesson on captures: White's row d2–d5 comes off and takes the piece on d6 along; and a push without a row."""
LINES = {
    "a capture in one turn": ([ROW], ["one-turn", "capture"]),
    "a push that removes nothing": ([PUSH], ["one-turn", "quiet"]),
    "the defence captures nothing": ([PUSH, "a1-c3", ROW], ["quiet", "capture"]),
}


@pytest.mark.parametrize("name", LINES)
def test_a_line_has_the_themes_of_what_it_does(name: str) -> None:
    line, themes = LINES[name]
    course = course_of("gipf")
    assert course is not None
    position = next(lesson.begin() for lesson in course.lessons if lesson.key == "capture")
    assert themes_of(position, line) == themes


def test_the_files_have_the_themes_of_their_lines() -> None:
    """`python -m bench.analysis.puzzles RULES --themes` writes them."""
    for puzzle in all_puzzles().values():
        assert list(puzzle.themes) == themes_of(puzzle.position_at(0), puzzle.line), puzzle.key


def test_each_theme_has_puzzles_and_none_has_all() -> None:
    for theme in THEMES:
        having = [theme.key in puzzle.themes for puzzle in all_puzzles().values()]
        assert any(having) and not all(having), theme.key
    assert sum(themes_in("gipf-basic").values()) == sum(len(puzzle.themes) for puzzle in puzzles_of("gipf-basic"))
    assert set(rules_with_puzzles()) >= {"gipf-basic", "lyngk-six"}
