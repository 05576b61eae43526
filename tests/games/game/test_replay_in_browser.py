"""A record stepped through in Chromium: by keys and clicks without loading pages, by plain links without scripts."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from games.models import Game
from games.records.services.submit_record import submit_record
from testing.browser import PHONE, Open, overflow
from testing.factories import ClubFactory, GameFactory, seated
from testing.games.game_records import WON_BY_BLACK
from tests.looks import too_wide
from tests.plain_http import open_over_plain_http

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def game() -> Game:
    game = GameFactory(club=ClubFactory())
    submit_record(game.pk, seated(game, "white"), WON_BY_BLACK)
    return game


def shown(page: Page) -> str:
    """The last move in words, from the drawn board."""
    return page.locator("[data-board] svg desc").text_content() or ""


def test_arrow_keys_step_without_loading_a_page_and_on_paper_the_current_move_is_as_black_as_the_others(
    open_page: Open, game: Game
) -> None:
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
    for _turn in range(3):
        page.keyboard.press("ArrowRight")
    expect(page.locator(".game-ply")).to_have_text("3 / 24")
    assert_is_black_on_paper(page)


def assert_is_black_on_paper(page: Page) -> None:
    page.emulate_media(media="print", reduced_motion="reduce")  # colours change at once
    colours = "e => { const style = getComputedStyle(e); return [style.color, style.backgroundColor, style.opacity]; }"
    others = page.locator(".moves li > a:not([aria-current])").first.evaluate(colours)
    assert page.locator(".moves [aria-current]").evaluate(colours) == others
    assert others[:1] == ["rgb(0, 0, 0)"]


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


@pytest.fixture
def annotated() -> Game:
    game = GameFactory(club=ClubFactory())
    submit_record(game.pk, seated(game, "white"), "1. c2 d2 2. c6 (2. f2 g2 {quiet} 3. b3) 2... d7 *")
    return game


def test_a_record_plays_by_itself_until_its_end_and_stops_where_somebody_steps(
    open_page: Open, annotated: Game
) -> None:
    page = open_page(f"/games/{annotated.pk}?ply=2")
    play = page.get_by_role("button", name="Play")
    play.click()
    expect(play).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".game-ply")).to_have_text("4 / 4")
    expect(play).to_have_attribute("aria-pressed", "false")
    page.keyboard.press("p")  # at the end: once more from the beginning
    expect(page.locator(".game-ply")).to_have_text("1 / 4")
    page.keyboard.press("End")
    expect(play).to_have_attribute("aria-pressed", "false")


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "links"])
def test_the_board_is_seen_from_either_side(open_page: Open, annotated: Game, scripts: bool) -> None:
    page = open_page(f"/games/{annotated.pk}?ply=1", width=PHONE, java_script_enabled=scripts)

    def heights() -> list[float]:
        boxes = [page.locator(f".side-{seat}").bounding_box() for seat in (0, 1)]
        return [box["y"] for box in boxes if box]

    white, black = heights()
    assert black < white
    page.get_by_role("link", name="Flip the board").click()
    expect(page.locator("#game[data-flipped]")).to_have_count(1)
    assert "flip=1" in page.url
    white, black = heights()
    assert white < black
    page.get_by_role("link", name="Next position").click()
    expect(page.locator(".game-ply")).to_have_text("2 / 4")
    expect(page.locator("#game[data-flipped]")).to_have_count(1)
    expect(page.locator(".side-0[data-to-move]")).to_have_count(1)
    assert overflow(page) == 0


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "links"])
def test_a_variation_is_entered_and_left(open_page: Open, annotated: Game, scripts: bool) -> None:
    page = open_page(f"/games/{annotated.pk}?ply=0", java_script_enabled=scripts)
    page.locator(".variation [data-go='4']").click()
    expect(page.locator(".game-ply")).to_have_text("4 / 5")
    expect(page.locator(".moves [aria-current]")).to_have_text("g2")
    for turn in ("f2", "d2"):
        page.get_by_role("link", name="Previous position").click()
        expect(page.locator(".moves [aria-current]")).to_have_text(turn)
    expect(page.locator(".game-ply")).to_have_text("2 / 4")
    page.get_by_role("link", name="Next position").click()
    expect(page.locator(".moves [aria-current]")).to_have_text("c6")
    assert "variation" not in page.url


def test_the_position_that_is_seen_is_copied(open_page: Open, annotated: Game) -> None:
    page = open_page(f"/games/{annotated.pk}?ply=0", permissions=["clipboard-read", "clipboard-write"])
    page.keyboard.press("ArrowRight")
    expect(page.locator(".game-ply")).to_have_text("1 / 4")
    page.get_by_text("Share and download").click()
    copied: list[str] = []
    for button in page.get_by_role("button", name="Copy").all():
        button.click()
        expect(page.locator("[data-copy-status]")).to_have_text("Copied.")
        copied.append(page.evaluate("navigator.clipboard.readText()"))
    link, position, frame = copied
    assert link.endswith(f"/games/{annotated.pk}?record=1&ply=1")
    assert " b 11-12 " in position
    assert f'/embed/games/{annotated.pk}?record=1&ply=1"' in frame and frame.startswith("<iframe src=")
    pictures = page.locator("[data-picture]").evaluate_all("links => links.map(each => each.href)")
    assert [address.rpartition("/")[2] for address in pictures] == ["1.svg?record=1&ply=1", "1.png?record=1&ply=1"]


def test_over_plain_http_it_is_copied_too_or_the_page_says_that_it_was_not(
    chromium: Browser, live_server: LiveServer, annotated: Game
) -> None:
    with open_over_plain_http(chromium, live_server, f"/games/{annotated.pk}?ply=0") as page:
        page.get_by_text("Share and download").click()
        page.get_by_role("button", name="Copy").first.click()
        expect(page.locator("[data-copy-status]")).to_have_text("Copied.")
        page.evaluate("document.execCommand = () => false")
        page.get_by_role("button", name="Copy").first.click()
        expect(
            page.get_by_text("This browser cannot copy here. The text is selected: copy it by hand.")
        ).to_be_visible()
        assert page.evaluate("document.activeElement.id") == "share-link"


def test_a_player_reports_on_a_phone(open_page: Open, game: Game) -> None:
    page = open_page(f"/games/{game.pk}/result", seated(game, "black"), width=PHONE)
    assert overflow(page) == 0
    page.get_by_role("button", name="Confirm: I won").click()
    expect(page.get_by_role("heading", name="Report saved")).to_be_visible()
    expect(page.get_by_text(f"{game.white.name} reported the same: the result is final.")).to_be_visible()
    assert overflow(page) == 0
    game.refresh_from_db()
    assert game.result == "0-1"


def test_a_game_from_boardspace_is_handed_in_on_a_phone(open_page: Open) -> None:
    game = GameFactory(club=ClubFactory())
    start = '(;GM[gipf]VV[2]SU[gipf 0 102]P0[id "Anna"]P1[id "Bea"];P0[0 Start P0];P0[1 slide d 1 d 2];P0[2 done]'
    page = open_page(f"/games/{game.pk}/record", seated(game, "white"), width=PHONE)
    page.get_by_label("Moves").fill(f"{start}\n;P1[3 slide e 1 e 9];P1[4 done])")
    page.get_by_role("button", name="Check and save").click()
    expect(page.get_by_text("line 2, P1[3 slide e 1 e 9]: no piece can come in from e1 to e9").first).to_be_visible()
    expect(page.get_by_label("Moves")).to_have_value(f"{start}\n;P1[3 slide e 1 e 9];P1[4 done])")
    assert overflow(page) == 0
    page.get_by_label("Moves").fill(f"{start};P1[3 Dropb G 1];P1[4 Dropb G 2];P1[5 done];P0[6 resign])")
    page.get_by_role("button", name="Check and save").click()
    expect(page.get_by_text("Recognised as Boardspace SGF and converted.")).to_be_visible()
    assert overflow(page) == 0
    assert [move.token for move in game.records.get().moves.order_by("ply")] == ["d2", "g2"]
    game.refresh_from_db()
    assert game.claims.get().result == "0-1"


@pytest.mark.slow
def test_pages_of_a_game_never_scroll_sideways(open_page: Open, game: Game) -> None:
    page = open_page("/about", seated(game, "white"), width=PHONE)
    assert too_wide(page, [f"/games/{game.pk}{path}" for path in ("", "/result", "/record")]) == []
