"""A puzzle in Chromium: by touch on a phone, seen from the side of the player to move."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from gipf_engine.rules.puzzles import puzzles_of
from testing.axe import faults_of
from testing.browser import PHONE, Open, overflow

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_a_puzzle_is_solved_by_touch(open_page: Open) -> None:
    puzzle = next(each for each in puzzles_of("lyngk-six") if each.own_turns == 1 and len(each.line[0]) == 5)
    page = open_page(f"/puzzles/{puzzle.key}", width=PHONE, has_touch=True)
    assert overflow(page) == 0
    assert faults_of(page, "/puzzles") == []
    for spot in puzzle.line[0].split("-"):
        page.locator(f'[data-spot="{spot}"]').tap()
    expect(page.locator("[data-next]")).to_be_visible()
    expect(page.locator("[data-ask]")).to_have_text("Solved!")


def test_a_ring_and_a_marble_are_moved_by_touch_and_answered(open_page: Open) -> None:
    """The puzzles of YINSH and ZÈRTZ, whose turns have parts that are chosen beside the board."""
    for rules, turn in (("yinsh-normal", r"(\w\d+)-(\w\d+)"), ("zertz-37", r"B(\w\d),(\w\d)")):
        puzzle = next(each for each in puzzles_of(rules) if each.own_turns == 2 and re.fullmatch(turn, each.line[0]))
        page = open_page(f"/puzzles/{puzzle.key}", width=PHONE, has_touch=True)
        expect(page.get_by_text("to move and win in 2 turns.")).to_be_visible()
        if rules == "zertz-37":
            page.get_by_role("button", name="Black marble", exact=True).tap()
        for spot in re.findall(r"[a-k]\d+", puzzle.line[0]):
            page.locator(f'[data-spot="{spot}"]').tap()
        expect(page.get_by_text("to move and win in 1 turn.")).to_be_visible()
        assert overflow(page) == 0
