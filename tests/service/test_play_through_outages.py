"""A game in two browsers to its end while line, web process and Redis fail: no turn is lost, none stands twice."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest
from django.conf import LazySettings
from playwright.sync_api import Browser, BrowserContext, Page, expect

from common.journal.models import JournalEntry
from games.models import Game, Record, RecordedTurn
from play.playing import load_game
from tests.play.online import begin, reference_turns, two_accounts
from tests.servers import Redis, free_port
from tests.service.line import Line
from tests.service.processes import Service
from tests.service.test_attempt_clock import signed_in

pytestmark = [pytest.mark.service, pytest.mark.browser, pytest.mark.django_db(transaction=True)]
PATIENCE = 60_000
"""Milliseconds that a page may take on a busy machine, with its pauses before it tries again."""
WITHOUT_LINE = 5.0
"""Seconds."""
LINE_FAILS, WEB_FAILS, REDIS_FAILS = 6, 11, 16
"""Turns before which it happens: White's, Black's, White's."""


@pytest.fixture
def contexts() -> Iterator[list[BrowserContext]]:
    opened: list[BrowserContext] = []
    yield opened
    for context in opened:
        context.close()


class Table:
    """Two pages at one board, and what becomes of their turns."""

    def __init__(self, pages: tuple[Page, Page]) -> None:
        self.pages = pages

    def send(self, ply: int, token: str) -> None:
        """Type the next turn, counted from 0, and press the button."""
        page = self.pages[ply % 2]
        expect(page.locator(".board-type button")).to_be_enabled(timeout=PATIENCE)
        page.locator("#board-turns").fill(token)
        page.locator(".board-type button").click()

    def see(self, count: int) -> None:
        """Both boards show so many turns."""
        for page in self.pages:
            expect(page.locator(".moves .turn")).to_have_count(count, timeout=PATIENCE)

    def turns(self) -> list[list[str]]:
        return [page.locator(".moves .turn").all_inner_texts() for page in self.pages]


def test_a_game_goes_to_its_end_whatever_fails(
    service: Service,
    redis: Redis,
    collected_files: None,
    chromium: Browser,
    contexts: list[BrowserContext],
    settings: LazySettings,
) -> None:
    settings.SECRET_KEY = service.environment["SECRET_KEY"]  # sessions of the test are those of the processes
    white, black = two_accounts()
    game = begin(white, black, control="1800+20")
    port = free_port()
    web = service.web(port)
    line = Line(port)
    pages = []
    for account, where in ((white, line.port), (black, port)):
        site = f"http://127.0.0.1:{where}"
        contexts.append(signed_in(chromium, account, site))
        pages.append(contexts[-1].new_page())
        pages[-1].goto(f"{site}/play/{game}")
        expect(pages[-1].locator("[data-live-on]")).to_be_visible(timeout=PATIENCE)
    table = Table((pages[0], pages[1]))
    turns = [token for _account, token in reference_turns(white, black)]
    for ply, token in enumerate(turns):
        if ply == LINE_FAILS:
            line.drop()
        elif ply == WEB_FAILS:
            web.kill()
        elif ply == REDIS_FAILS:
            redis.kill()
        elif ply == REDIS_FAILS + 3:
            redis.start()
        table.send(ply, token)
        if ply == LINE_FAILS:
            expect(pages[0].locator("[data-waiting]")).to_contain_text(token)
            time.sleep(WITHOUT_LINE)
            line.restore()
        elif ply == WEB_FAILS:
            expect(pages[1].locator("[data-waiting]")).to_contain_text(token)
            web = service.web(port)
        table.see(ply + 1)
    line.close()

    shown = table.turns()
    assert shown[0] == shown[1]
    done = load_game(game)
    assert (done.online.ending, Game.objects.get(pk=game).result) == ("rules", "0-1")
    assert len(done.running.tokens) == len(shown[0]) == len(turns) == 24
    assert RecordedTurn.objects.filter(recording__game=game).count() == len(turns), "none stands twice"
    assert Record.objects.get(game=game).outcome == "0-1"
    assert JournalEntry.objects.filter(scope__key=f"game:{game}", action="give-time-back").exists()
    expect(pages[0].get_by_text("You have lost.")).to_be_visible(timeout=PATIENCE)
    expect(pages[1].get_by_text("You have won.")).to_be_visible(timeout=PATIENCE)
