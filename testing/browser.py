"""A headless Chromium for tests that look at pages as people do. tests/conftest.py registers its fixtures, once."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import pytest
from django.conf import settings
from django.test import Client
from pytest_django.live_server_helper import LiveServer

from players.models import Account
from testing.chromium import launch

if TYPE_CHECKING:  # importing it takes a third of a second, and most tests need no browser
    from playwright.sync_api import Browser, ConsoleMessage, Page

PHONE, DESK = 390, 1280
Open = Callable[..., "Page"]
LOOK_OFTEN = """(() => {
  const real = window.setInterval;
  window.setInterval = (then, wait, ...more) => real(then, wait >= 4_000 && wait < 20_000 ? wait / 5 : wait, ...more);
})()"""
"""Scripts that ask from time to time what is new ask five times as often."""
MIDDLE = """selector => {
  const place = document.querySelector(selector);
  place.scrollIntoView({ block: "center", behavior: "instant" });
  const { x, y, width, height } = place.getBoundingClientRect();
  return [x + width / 2, y + height / 2];
}"""


@pytest.fixture(scope="session")
def chromium(live_server: LiveServer) -> Iterator[Browser]:
    """One browser for the whole run; it leaves before the server does, so that no connection is cut off.

    Its sync interface runs an event loop, at which Django would balk.
    """
    from playwright.sync_api import sync_playwright

    before = os.environ.get("DJANGO_ALLOW_ASYNC_UNSAFE")
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"
    with sync_playwright() as playwright:
        browser = launch(playwright)
        yield browser
        browser.close()
    if before is None:
        del os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"]


@pytest.fixture
def open_page(chromium: Browser, live_server: LiveServer) -> Iterator[Open]:
    """`open_page("/about", account, width=PHONE, language="fa", theme="dark")`: a page of the live server.

    That has no streams: a page which the test waits for to show what others do is opened with `often=True`.
    The test fails at its end when a page complained: broke the content policy, asked another host, or
    raised an error in a script.
    """
    complaints: list[str] = []
    contexts = []

    def open_one(
        path: str,
        account: Account | None = None,
        *,
        width: int = DESK,
        language: str = "en",
        theme: str = "auto",
        often: bool = False,
        **options: Any,
    ) -> Page:
        context = chromium.new_context(viewport={"width": width, "height": 844}, **options)
        contexts.append(context)
        chosen = {settings.LANGUAGE_COOKIE_NAME: language, "theme": theme, **_session(account)}
        context.add_cookies([{"name": name, "value": value, "url": live_server.url} for name, value in chosen.items()])
        if often:
            context.add_init_script(LOOK_OFTEN)
        page = context.new_page()
        page.on("console", lambda message: complaints.extend(_complaint(message)))
        page.on("pageerror", lambda error: complaints.append(f"script: {error}"))
        page.on("request", lambda request: complaints.extend(_elsewhere(request.url, live_server.url)))
        page.goto(live_server.url + path)
        return page

    yield open_one
    for context in contexts:
        context.close()
    assert complaints == [], complaints


def _session(account: Account | None) -> dict[str, str]:
    """The cookie of a person who has signed in."""
    if account is None:
        return {}
    client = Client()
    client.force_login(account)
    return {settings.SESSION_COOKIE_NAME: client.cookies[settings.SESSION_COOKIE_NAME].value}


def _complaint(message: ConsoleMessage) -> list[str]:
    """An error on the console; that an address answers with 4xx is what some tests are about."""
    if message.type != "error" or "Failed to load resource: the server responded with a status of 4" in message.text:
        return []
    return [f"console: {message.text}"]


def _elsewhere(asked: str, site: str) -> list[str]:
    return [] if asked.startswith((site, "data:", "blob:")) else [f"asked {asked}"]


def overflow(page: Page) -> int:
    """By how many pixels the page is wider than its window: 0, or something sticks out."""
    return int(page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth"))


def click_on(page: Page, selector: str) -> None:
    """Click where an element is seen, as a hand does: a board may have been drawn anew by then, and gets the click."""
    page.mouse.click(*page.evaluate(MIDDLE, selector))


def open_typing(page: Page) -> None:
    """Open the field for a turn in words on the page of a game that is played."""
    page.locator("[data-type]").click()
