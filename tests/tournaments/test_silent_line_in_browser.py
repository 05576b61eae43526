"""A page whose connection is open and answers nothing any more: after five seconds it asks by itself, and says so."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Route, WebSocketRoute, expect

from players.models import Account, Club
from testing.browser import Open
from testing.tournaments.factories import decide, running

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_a_page_that_hears_nothing_for_five_seconds_asks_by_itself_and_says_so(
    club: Club, organiser: Account, open_page: Open
) -> None:
    event = running(club, organiser, ("Ada", "Ben"), rounds=1)
    opened: list[WebSocketRoute] = []

    def say_nothing(line: WebSocketRoute) -> None:
        opened.append(line)

    def name_line(route: Route) -> None:
        """This server has no connection to offer: its page is told of one."""
        answer = route.fetch()
        route.fulfill(response=answer, body=re.sub('data-stream="[^"]*"', 'data-stream="/live"', answer.text()))

    page = open_page("/about")
    page.route("**/pairings/1", name_line)
    page.route_web_socket(re.compile("/live"), say_nothing)
    page.clock.install()
    page.goto(page.url.replace("/about", f"/events/{event.pk}/pairings/1"))
    slow = page.get_by_text("The server is slow to answer. This page checks for changes every few seconds.")
    expect(page.get_by_text("Live", exact=True)).to_be_visible()
    assert opened, "the page has a connection"
    decide(event, organiser, {("Ada", "Ben"): "1-0"})
    page.clock.run_for(4_500)
    expect(slow).to_be_hidden()
    page.clock.run_for(1_500)
    expect(slow).to_be_visible()
    expect(page.locator("#round")).to_contain_text("1-0")
