"""The pages around an event in Chromium: they fit a phone and a desktop, in a language from the right too."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from players.models import Account, Club
from players.roles import Role
from testing.browser import PHONE, Open, overflow
from testing.factories import holder_of
from testing.tournaments.factories import WELCOME, decide, running, unverified
from tournaments.announcements.services import publish_announcement, withdraw_announcement
from tournaments.entries.services.questions import add_question
from tournaments.models import Event
from tournaments.standings.services import hide_standings

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PAGES = ("announcements", "announcements/new?topic=late", "questions", "answers", "hidden-standings", "two-persons")


@pytest.fixture
def event(club: Club, organiser: Account) -> Event:
    event = running(club, organiser, rounds=1, format="swiss-dutch", rounds_planned=3)
    publish_announcement(event.pk, organiser, **WELCOME)
    late = publish_announcement(event.pk, organiser, **WELCOME | {"topic": "late", "subject": "Round 2 is late"})
    withdraw_announcement(event.pk, organiser, late.pk, note="On time after all.")
    add_question(event.pk, organiser, text="Which meal do you want?", kind="choice", choices=["Meat", "Vegan"])
    add_question(event.pk, organiser, text="Any allergies that the kitchen should know of?", kind="text")
    decide(event, organiser, {("Ada", "Cleo"): "1-0"})
    hide_standings(event.pk, organiser, hides=True)
    return event


def test_the_pages_fit_a_phone_in_persian_and_a_desktop(event: Event, organiser: Account, open_page: Open) -> None:
    phone = open_page(f"/events/{event.pk}", organiser, width=PHONE, language="fa", theme="dark")
    desktop = open_page(f"/events/{event.pk}", organiser)
    expect(desktop.get_by_text("Hidden from readers.")).to_be_visible()
    for page in PAGES:
        for browser in (phone, desktop):
            browser.goto(f"{browser.url.split('/events')[0]}/events/{event.pk}/{page}")
            assert overflow(browser) == 0, page


def test_an_arbiter_verifies_by_keyboard_what_another_entered(club: Club, organiser: Account, open_page: Open) -> None:
    event = unverified(club, organiser)
    arbiter = holder_of(Role.ARBITER, event.scope)
    page = open_page(f"/events/{event.pk}/desk", arbiter)
    page.get_by_role("button", name="Verify 1-0 on board 1").press("Enter")
    expect(page.get_by_text("Verify: entered by one person")).to_have_count(0)
