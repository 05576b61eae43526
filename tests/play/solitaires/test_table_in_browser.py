"""A deal practised in Chromium: by clicks, by keys, without scripts, on a phone and in Persian."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from play.models import PracticeDeal
from testing.browser import PHONE, Open, overflow
from testing.play.factories import GWG, OPEN_SETUP, practice_deal
from tests.looks import choose

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

FULL_FOURTEEN = "55 梅, 54 雜九, 64 紅頭: full fourteen"


@pytest.fixture
def deal() -> PracticeDeal:
    """Deal 7 lies as in the examples of the rules."""
    return practice_deal(setup=OPEN_SETUP)


def begin(page: Page) -> Page:
    page.check(f"input[value={GWG}]")
    page.fill("#id_number", "7")
    page.locator("main form .button.primary").click()
    expect(page.locator("[data-play]")).to_be_visible()
    return page


def lifted(page: Page) -> None:
    """Level 3 has lost three tiles, which lie at the left of the commons."""
    expect(page.locator("[data-play-news]")).to_have_text(f"Played: {FULL_FOURTEEN}.")
    words = page.locator(".play-words li").all_text_contents()
    assert "Level 3: 42 二四, 66 天." in words
    assert "Commons, from the left: 55 梅, 54 雜九, 64 紅頭, 22 板凳." in words


def test_tiles_are_chosen_by_clicks_and_the_turn_is_played_where_one_stands(
    open_page: Open, deal: PracticeDeal
) -> None:
    page = begin(open_page("/practice"))
    confirm = page.locator("[data-play-confirm]")
    expect(confirm).to_be_disabled()
    page.locator('[data-spot="2.3"]').click(force=True)  # is in no triple
    expect(page.locator('[data-spot="2.3"]')).to_have_attribute("aria-pressed", "false")
    page.locator('[data-spot="3.5"]').click()
    expect(confirm).to_be_disabled()  # two turns have it
    page.locator('[data-spot="3.2"]').click()
    expect(page.locator('[data-spot="3.1"]')).to_have_attribute("aria-pressed", "true")
    expect(confirm).to_have_text(FULL_FOURTEEN)
    loads: list[str] = []
    page.on("framenavigated", lambda frame: loads.append(frame.url))
    confirm.click()
    lifted(page)
    assert loads == []
    page.get_by_role("button", name="Take back").click()
    expect(page.locator("[data-play-news]")).to_have_text("")
    assert loads == []


def test_a_game_is_played_by_keys_alone(open_page: Open, deal: PracticeDeal) -> None:
    page = begin(open_page("/practice"))
    expect(page.locator("[data-play][data-ready]")).to_be_visible()  # before that no tile takes the focus
    page.locator('[data-play-board] [data-spot][tabindex="0"]').focus()
    for key in ("ArrowDown", "ArrowDown", "ArrowDown"):  # from the generals to level 3
        page.keyboard.press(key)
    assert page.evaluate("document.activeElement.dataset.spot") == "3.1"
    page.keyboard.press("Space")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Space")
    expect(page.locator('[data-spot="3.5"]')).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Escape")
    expect(page.locator('[data-spot="3.5"]')).to_have_attribute("aria-pressed", "false")
    page.keyboard.press("Space")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Space")
    page.keyboard.press("Enter")
    lifted(page)
    expect(page.locator('[data-spot="3.1"]')).to_be_focused()  # one goes on where one was
    assert page.locator("p[role=status]").last.text_content() == f"Played: {FULL_FOURTEEN}."


def test_the_table_works_without_scripts(open_page: Open, deal: PracticeDeal) -> None:
    page = begin(open_page("/practice", java_script_enabled=False))
    expect(page.locator("[data-play-bar]")).to_be_hidden()
    expect(page.locator(".b-hits")).to_be_hidden()
    page.get_by_role("button", name=FULL_FOURTEEN).click()
    lifted(page)
    page.get_by_role("button", name="Hint").click()
    expect(page.get_by_text("The solver is looking")).to_be_visible()
    page.get_by_text("Give up", exact=True).first.click()
    page.locator("details[open] form button").click()
    expect(page.get_by_role("heading", name="Result: given up")).to_be_visible()
    expect(page.get_by_text("won this deal in round 6")).to_be_visible()


def test_the_table_fits_a_phone_and_its_tiles_are_not_mirrored(open_page: Open, deal: PracticeDeal) -> None:
    page = begin(open_page("/practice", width=PHONE))
    for language in ("en", "fa"):
        choose(page, language)
        page.reload()
        expect(page.locator(f"html[lang={language}] [data-play]")).to_be_visible()
        assert overflow(page) == 0
        first, last = (page.locator(f'[data-spot="3.{place}"]').bounding_box() for place in (1, 5))
        assert first is not None and last is not None and first["x"] < last["x"]
    page.locator('[data-spot="3.5"]').click()
    page.locator('[data-spot="3.2"]').click()
    page.locator("[data-play-confirm]").click()
    expect(page.locator("[data-play-news]")).not_to_have_text("")
    for language in ("fa", "en"):
        choose(page, language)
        page.reload()
        assert overflow(page) == 0
