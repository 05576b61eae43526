"""The forecast as it is read: on a phone and a desktop, in Persian, in the dark."""

from __future__ import annotations

import pytest

from players.models import Account, Club
from testing.axe import axe_faults
from testing.browser import PHONE, Open, overflow
from testing.marks import slow
from testing.tournaments.factories import decide, fresh, running, with_players
from tournaments.models import Event

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser]


@pytest.fixture
def event(club: Club, organiser: Account) -> Event:
    event = running(club, organiser, rounds=1)
    decide(event, organiser, {("Ada", "Dan"): "1-0"})
    return fresh(event)


@pytest.mark.parametrize("language", ["en", "fa"])
@pytest.mark.parametrize("width", [PHONE, slow(1280)])
@pytest.mark.parametrize("scheme", ["light", slow("dark")])
def test_who_can_still_win_is_readable(event: Event, open_page: Open, language: str, width: int, scheme: str) -> None:
    page = open_page(f"/events/{event.pk}/forecast", language=language, width=width, theme=scheme)
    row = page.locator("tr", has_text="Dan")
    assert row.locator(".badge").is_visible()
    assert axe_faults(page) == [] and overflow(page) == 0


@pytest.mark.slow
def test_an_organiser_asks_for_another_number_of_players(club: Club, organiser: Account, open_page: Open) -> None:
    event = with_players(club, organiser, format="swiss-dutch", rounds_planned=3)
    page = open_page(f"/events/{event.pk}/forecast", organiser, width=PHONE)
    page.fill("#players", "9")
    page.keyboard.press("Enter")
    page.wait_for_url("**players=9")
    assert page.locator(".tiles dd").all_inner_texts()[:2] == ["9", "4"]
    assert axe_faults(page) == [] and overflow(page) == 0
