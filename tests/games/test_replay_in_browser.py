"""A record stepped through in Chromium: by keys and clicks without loading pages, by plain links without scripts."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from games.models import Game
from games.services import submit_record
from tests.browser import PHONE, Open, overflow
from tests.factories import ClubFactory, GameFactory, seated
from tests.games.records import WON_BY_BLACK

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def game() -> Game:
    game = GameFactory(club=ClubFactory())
    submit_record(game.pk, seated(game, "white"), WON_BY_BLACK)
    return game


def shown(page: Page) -> str:
    """The last move in words, from the drawn board."""
    return page.locator("[data-board] svg desc").text_content() or ""


def test_arrow_keys_step_without_loading_a_page(open_page: Open, game: Game) -> None:
    page = open_page(f"/games/{game.pk}?ply=0")
    loads: list[str] = []
    page.on("framenavigated", lambda frame: loads.append(frame.url))
    expect(page.locator("[data-keys]")).to_be_visible()
    page.keyboard.press("ArrowRight")
    expect(page.locator(".game-ply")).to_have_text("1 / 24")
    assert "Last move: from g1 to g2." in shown(page)
    expect(page.locator(".moves [aria-current]")).to_have_text("g2")
    expect(page.locator("[data-words]")).to_contain_text("g2 Black is to move.")
    page.keyboard.press("End")
    expect(page.locator(".game-ply")).to_have_text("24 / 24")
    expect(page.locator("[data-step=on]")).to_have_attribute("aria-disabled", "true")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".game-ply")).to_have_text("23 / 24")
    page.keyboard.press("Home")
    expect(page.locator(".game-ply")).to_have_text("0 / 24")
    assert page.url.endswith("ply=0")
    assert {url.partition("?")[0] for url in loads} <= {page.url.partition("?")[0]}


def test_moves_and_buttons_lead_to_their_positions(open_page: Open, game: Game) -> None:
    page = open_page(f"/games/{game.pk}", width=PHONE)
    page.locator("[data-go='3']").click()
    expect(page.locator(".game-ply")).to_have_text("3 / 24")
    page.get_by_role("link", name="Previous position").click()
    expect(page.locator(".game-ply")).to_have_text("2 / 24")
    page.reload()
    expect(page.locator(".game-ply")).to_have_text("2 / 24")
    assert overflow(page) == 0


def test_without_scripts_the_same_links_load_the_positions(open_page: Open, game: Game) -> None:
    page = open_page(f"/games/{game.pk}?ply=0", java_script_enabled=False)
    page.get_by_role("link", name="Next position").click()
    expect(page.locator(".game-ply")).to_have_text("1 / 24")
    assert "Last move: from g1 to g2." in shown(page)
    page.get_by_role("link", name="Last position").click()
    expect(page.locator(".game-ply")).to_have_text("24 / 24")


def test_a_player_reports_on_a_phone(open_page: Open, game: Game) -> None:
    page = open_page(f"/games/{game.pk}/result", seated(game, "black"), width=PHONE)
    assert overflow(page) == 0
    page.get_by_role("button", name="Black wins").click()
    expect(page.get_by_role("heading", name="Your report is kept")).to_be_visible()
    expect(page.get_by_text(f"{game.white.name} reported the same: the result stands.")).to_be_visible()
    assert overflow(page) == 0
    game.refresh_from_db()
    assert game.result == "0-1"


@pytest.mark.parametrize("language", ["en", "fa", "ja"])
def test_pages_of_a_game_never_scroll_sideways(open_page: Open, game: Game, language: str) -> None:
    for path in ("", "/result", "/record"):
        page = open_page(f"/games/{game.pk}{path}", seated(game, "white"), width=PHONE, language=language)
        assert overflow(page) == 0
