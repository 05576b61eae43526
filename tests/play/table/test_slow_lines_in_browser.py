"""What is touched, pressed or typed while something is on its way to a server that is far away is not lost."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from games.core.running import running_game
from play.core.playing import load_game
from play.games.services.games import play_turn
from players.models import Account
from testing.browser import Open
from testing.factories import ClubFactory, GameFactory, seated
from testing.marks import slow
from testing.play.online import begin
from tests.games.board_touches import touch
from tests.play.table.test_games_in_browser import WITHOUT_A_CONNECTION
from tests.tournaments.desk_keys import SLOW_LINE

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

LATENCIES = pytest.mark.parametrize("latency", [slow(350), 1_000])


def slow_down(page: Page, latency: int) -> None:
    page.evaluate(SLOW_LINE, {"latency": latency, "lost": 0, "seed": 1})


def press_all(page: Page, *spots: str) -> None:
    """Touch places by the keyboard's way, all in one breath, before any answer can be there."""
    page.evaluate(
        """spots => { for (const spot of spots) document.querySelector(`[data-spot="${spot}"]`)
            .dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true })); }""",
        list(spots),
    )


def expect_turns(page: Page, *tokens: str) -> None:
    expect(page.locator(".moves .turn")).to_have_text(list(tokens), timeout=WITHOUT_A_CONNECTION)


@LATENCIES
def test_the_next_turns_touched_while_one_is_recorded_are_recorded_behind_it(open_page: Open, latency: int) -> None:
    game = GameFactory(club=ClubFactory(), rules="gipf-tournament")
    page = open_page(f"/games/{game.pk}/recorder", seated(game, "white"))
    slow_down(page, latency)
    press_all(page, "i3", "h3", "b6", "c6", "i2", "h3")
    expect(page.locator("#recorder-side .turn")).to_have_count(3, timeout=WITHOUT_A_CONNECTION)
    assert running_game(game).tokens == ("Gh3", "Gc6", "Gi2-g4")
    expect(page.locator("[data-refused]")).to_be_hidden()


@LATENCIES
def test_taking_back_pressed_while_a_turn_is_recorded_takes_that_turn_back(open_page: Open, latency: int) -> None:
    game = GameFactory(club=ClubFactory(), rules="gipf-tournament")
    page = open_page(f"/games/{game.pk}/recorder", seated(game, "white"))
    touch(page, "i3", "h3")
    expect(page.locator("#recorder-side .turn")).to_have_count(1)
    slow_down(page, latency)
    press_all(page, "b6", "c6")
    page.locator("[data-board-form] button", has_text="Undo the last turn").first.click()
    expect(page.locator("[data-board]")).to_have_attribute("aria-busy", "false", timeout=WITHOUT_A_CONNECTION)
    expect(page.locator("#recorder-side .turn")).to_have_count(1, timeout=WITHOUT_A_CONNECTION)
    assert running_game(game).tokens == ("Gh3",)


@LATENCIES
def test_a_turn_touched_while_ones_own_is_sent_is_the_turn_ahead(
    open_page: Open, accounts: tuple[Account, Account], latency: int
) -> None:
    game = begin(*accounts)
    white, black = accounts
    page = open_page(f"/play/{game}", white)
    slow_down(page, latency)
    press_all(page, "g1", "g2", "a2", "b3")
    expect(page.locator("[data-ask]")).to_contain_text("b3", timeout=WITHOUT_A_CONNECTION)
    assert load_game(game).plies == 1
    play_turn(game, black, "h4", expect=load_game(game).version)
    expect_turns(page, "g2", "h4", "b3")


@LATENCIES
def test_what_is_typed_while_a_message_is_sent_stays(
    open_page: Open, accounts: tuple[Account, Account], latency: int
) -> None:
    game = begin(*accounts, control="3days+10")
    page = open_page(f"/play/{game}", accounts[0])
    slow_down(page, latency)
    field = page.get_by_label("Message", exact=True)
    field.fill("Hello Bela")
    field.press("Enter")
    page.keyboard.type("how are")
    expect(page.locator("[data-chat-lines] li")).to_contain_text(["Hello Bela"], timeout=WITHOUT_A_CONNECTION)
    expect(field).to_have_value("how are")
