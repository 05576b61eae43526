"""Quick pairing in Chromium: from the address of the server to the first turn of a game with somebody who waits."""

from __future__ import annotations

import time

import pytest
from playwright.sync_api import Page, expect

from play.core.playing import load_game
from play.models import OnlineGame, Seek
from players.models import Account
from testing.axe import axe_faults
from testing.browser import PHONE, Open
from tests.looks import too_wide

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
SECONDS, CLICKS = 10, 2


def make_first_turn(*pages: Page) -> None:
    """Whoever has White makes it."""
    for page in pages:
        expect(page.locator("[data-board-input]")).to_be_visible()
    white = next(page for page in pages if page.title().startswith("●"))
    white.locator("[data-spot='g1']").click()
    white.locator("[data-spot='g2']").click()
    expect(white.locator(".moves .turn")).to_have_text(["g2"])


def test_a_stranger_with_nothing_but_the_address_plays_with_who_waits(
    open_page: Open, accounts: tuple[Account, Account]
) -> None:
    waiting = open_page("/play", accounts[0])
    waiting.get_by_role("button", name="5 min + 3 s per turn").click()
    expect(waiting.get_by_text("Looking for an opponent")).to_be_visible()
    stranger = open_page("/", width=PHONE)
    clicks, began = 0, time.monotonic()
    for link in (
        stranger.locator(".top-nav a[href='/play']"),
        stranger.get_by_role("listitem").filter(has_text="Wanda").get_by_role("button", name="Play"),
    ):
        link.click()
        clicks += 1
    make_first_turn(stranger, waiting)
    assert clicks <= CLICKS
    assert time.monotonic() - began < SECONDS
    game = load_game(OnlineGame.objects.get().pk)
    assert (game.game.rated, game.running.tokens) == (False, ("g2",))


def test_two_members_are_paired_by_the_same_press_and_led_to_one_board(
    open_page: Open, accounts: tuple[Account, Account]
) -> None:
    pages = [open_page("/play", account) for account in accounts]
    for page in pages:
        page.get_by_label("Rated games only").check()
        page.get_by_role("button", name="10 min + 5 s per turn").click()
    make_first_turn(*pages)
    assert OnlineGame.objects.get().game.rated


def test_who_leaves_the_page_waits_no_more_and_nor_does_who_stops(
    open_page: Open, accounts: tuple[Account, Account]
) -> None:
    page = open_page("/play", accounts[0])
    page.get_by_role("button", name="3 min + 2 s per turn").click()
    page.get_by_role("button", name="Stop looking").click()
    expect(page.get_by_role("button", name="3 min + 2 s per turn")).to_be_visible()
    assert not Seek.objects.exists()
    page.get_by_role("button", name="3 min + 2 s per turn").click()
    expect(page.get_by_text("Looking for an opponent")).to_be_visible()
    page.goto(page.url.replace("/play", "/about"))
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    for _try in range(50):
        if not Seek.objects.exists():
            break
        page.wait_for_timeout(100)
    assert not Seek.objects.exists()


def test_without_scripts_one_waits_and_plays_as_well(open_page: Open, accounts: tuple[Account, Account]) -> None:
    page = open_page("/play", accounts[0], java_script_enabled=False)
    page.get_by_role("button", name="5 min + 3 s per turn").click()
    other = open_page("/play", accounts[1], java_script_enabled=False)
    other.get_by_role("listitem").filter(has_text="Wanda").get_by_role("button", name="Play").click()
    expect(other.locator("[data-board-input]")).to_be_visible()
    page.reload()
    page.get_by_role("link", name="Bela").click()
    expect(page.locator("[data-board-input]")).to_be_visible()


def test_a_control_of_ones_own_is_kept_as_a_favourite(open_page: Open, accounts: tuple[Account, Account]) -> None:
    page = open_page("/play", accounts[0])
    page.get_by_text("Your own time control").click()
    page.get_by_label("Kind of clock").select_option(label="Byo-yomi")
    page.get_by_label("Minutes per player").fill("15")
    page.get_by_label("Seconds per turn").fill("20")
    page.get_by_label("Periods of byo-yomi").fill("5")
    page.get_by_role("button", name="Add to favourites").click()
    first = page.locator(".quick-controls button").first
    expect(first).to_have_text("15 min, then 5 × 20 s byo-yomi")
    assert axe_faults(page) == []
    assert too_wide(open_page("/about", accounts[0], width=PHONE), ("/play",), ("en", "fa")) == []
    first.click()
    assert Seek.objects.get().control == "900b5x20"
