"""Letters on pieces, patterns and the theme of boards, as Chromium draws them."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from testing.browser import Open

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
RULES = "/rules/lyngk-main"
SHOWN = """selector => [...document.querySelectorAll(".board")].map(board => board.querySelector(selector))
    .filter(Boolean).map(part => getComputedStyle(part).display !== "none")"""


def shown(page: Page, part: str) -> set[bool]:
    return set(page.evaluate(SHOWN, f".p-{part}"))


def test_letters_and_patterns_are_off_until_they_are_asked_for(open_page: Open) -> None:
    page = open_page(RULES)
    assert (shown(page, "letter"), shown(page, "mark")) == ({False}, {False})
    page.goto(page.url.replace(RULES, "/boards"))
    page.check("[name=letters][value=on]")
    page.check("[name=patterns][value=on]")
    page.check("[name=board][value=wood]")
    page.get_by_role("button", name="Save").click()
    page.goto(page.url.replace("/boards", RULES))
    assert (shown(page, "letter"), shown(page, "mark")) == ({True}, {True})
    plate = page.locator(".board .b-plate").first.evaluate("each => getComputedStyle(each).fill")
    assert plate == "rgb(227, 199, 154)"  # --board-plate of wood


def test_patterns_are_on_where_the_device_asks_for_more_contrast_unless_they_are_turned_off(open_page: Open) -> None:
    page = open_page(RULES, contrast="more")
    assert (shown(page, "letter"), shown(page, "mark")) == ({False}, {True})
    page.context.add_cookies([{"name": "patterns", "value": "off", "url": page.url.replace(RULES, "/")}])
    page.reload()
    assert shown(page, "mark") == {False}


def test_on_paper_letters_and_patterns_help(open_page: Open) -> None:
    page = open_page(RULES)
    page.emulate_media(media="print")
    assert (shown(page, "letter"), shown(page, "mark")) == ({True}, {True})
