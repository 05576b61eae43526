"""Watching in Chromium: small boards that move, and the page of one game with clocks and steps."""

from __future__ import annotations

import pytest
from django.core.cache import cache
from playwright.sync_api import Page, expect

from common.journal import services as journal
from play.games.services.games import resign
from players.models import Account
from testing.axe import axe_faults
from testing.browser import PHONE, Open
from testing.factories import AccountFactory, PersonFactory
from testing.play.online import begin, play, two_accounts
from tests.looks import LANGUAGES, choose, too_wide

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
WITHOUT_A_CONNECTION = 40_000
"""The server of these tests has no stream: pages that follow look from time to time."""


@pytest.fixture
def accounts() -> tuple[Account, Account]:
    cache.clear()
    journal.open_scope(journal.SERVER)
    return two_accounts()


def moved(accounts: tuple[Account, Account]) -> int:
    game = begin(*accounts)
    play(game, (accounts[0], "g2"), (accounts[1], "b3"), (accounts[0], "f2"))
    return game


def is_filled(page: Page, point: str) -> bool:
    found = page.locator(f".game-svg:not([hidden]):not([data-behind]) .b-pieces > [data-point='{point}'] use")
    return found.count() > 0


def test_watch_leads_to_boards_that_move_and_to_the_page_of_one(
    open_page: Open, accounts: tuple[Account, Account]
) -> None:
    game = moved(accounts)
    page = open_page("/about", often=True)
    page.locator(".top-nav").get_by_role("link", name="Watch").click()
    expect(page.locator(".top-nav [aria-current]")).to_have_text("Watch")
    expect(page.locator(".watch-card .running-turn")).to_contain_text("Turn 3: f2")
    play(game, (accounts[1], "c6"))
    expect(page.locator(".watch-card .running-turn")).to_contain_text("Turn 4", timeout=WITHOUT_A_CONNECTION)
    page.get_by_role("link", name="Watch Wanda – Bela").click()
    page.wait_for_url(f"**/games/{game}")


def test_who_watches_a_game_sees_clocks_run_and_steps_through_it(
    open_page: Open, accounts: tuple[Account, Account]
) -> None:
    game = moved(accounts)
    page = open_page(f"/games/{game}", often=True)
    clock = page.locator(".side-1 .side-clock")
    shown = clock.inner_text()
    expect(clock).not_to_have_text(shown)
    expect(page.locator("[data-watchers]")).to_contain_text("Watching: 1")
    assert is_filled(page, "f2")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("[data-look-said]")).to_contain_text("turn 2 of 3, \u2066b3\u2069")
    past = page.locator(".board-past")
    expect(past.locator(".b-pieces > [data-point='b3'] use")).not_to_have_count(0)
    expect(past.locator(".b-pieces > [data-point='f2'] use")).to_have_count(0)
    play(game, (accounts[1], "c6"))
    expect(page.locator(".moves .turn")).to_have_count(4, timeout=WITHOUT_A_CONNECTION)
    expect(past).to_be_visible()
    page.get_by_role("button", name="Back to now").click()
    expect(past).to_be_hidden()
    assert is_filled(page, "c6")
    expect(page.locator(".side-0 [data-to-move]")).to_have_count(1)


def test_the_channel_goes_on_when_its_game_is_over(open_page: Open, accounts: tuple[Account, Account]) -> None:
    first = moved(accounts)
    page = open_page("/watch/best", often=True)
    expect(page.locator(f"#board-{first}")).to_be_visible()
    second = begin(*(AccountFactory(person=PersonFactory()) for _seat in range(2)))
    resign(first, accounts[0])
    expect(page.locator(f"#board-{second}")).to_be_visible(timeout=WITHOUT_A_CONNECTION)


@pytest.mark.slow
def test_pages_of_watching_fit_a_phone_and_axe_finds_nothing(
    open_page: Open, accounts: tuple[Account, Account]
) -> None:
    game = moved(accounts)
    paths = ("/watch", "/watch/best", f"/games/{game}")
    assert too_wide(open_page("/about", width=PHONE), paths) == []
    page = open_page("/watch")
    for language, theme in zip(LANGUAGES, ("light", "dark", "light"), strict=True):
        choose(page, language, theme)
        for path in paths:
            page.goto(page.url.split("/", 3)[0] + "//" + page.url.split("/", 3)[2] + path)
            assert axe_faults(page) == [], path
