"""The table of statements tells what the tests show."""

from __future__ import annotations

from tests.tournaments.checklist.table import COMMAND, PAGE, render, wrong_claims


def test_every_statement_that_is_said_to_hold_has_a_test_and_no_other_has() -> None:
    assert wrong_claims() == []


def test_the_page_is_up_to_date() -> None:
    assert PAGE.read_text(encoding="utf-8") == render(), f"docs/checklist.md is stale: run {COMMAND}"
