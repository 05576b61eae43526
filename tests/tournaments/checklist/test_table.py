"""The table of statements tells what the tests show."""

from __future__ import annotations

from tests.tournaments.checklist.hard_points import HARD_POINTS
from tests.tournaments.checklist.statements import STATEMENTS
from tests.tournaments.checklist.table import (
    COMMAND,
    HERE,
    HOLDS,
    PAGE,
    render,
    shown_for_teams,
    state_of,
    wrong_claims,
)
from tests.tournaments.checklist.team_statements import APART, NOTES, OPEN

ROOT = HERE.parents[2]


def test_every_statement_that_is_said_to_hold_has_a_test_and_no_other_has() -> None:
    assert wrong_claims() == []


def test_every_hard_point_is_shown_by_a_statement_that_holds_or_says_why_not() -> None:
    assert len(HARD_POINTS) == 74 and list(HARD_POINTS) == sorted(HARD_POINTS)
    for number, point in HARD_POINTS.items():
        assert point.shown or point.why, number
        for each in point.shown.split(", "):
            assert not each or each.startswith("tests/") or state_of(each) == HOLDS, number


def test_each_statement_is_shown_for_teams_or_says_why_not() -> None:
    shown = shown_for_teams()
    assert set(shown) | set(NOTES) | set(OPEN) | set(APART) == set(STATEMENTS)
    assert not set(OPEN) & (set(APART) | set(shown))
    for test in (each for tests in shown.values() for each in tests):
        file, _separator, name = test.partition("::")
        assert (ROOT / file).exists() and f"def {name}" in (ROOT / file).read_text(encoding="utf-8"), test


def test_the_page_is_up_to_date() -> None:
    assert PAGE.read_text(encoding="utf-8") == render(), f"docs/checklist.md is stale: run {COMMAND}"
