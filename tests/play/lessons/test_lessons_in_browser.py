"""A lesson in Chromium: by clicks, by keys, by touch on a phone, without scripts, in Persian."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from testing.axe import faults_of
from testing.browser import PHONE, Open, click_on, overflow

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def touch(page: Page, spot: str) -> None:
    click_on(page, f'[data-spot="{spot}"]')


def test_a_row_is_made_by_clicks_and_enter_leads_to_the_next_lesson(open_page: Open) -> None:
    page = open_page("/learn/gipf/row")
    touch(page, "f1")
    touch(page, "f2")
    expect(page.locator("[data-refused]")).to_contain_text("That makes no row.")
    expect(page.locator("#board-turns")).to_be_hidden()
    touch(page, "d1")
    touch(page, "d2")
    expect(page.locator(".lesson-task")).to_have_class("lesson-task is-done")
    expect(page.locator("[data-ask]")).to_have_text("Well done!")
    expect(page.locator("[data-refused]")).to_be_hidden()
    expect(page.locator("[data-next]")).to_be_focused()
    page.keyboard.press("Enter")
    page.wait_for_url("**/learn/gipf/capture")
    expect(page.locator(".lesson-dots .is-done")).to_have_count(1)


def test_what_may_not_be_touched_is_refused_with_the_reason(open_page: Open) -> None:
    page = open_page("/learn/gipf/crossing")
    touch(page, "h4")
    expect(page.locator("[data-refused]")).to_be_visible()
    assert page.locator("[data-refused]").inner_text()


def test_by_keys(open_page: Open) -> None:
    page = open_page("/learn/lyngk/far")
    for spot in ("e2", "e5"):
        page.locator(f'[data-spot="{spot}"]').focus()
        page.keyboard.press("Enter")
    expect(page.locator("[data-next]")).to_be_focused()


def test_by_touch_on_a_phone_in_persian(open_page: Open) -> None:
    page = open_page("/learn/zertz/capture", width=PHONE, language="fa", has_touch=True)
    assert overflow(page) == 0
    board = page.locator("[data-board] svg").bounding_box()
    assert board is not None
    assert board["width"] >= 360
    assert board["y"] + board["height"] <= 844
    page.locator('[data-spot="d4"]').tap()
    page.locator('[data-spot="d6"]').tap()
    expect(page.locator("[data-next]")).to_be_visible()


def test_without_scripts_places_are_links(open_page: Open) -> None:
    page = open_page("/learn/gipf/push", java_script_enabled=False)
    page.locator('a[data-spot="d1"]').click()
    page.locator('a[data-spot="d2"]').click()
    page.locator(".board-type button").click()
    expect(page.locator("[data-ask]")).to_have_text("Well done!")
    expect(page.locator(".lesson-side")).to_contain_text("Push in a piece")


@pytest.mark.slow
def test_axe_finds_nothing(open_page: Open) -> None:
    page = open_page("/learn")
    for address in ("/learn", "/learn/gipf", "/learn/gipf/bump"):
        assert faults_of(page, address) == []
