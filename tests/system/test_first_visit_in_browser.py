"""A stranger with nothing but the address: a lesson, a game against the computer, a puzzle, an analysed game.

Every step is a click on what the page offers.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from django.core.management import call_command
from playwright.sync_api import Page, expect

from games.models import Game, RecordAnalysis
from gipf_engine.rules.lessons import Lesson, course_of
from gipf_engine.rules.puzzles import all_puzzles
from play.core.playing import load_game
from play.games.services.games import resign
from testing.browser import DESK, PHONE, Open, click_on, overflow
from testing.marks import slow
from testing.play.online import begin, play, reference_turns, two_accounts
from tests.games.board_touches import touches_for
from tests.play.table.test_games_in_browser import WITHOUT_A_CONNECTION

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PICTURES = os.environ.get("GIPFEL_PICTURES_OF_THE_WALK", "")
"""A folder in which a picture of each page is kept."""
TURNS_OF_THE_COLLECTION = 12


class Visit:
    """A stranger at a page, who clicks on what is seen there."""

    def __init__(self, page: Page, name: str) -> None:
        self.page, self.name, self.steps = page, name, 0

    def look(self) -> None:
        """Nothing sticks out of the window."""
        self.steps += 1
        if PICTURES:
            self.page.screenshot(path=Path(PICTURES) / f"{self.name}-{self.steps:02}.png", full_page=True)
        assert overflow(self.page) == 0, self.page.url

    def follow(self, selector: str) -> None:
        """Click on the first of what is seen, which leads to another page."""
        before = self.page.url
        self.page.locator(selector).locator("visible=true").first.click()
        self.page.wait_for_url(lambda url: url != before)
        self.page.wait_for_load_state()
        self.look()

    def touch(self, *spots: str) -> None:
        """Places of the board, one after the other."""
        for spot in spots:
            click_on(self.page, f'[data-spot="{spot}"]')

    def do_lesson(self, lesson: Lesson) -> None:
        """What may not be touched is explained, and the turn that does the task is praised."""
        assert self.page.url.endswith(f"/{lesson.key}")
        self.touch("e5")
        expect(self.page.locator("[data-refused]")).to_be_visible()
        self.look()
        self.touch(*touches_for(lesson.begin(), lesson.solution))
        expect(self.page.locator(".lesson-task")).to_have_class("lesson-task is-done")
        self.look()

    def play_turn(self, turns: int, *spots: str) -> None:
        """A turn, and the computer's answer."""
        self.touch(*spots)
        shown = self.page.locator(".moves .turn")
        expect(shown).to_have_count(turns - 1, timeout=WITHOUT_A_CONNECTION)
        call_command("work", "--once", "--queues", "turns")
        expect(shown).to_have_count(turns, timeout=WITHOUT_A_CONNECTION)
        self.look()

    def solve_puzzle(self) -> None:
        """A wrong turn, with what answers it, then the line that wins."""
        puzzle = all_puzzles()[int(self.page.url.rpartition("/")[2])]
        wrong, answer = next((token, answer) for token, answer in puzzle.refutations.items() if answer)
        self.touch(*touches_for(puzzle.position_at(0), wrong))
        expect(self.page.locator("[data-refused]")).to_contain_text(answer)
        self.look()
        for ply in range(0, len(puzzle.line), 2):
            self.touch(*touches_for(puzzle.position_at(ply), puzzle.line[ply]))
        expect(self.page.locator(".lesson-task")).to_have_class("lesson-task is-done")
        self.look()


@pytest.fixture
def collection() -> int:
    """A game of the collection, which is over."""
    white, black = two_accounts()
    game = begin(white, black)
    play(game, *reference_turns(white, black)[:TURNS_OF_THE_COLLECTION])
    resign(game, white)
    return game


@pytest.mark.parametrize(("language", "width"), [slow("en", PHONE), ("en", DESK), ("fa", PHONE), slow("fa", DESK)])
def test_a_stranger_learns_plays_solves_and_reads(open_page: Open, collection: int, language: str, width: int) -> None:
    course = course_of("gipf")
    assert course is not None
    visit = Visit(open_page("/", language=language, width=width, often=True), f"{language}-{width}")
    visit.look()
    visit.follow("a[href='/learn']")
    visit.follow("a[href='/learn/gipf']")
    visit.follow("a.primary")
    visit.do_lesson(course.lessons[0])
    visit.follow("[data-next]")

    visit.follow(".top-nav a[href='/play']")
    visit.follow(".computer-levels button[value='1']")
    visit.play_turn(2, "g1", "g2")
    visit.play_turn(4, "a2", "b3")
    game = Game.objects.exclude(pk=collection).get()
    assert game.black.program_level == 1 and load_game(game.pk).plies == 4
    visit.page.locator("details:has(form[action$='/resign']) summary").click()
    visit.page.locator("form[action$='/resign'] button").click()
    expect(visit.page.locator(".play-end")).to_be_visible()
    visit.look()

    visit.follow(".play-end a[href='/puzzles/gipf-basic/next']")
    visit.solve_puzzle()

    visit.follow("a[href='/games?rules=gipf-basic&record=analysed']")
    expect(visit.page.locator(".found-games")).to_have_count(0)
    visit.follow("footer a[href='/games']")
    visit.follow(f"a[href='/games/{collection}']")
    visit.follow("form[action^='/games/'] button")
    call_command("work", "--once", "--queues", "turns,analysis")
    assert RecordAnalysis.objects.get().done == TURNS_OF_THE_COLLECTION + 1
    expect(visit.page.locator("#analysis-players dd").nth(1)).to_contain_text("%", timeout=WITHOUT_A_CONNECTION)
    visit.look()
    visit.follow("a[rel=prev]")
    assert visit.page.locator(".analysis-lines li").count() == 3
