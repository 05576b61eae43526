"""Reporting on a phone, as players say it: "I won", "I lost", one tap where the opponent has reported."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from players.models import Account, Club
from testing.axe import axe_faults
from testing.browser import PHONE, Open, overflow
from testing.factories import AccountFactory
from testing.marks import slow
from testing.tournaments.factories import game, running
from tournaments.models import Round
from tournaments.results.queries.seat_links import slips_of

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

LEAST_TOUCH = 44
HEIGHT = 844


def heights(page: Page) -> list[float]:
    """How high the buttons of the report are, in pixels."""
    boxes = [each.bounding_box() for each in page.locator("main button[name=result]").all()]
    return [box["height"] for box in boxes if box is not None]


@pytest.mark.parametrize("language", ["en", slow("fa")])
def test_both_players_report_by_their_slips_and_the_second_confirms_in_one_tap(
    club: Club, organiser: Account, open_page: Open, language: str
) -> None:
    event = running(club, organiser, rounds=1, format="swiss-dutch", rounds_planned=3)
    made = game(event, "Ada", "Cleo")
    white, black = next(both for both in slips_of(Round.objects.get(event=event)) if both[0].name == "Ada")
    first = open_page(f"/report/{white.token}", language=language, width=PHONE)
    expect(first.get_by_role("heading", level=1)).to_contain_text("Ada – Cleo")
    assert min(heights(first)) >= LEAST_TOUCH
    codes = first.locator("button[name=result]").evaluate_all("all => all.map(each => each.value)")
    assert codes == ["1-0", "1/2-1/2", "0-1"], "what one hopes for comes first"
    assert overflow(first) == 0 and axe_faults(first) == []
    first.locator("button[value='1-0']").click()
    second = open_page(f"/report/{black.token}", language=language, width=PHONE)
    confirm = second.locator("button.primary[name=result]")
    box = confirm.bounding_box()
    assert box is not None and box["y"] + box["height"] <= HEIGHT, "it is in view"
    assert axe_faults(second) == []
    confirm.focus()
    second.keyboard.press("Enter")
    expect(second.locator(".big-number")).to_be_visible()
    made.refresh_from_db()
    assert made.result == "1-0"


def test_the_words_are_those_of_the_seat(club: Club, organiser: Account, open_page: Open) -> None:
    event = running(club, organiser, rounds=1, format="swiss-dutch", rounds_planned=3)
    made = game(event, "Ada", "Cleo")
    page = open_page(f"/games/{made.pk}/result", AccountFactory(person=made.black), width=PHONE)
    expect(page.get_by_role("button", name="I won Black wins: Cleo")).to_have_attribute("value", "0-1")
    expect(page.get_by_role("button", name="I lost White wins: Ada")).to_have_attribute("value", "1-0")
    expect(page.locator("main .game-report button")).to_have_count(3)


def test_home_confirms_what_the_opponent_reported(club: Club, organiser: Account, open_page: Open) -> None:
    event = running(club, organiser, rounds=1, format="swiss-dutch", rounds_planned=3)
    made = game(event, "Ada", "Cleo")
    page = open_page(f"/games/{made.pk}/result", AccountFactory(person=made.white), width=PHONE)
    page.get_by_role("button", name="I lost").click()
    home = open_page("/", AccountFactory(person=made.black), width=PHONE)
    expect(home.locator(".own-tasks")).to_contain_text("board 1 · Black · Your opponent has reported.")
    assert overflow(home) == 0 and axe_faults(home) == []
    home.get_by_role("button", name="Confirm: I won").click()
    expect(home.get_by_role("heading", name="Report saved")).to_be_visible()
    made.refresh_from_db()
    assert made.result == "0-1"
