"""A round of teams: line-ups and reports from phones, the desk by match, the table of teams."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from players.models import Account, Club
from testing.browser import PHONE, Open, overflow
from testing.tournaments.factories import game
from testing.tournaments.teams import running_teams, team

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
PICTURES = os.environ.get("TEAM_PICTURES", "")
"""A folder for pictures of what the test sees; none are kept where it is empty."""


def look(page: Page, name: str) -> None:
    """Nothing is wider than the window."""
    assert overflow(page) == 0, name
    if PICTURES:
        page.screenshot(path=Path(PICTURES) / f"{name}.png", full_page=True)


def test_a_match_from_line_ups_on_phones_to_the_table_of_teams(club: Club, organiser: Account, open_page: Open) -> None:
    event, players = running_teams(
        club, organiser, {"Ants": ("Ada", "Al", "Abe"), "Dogs": ("Dan", "Di")}, format="team-double-round-robin"
    )
    home = f"/events/{event.pk}"
    ada = open_page("/", players["Ada"], width=PHONE)
    ada.get_by_role("link", name="Line-up for round 1").click()
    look(ada, "line-up")
    ada.get_by_label("Board 2").select_option(label="Abe")
    ada.get_by_role("button", name="Hand in the line-up").click()
    expect(ada.get_by_text("Ants: line-up in")).to_be_visible()
    look(ada, "match-waits")
    assert "Abe" not in open_page(f"{home}/pairings/1").locator("main").inner_text()

    dan = open_page(f"{home}/teams/{team(event, 'Dogs').pk}", players["Dan"], width=PHONE, theme="dark")
    look(dan, "team-dark")
    dan.get_by_role("link", name="Line-up for round 1").click()
    dan.get_by_role("button", name="Hand in the line-up").click()
    expect(dan.get_by_role("cell", name="Abe")).to_be_visible()

    ada.goto(ada.url.partition("/events")[0])
    look(ada, "home")
    ada.locator(".own-tasks").get_by_role("link", name="Report").click()
    ada.get_by_role("button", name="I won").click()
    expect(ada.get_by_role("heading", name="Report saved")).to_be_visible()
    dan.goto(dan.url.partition("/events")[0])
    look(dan, "home-dark")
    dan.get_by_role("button", name="Confirm: I lost").click()
    expect(dan.get_by_role("heading", name="Report saved")).to_be_visible()

    desk = open_page(f"{home}/desk", organiser)
    expect(desk.locator(".match-heading")).to_have_text("Ants – Dogs")
    expect(desk.locator(f"#game-{game(event, 'Di', 'Abe').pk}")).to_be_focused()
    look(desk, "desk")
    desk.keyboard.press("=")
    expect(desk.get_by_role("button", name="Start round 2")).to_be_focused()
    desk.keyboard.press("Enter")
    expect(desk.get_by_role("heading", name="Round 2").first).to_be_visible()

    table = open_page(home, width=PHONE)
    rows = table.locator(".standings-of-teams tbody tr")
    expect(rows).to_have_text([re.compile(r"1\s*Ants\s*1 0 0\s*2\s*1½"), re.compile(r"2\s*Dogs\s*0 0 1\s*0\s*½")])
    look(table, "standings-phone")
    look(open_page(f"{home}/pairings/1", width=PHONE, language="fa"), "match-fa")
    look(open_page(f"{home}/screen?show=standings", language="fa"), "screen-fa")
    look(open_page(f"{home}/print/standings", width=PHONE), "sheet-phone")
    look(open_page(f"{home}/teams"), "teams")
    look(open_page("/clubs/rotterdam/events/new", organiser), "new-event")
