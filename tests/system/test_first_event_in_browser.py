"""From an empty server to round 1 of a Swiss of twelve: few clicks, and one Enter a name."""

from __future__ import annotations

import re

import pytest
from django.conf import settings
from playwright.sync_api import Page, expect

from players.models import Club
from players.setup.setup_token import setup_address
from testing.browser import Open
from tournaments.models import Entry, Round

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

NAMES = ["Ada", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hal", "Ines", "Jon", "Kai", "Lea"]
SET_UP = {"club_name": "Delft", "name": "Mo Organiser", "username": "mo", "password": "a good long password"}
MOST_CLICKS = 12


class Hand:
    """Clicks and Enters of somebody at `page`, counted."""

    def __init__(self, page: Page) -> None:
        self.page, self.clicks = page, 0

    def click(self, selector: str) -> None:
        self.page.locator(selector).first.click()
        self.clicks += 1
        self.page.wait_for_load_state()


@pytest.mark.parametrize("language", ["en", "fa", "ja"])
def test_an_organiser_goes_from_nothing_to_round_1_in_twelve_steps(open_page: Open, language: str) -> None:
    address = setup_address().removeprefix(settings.BASE_URL)
    page = open_page(address, language=language, timezone_id="Europe/Amsterdam")
    hand = Hand(page)
    for name, text in (SET_UP | {"again": SET_UP["password"]}).items():
        page.fill(f"[name={name}]", text)
    hand.click("main form button.primary")
    hand.click(".top-club")
    hand.click('.actions a[href$="/events/new"]')
    hand.click('a[href="?preset=afternoon"]')
    page.fill("[name=name]", "Delft Open")
    hand.click("main form .form-end button.primary")
    expect(page.locator("#desk-next .button.primary")).to_have_attribute("href", re.compile(r"/events/\d+/enter"))
    hand.click("#desk-next .button.primary")
    for number, name in enumerate(NAMES, 1):
        expect(page.locator("#find-q")).to_be_focused()
        page.keyboard.type(name)
        page.keyboard.press("Enter")
        expect(page.locator("h2", has_text=str(number)).first).to_be_visible()
        expect(page.locator("#find-q")).to_have_value("")
    hand.click('main .two > section a.button[href$="/desk"]')
    hand.click('#desk-next a[href$="/start"]')
    hand.click("main form button.primary")
    hand.click("#desk-next button.primary")
    assert hand.clicks <= MOST_CLICKS
    assert (Entry.objects.count(), Round.objects.get().pairings.count()) == (12, 6)
    assert Club.objects.get().time_zone == "Europe/Amsterdam"
