"""Two captains hand in their line-ups on phones, and a spectator sees the boards once both are in."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from players.models import Account, Club
from testing.browser import PHONE, Open, overflow
from testing.tournaments.factories import decide
from testing.tournaments.teams import running_teams, team

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
PICTURES = os.environ.get("TEAM_PICTURES", "")
"""A folder for pictures of what the test sees; none are kept where it is empty."""


def look(page: Page, name: str) -> None:
    """Nothing is wider than the window."""
    assert overflow(page) == 0, name
    if PICTURES:
        page.screenshot(path=Path(PICTURES) / f"{name}.png", full_page=True)


def test_captains_hand_in_by_taps_and_boards_follow(club: Club, organiser: Account, open_page: Open) -> None:
    event, players = running_teams(club, organiser, {"Ants": ("Ada", "Al", "Abe"), "Dogs": ("Dan", "Di")})
    home = f"/events/{event.pk}"
    ada = open_page(f"{home}/teams/{team(event, 'Ants').pk}", players["Ada"], width=PHONE)
    look(ada, "team")
    ada.get_by_role("link", name="Line-up for round 1").click()
    look(ada, "line-up")
    ada.get_by_label("Board 2").select_option(label="Abe")
    ada.get_by_role("button", name="Hand in the line-up").click()
    expect(ada.get_by_text("Ants: line-up in")).to_be_visible()
    look(ada, "match-waits")
    assert "Abe" not in open_page(f"{home}/pairings/1").locator("main").inner_text()

    dan = open_page(f"{home}/pairings/1/line-ups/{team(event, 'Dogs').pk}", players["Dan"], width=PHONE, theme="dark")
    look(dan, "line-up-dark")
    dan.locator("form.line-up button.primary").click()
    expect(dan.get_by_role("cell", name="Abe")).to_be_visible()
    decide(event, organiser, {("Ada", "Dan"): "1-0"})
    look(open_page(f"{home}/pairings/1", width=PHONE, language="fa"), "match-fa")
    look(open_page(home), "standings")
    look(open_page(home, width=PHONE), "standings-phone")
    look(open_page(f"{home}/desk", organiser), "desk")
    look(open_page(f"{home}/teams"), "teams")
    look(open_page("/clubs/rotterdam/events/new", organiser), "new-event")
