"""Matches of teams are paired by hand in Chromium: by keys and by drag; a draft that is saved survives a reload."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from players.models import Account, Club
from testing.browser import PHONE, Open, overflow
from testing.tournaments.confirming import confirmed
from testing.tournaments.factories import fresh
from testing.tournaments.teams import running_teams
from tests.tournaments.steps import Steps
from tournaments.core.loader import load
from tournaments.rounds.services import round_drafts, round_layouts
from tournaments.rounds.services.round_layouts import Layout
from tournaments.rounds.services.rounds import RoundOptions

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def seats(page: Page) -> list[list[str]]:
    """The teams of each match as it is laid out; "" for an empty seat."""
    rows = page.locator(".hand-board").all()
    return [
        [" ".join(seat.locator("bdi").all_inner_texts()) for seat in row.locator(".hand-seat").all()] for row in rows
    ]


def test_matches_are_paired_by_keys_kept_as_a_draft_and_published(
    club: Club, organiser: Account, open_page: Open
) -> None:
    """By the rules Ants meet Cats and Dogs meet Bees; by hand first neighbours meet, then the rules' pairs."""
    event, _players = running_teams(club, organiser, rounds=0, format="team-swiss", rounds_planned=3)
    round_drafts.draft_round(event.pk, organiser, RoundOptions())
    nobody = Layout(number=1, boards=(), publish=False)
    confirmed(round_layouts.lay_out_round, event.pk, organiser, nobody, reason="as at a table")
    steps = Steps(open_page(f"/events/{event.pk}/draft", organiser))
    page, wanted = steps.page, [["Ants", "Bees"], ["Cats", "Dogs"]]
    expect(page.locator("[data-warnings] li, [data-differences] li").first).to_be_visible()
    page.locator("[data-hand]").evaluate("form => form.querySelector('[data-idle] button').focus()")
    steps.key("b", "n", "b", "n")
    assert seats(page) == wanted
    expect(page.locator("[data-said]")).to_contain_text("Dogs")
    expect(page.locator("[data-differences] li").first).to_contain_text("match 1: you paired Ants – Bees")
    steps.write(page.locator("#id_reason"), "Neighbours.")
    steps.click(page.get_by_role("button", name="Save as draft"))
    expect(page.get_by_text("Draft saved.")).to_be_visible()
    page.reload()
    assert seats(page) == wanted
    phone = Steps(open_page(f"/events/{event.pk}/draft", organiser, width=PHONE, language="fa"))
    assert seats(phone.page) == wanted and overflow(phone.page) == 0
    steps.drag("Bees", "Cats")
    assert seats(page) == [["Ants", "Cats"], ["Bees", "Dogs"]]
    expect(page.locator("[data-differences] li")).to_have_count(1)
    steps.write(page.locator("#id_reason"), "Colours only.")
    steps.click(page.locator("button[value=publish]"))
    page.wait_for_url("**/desk")
    rows = load(fresh(event))
    matches = [[rows.team_by_id[each].name for each in match.teams] for match in rows.rounds[0].matches]
    assert matches == [["Ants", "Cats"], ["Bees", "Dogs"]]
