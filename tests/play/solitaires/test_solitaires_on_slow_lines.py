"""What is touched at a solitaire while something is on its way is done afterwards, or the page says that it was not."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from common.journal import services as journal
from games.models import AttemptTurn
from play.models import PracticeDeal
from players.models import Account
from testing.browser import Open
from testing.play.factories import OPEN_SETUP, practice_deal
from testing.play.online import two_accounts
from tests.play.solitaires.test_table_in_browser import begin
from tests.tournaments.desk_keys import SLOW_LINE

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]
LATENCIES = pytest.mark.parametrize("latency", [350, 1_000])
PATIENCE = 60_000
MISSED = "The position has changed: what you touched last was not taken."


@pytest.fixture
def deal() -> PracticeDeal:
    """Deal 7 lies as in the examples of the rules: level 3 is 55 54 42 66 64, of which 55 54 64 make full fourteen."""
    return practice_deal(setup=OPEN_SETUP)


@pytest.fixture
def player() -> Account:
    journal.open_scope(journal.SERVER)
    return two_accounts()[0]


def begin_slowly(open_page: Open, player: Account, latency: int) -> Page:
    page = begin(open_page("/practice", player))
    expect(page.locator("[data-play][data-ready]")).to_be_visible()
    page.evaluate(SLOW_LINE, {"latency": latency, "lost": 0, "seed": 1})
    return page


def touch_all(page: Page, *touches: str) -> None:
    """Tiles by their places, and buttons by selectors after a `#`, in one breath, before an answer is there."""
    page.evaluate(
        """touches => { for (const each of touches) {
            const tile = `#[data-play-board] [data-spot="${each}"]`;
            const [selector, text] = (each[0] === "#" ? each.slice(1) : tile.slice(1)).split("~");
            [...document.querySelectorAll(selector)].find(one => !text || one.textContent.trim().startsWith(text))
              .dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
        } }""",
        list(touches),
    )


CONFIRM, TAKE_BACK, HINT = "#[data-play-confirm]", "#[data-play-step] button~Take back", "#[data-play-step] button~Hint"


def expect_answered(page: Page) -> None:
    expect(page.locator("[data-play]")).not_to_have_attribute("aria-busy", "true", timeout=PATIENCE)


def played() -> list[str]:
    """The turns that are stored."""
    return list(AttemptTurn.objects.order_by("ply").values_list("token", flat=True))


FIRST = ("3.5", "3.2", CONFIRM)  # of three that have 3.5 the one with 3.2: 55 54 64, which leaves 42 66 as 3.1 and 3.2


@LATENCIES
def test_the_next_turn_touched_while_one_is_sent_is_played_after_it(
    open_page: Open, deal: PracticeDeal, player: Account, latency: int
) -> None:
    page = begin_slowly(open_page, player, latency)
    touch_all(page, *FIRST, "4.1", "4.2", "4.5", CONFIRM)
    expect(page.locator("[data-play-news]")).to_contain_text("65 斧頭, 55 梅, 63 雜九", timeout=PATIENCE)
    expect_answered(page)
    assert played() == ["3.125", "4.125"]
    expect(page.locator("[data-play-missed]")).to_be_hidden()


def test_a_tile_is_meant_wherever_it_lies_afterwards(open_page: Open, deal: PracticeDeal, player: Account) -> None:
    page = begin_slowly(open_page, player, 350)
    touch_all(page, *FIRST, "3.3", "3.4", "G1")
    expect(page.locator("[data-play]")).to_have_attribute("aria-busy", "true")
    expect(page.locator("[data-play-confirm]")).to_contain_text("Level 3 (42 二四, 66 天)", timeout=PATIENCE)
    page.locator("[data-play-confirm]").click()
    expect(page.locator("[data-play-news]")).to_contain_text("with the left general", timeout=PATIENCE)
    assert played()[:2] == ["3.125", "3xL"]  # what is drawn then is forced


@LATENCIES
def test_taking_back_pressed_while_a_turn_is_sent_takes_that_turn_back(
    open_page: Open, deal: PracticeDeal, player: Account, latency: int
) -> None:
    page = begin(open_page("/practice", player))
    expect(page.locator("[data-play][data-ready]")).to_be_visible()
    touch_all(page, *FIRST)
    expect(page.get_by_role("button", name="Take back")).to_be_visible()
    page.evaluate(SLOW_LINE, {"latency": latency, "lost": 0, "seed": 1})
    touch_all(page, "4.1", "4.2", "4.5", CONFIRM, TAKE_BACK)
    expect(page.locator("[data-play]")).to_have_attribute("aria-busy", "true")
    expect_answered(page)
    expect(page.locator(".play-words li", has_text="Level 4: 65 斧頭, 55 梅, 44 人")).to_have_count(1, timeout=PATIENCE)
    assert played() == ["3.125"]


def test_tiles_picked_around_a_hint_stay_picked(open_page: Open, deal: PracticeDeal, player: Account) -> None:
    page = begin_slowly(open_page, player, 350)
    touch_all(page, "3.5", HINT, "3.2")
    expect(page.get_by_text("The solver is looking")).to_be_visible(timeout=PATIENCE)
    expect_answered(page)
    expect(page.locator('[data-spot="3.1"]')).to_have_attribute("aria-pressed", "true")
    touch_all(page, CONFIRM)
    expect(page.get_by_role("button", name="Take back")).to_be_visible(timeout=PATIENCE)
    assert played() == ["3.125"]


@pytest.mark.parametrize("touches", [("3.1", CONFIRM), ("3.3", CONFIRM), ("2.3", "4.1")])
def test_what_cannot_be_done_any_more_is_not_taken_and_the_page_says_so(
    open_page: Open, deal: PracticeDeal, player: Account, touches: tuple[str, ...]
) -> None:
    """A tile that is gone; one of three of a turn, not seen when pressing; one that no turn has."""
    page = begin_slowly(open_page, player, 350)
    touch_all(page, *FIRST, *touches)
    expect(page.locator("[data-play-missed]")).to_have_text(MISSED, timeout=PATIENCE)
    expect(page.locator("[data-play-missed]")).to_be_visible(timeout=PATIENCE)
    expect(page.locator("[data-play-board] [aria-pressed=true]")).to_have_count(0)
    assert played() == ["3.125"]


def test_a_button_pressed_twice_is_done_once(open_page: Open, deal: PracticeDeal, player: Account) -> None:
    page = begin_slowly(open_page, player, 350)
    touch_all(page, *FIRST, CONFIRM)
    expect(page.locator("[data-play-news]")).to_contain_text("full fourteen", timeout=PATIENCE)
    expect_answered(page)
    expect(page.locator("[data-play-missed]")).to_be_hidden()
    assert played() == ["3.125"]
