"""The pages of open data on a phone and a desk, in both directions and themes, by keyboard."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from players.models import Account, Club
from testing.axe import axe_faults
from testing.browser import PHONE, Open, overflow
from tests.tournaments.open_data.months import make_small_club

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.mark.slow
def test_a_club_chooses_by_keyboard_and_the_months_are_listed(club: Club, organiser: Account, open_page: Open) -> None:
    make_small_club(club, organiser)
    here = f"/clubs/{club.slug}/open-data"
    page = open_page(here, organiser)
    page.locator("[name=licence]:checked").focus()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Changes saved.")).to_be_visible()
    assert Club.objects.get(pk=club.pk).open_licence == "CC0-1.0"
    for language, theme, width in (("en", "light", PHONE), ("fa", "dark", PHONE), ("en", "dark", 1280)):
        for address in (here, "/open-data"):
            shown = open_page(address, organiser, language=language, theme=theme, width=width)
            assert axe_faults(shown) == [] and overflow(shown) == 0, (address, language)
