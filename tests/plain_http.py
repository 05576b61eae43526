"""Pages as they are over plain HTTP at an address of the local network, where browsers keep some parts away."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, Page, Route
from pytest_django.live_server_helper import LiveServer

THERE = "http://192.168.0.7:8000"
"""As `./run --lan` prints it. What is asked there is answered by the live server."""


@contextmanager
def open_over_plain_http(chromium: Browser, live_server: LiveServer, path: str) -> Iterator[Page]:
    """A page of the live server, in a context that is not secure."""

    def answer(route: Route) -> None:
        route.fulfill(response=route.fetch(url=route.request.url.replace(THERE, live_server.url)))

    context = chromium.new_context()
    context.route(f"{THERE}/**", answer)
    page = context.new_page()
    page.goto(THERE + path)
    assert not page.evaluate("isSecureContext")
    yield page
    context.close()
