"""Games in browsers to their ends while line, tab, web process and Redis fail: no turn is lost, none stands twice."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from datetime import timedelta

import pytest
from django.conf import LazySettings
from playwright.sync_api import Browser, BrowserContext, Page, expect

from common.journal.models import JournalEntry
from games.models import Game, Record, RecordedTurn
from play.core.playing import load_game
from players.models import Account
from testing.browser import PHONE, open_typing, overflow
from testing.engine.rules.lyngk_data import RESULTS
from testing.factories import AccountFactory, PersonFactory
from testing.games.game_records import CHAMPIONSHIP, LYNGK_WITH_ALL, ON_TO_THE_END, played, turns_of
from testing.play.online import begin, two_accounts
from testing.servers import Redis, free_port
from testing.service.processes import Service
from tests.games.board_touches import touch, touches_of
from tests.service.relay import Relay
from tests.service.test_attempt_clock import signed_in

pytestmark = [pytest.mark.service, pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]
PATIENCE = 60_000
"""Milliseconds that a page may take on a busy machine, with its pauses before it tries again."""
MINUTES_30, INCREMENT = 1_800_000, 20_000
CONTROL = "1800+20"
WITHOUT_LINE = 20.0
"""Seconds."""
LINE_FAILS, WEB_FAILS, REDIS_FAILS, REDIS_IS_BACK = 6, 13, 18, 21
"""Turns before which it happens: White's, Black's, White's, Black's."""
ON_A_PHONE = {"viewport": {"width": PHONE, "height": 844}, "has_touch": True, "is_mobile": True}
PLACES = """() => Object.fromEntries(
    [...document.querySelectorAll("[data-board] [data-spot]")].map(e => [e.dataset.spot, e.getAttribute("aria-label")])
)"""
"""What stands on each place of the board."""

Come = Callable[..., Page]


@pytest.fixture
def come(chromium: Browser) -> Iterator[Come]:
    """`come(account, game, port, **options)`: a player opens the board, in a browser of his own."""
    opened: list[BrowserContext] = []

    def open_one(account: Account, game: int, port: int, **options: object) -> Page:
        site = f"http://127.0.0.1:{port}"
        opened.append(signed_in(chromium, account, site, **options))
        page = opened[-1].new_page()
        page.goto(f"{site}/play/{game}")
        expect(page.locator("[data-live-on]")).to_be_visible(timeout=PATIENCE)
        return page

    yield open_one
    for context in opened:
        context.close()


class Table:
    """Two pages at one board, White's and Black's, and what becomes of their turns."""

    def __init__(self, white: Page, black: Page) -> None:
        self.pages = [white, black]

    def type(self, ply: int, token: str) -> None:
        """Type a turn, counted from 0, and press the button."""
        page = self.pages[ply % 2]
        expect(page.locator(".board-type button")).to_be_enabled(timeout=PATIENCE)
        open_typing(page)
        page.locator("#board-turns").fill(token)
        page.locator(".board-type button").click()

    def touch(self, ply: int, token: str) -> None:
        """Make a turn of LYNGK by touch."""
        touch(self.pages[ply % 2], *touches_of(token))

    def waits(self, ply: int, token: str) -> None:
        """The turn cannot be sent, and is kept in the browser."""
        expect(self.pages[ply % 2].locator("[data-waiting]")).to_contain_text(token, timeout=PATIENCE)

    def see(self, count: int) -> None:
        """Both boards show so many turns, and the same pieces on the same places."""
        for page in self.pages:
            expect(page.locator(".moves .turn")).to_have_count(count, timeout=PATIENCE)
        white, black = (page.evaluate(PLACES) for page in self.pages)
        assert white == black

    def turns(self) -> list[list[str]]:
        """The turns beside each board."""
        return [page.locator(".moves .turn").all_inner_texts() for page in self.pages]


def test_the_championship_of_2001_goes_on_to_its_end_whatever_fails(
    service: Service, redis: Redis, collected_files: None, come: Come, settings: LazySettings
) -> None:
    """Beside it, while White has no line, Black plays a game of LYNGK on the phone that he came back on."""
    settings.SECRET_KEY = service.environment["SECRET_KEY"]  # sessions of the test are those of the processes
    white, black = two_accounts()
    game = begin(white, black, control=CONTROL, rules="gipf-tournament")
    turns = turns_of("gipf-tournament", f"{CHAMPIONSHIP} {ON_TO_THE_END}")
    port = free_port()
    web = service.web(port)
    line = Relay(port)
    table = Table(come(white, game, line.port), come(black, game, port))
    for ply, token in enumerate(turns):
        if ply == LINE_FAILS:
            line.drop()
            dropped = time.monotonic()
        elif ply == WEB_FAILS:
            web.kill()
        elif ply == REDIS_FAILS:
            redis.kill()
        elif ply == REDIS_IS_BACK:
            redis.start()
        table.type(ply, token)
        if ply == LINE_FAILS:
            table.waits(ply, token)
            table.pages[1].context.close()
            table.pages[1] = come(black, game, port, **ON_A_PHONE)
            assert overflow(table.pages[1]) == 0
            play_lyngk(black, port, come)
            time.sleep(max(0, dropped + WITHOUT_LINE - time.monotonic()))
            line.restore()
        elif ply == WEB_FAILS:
            table.waits(ply, token)
            web = service.web(port)
        table.see(ply + 1)
    line.close()

    assert table.turns() == [turns, turns]
    assert_over(game, turns, "1-0")
    assert_no_time_is_lost(game)
    for page, words in zip(table.pages, ("You have won.", "You have lost."), strict=True):
        expect(page.get_by_text(words)).to_be_visible(timeout=PATIENCE)


def play_lyngk(account: Account, port: int, come: Come) -> None:
    """A game with claims and a chain by touch, to its end. The account has White, on a phone."""
    reference = played("lyngk-main", LYNGK_WITH_ALL)
    turns: list[str] = reference["moves"]
    opponent = AccountFactory(person=PersonFactory(name="Cora"))
    setup = "".join(reference["setup"].values())
    game = begin(account, opponent, control=CONTROL, rules="lyngk-main", setup=setup)
    table = Table(come(account, game, port, **ON_A_PHONE), come(opponent, game, port))
    for ply, token in enumerate(turns):
        table.touch(ply, token)
        table.see(ply + 1)
    assert table.turns() == [turns, turns]
    assert_over(game, turns, RESULTS[reference["result"]])


def assert_over(game: int, turns: Sequence[str], result: str) -> None:
    """The rules have ended the game; each turn stands there once, and the record has the same result."""
    done = load_game(game)
    assert (done.online.ending, Game.objects.get(pk=game).result) == ("rules", result)
    assert list(done.running.tokens) == list(turns)
    assert RecordedTurn.objects.filter(recording__game=game).count() == len(turns), "none stands twice"
    assert Record.objects.get(game=game).outcome == result


def assert_no_time_is_lost(game: int) -> None:
    """No turn costs more than the time since the turn before, less the time in which there was no web process."""
    rows = list(RecordedTurn.objects.filter(recording__game=game).order_by("ply"))
    back = JournalEntry.objects.filter(scope__key=f"game:{game}", action="give-time-back")
    given = {entry.version: entry.data["away_ms"] for entry in back}
    assert any(rows[WEB_FAILS - 1].version < version < rows[WEB_FAILS].version for version in given)
    for before_own, before, row in zip(rows, rows[1:], rows[2:], strict=False):
        assert before_own.clock_ms is not None and row.clock_ms is not None
        used = before_own.clock_ms + INCREMENT - row.clock_ms
        away = sum(away for version, away in given.items() if before.version < version < row.version)
        assert timedelta(milliseconds=used + away) <= row.at - before.at, row.ply
