"""Circuits, leagues, titles and all-time tables in a browser: no page is too wide, each is accessible, totals open."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from players.models import Account, Club
from testing.axe import axe_faults
from testing.browser import PHONE, Open
from testing.tournaments.circuits import circuit_world
from testing.tournaments.seasons import league_world
from testing.tournaments.titles import title_world
from tests.looks import choose, go, too_wide
from tournaments.models import Event, SeasonMove

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def paths(club: Club, organiser: Account) -> dict[str, str]:
    """The pages by what they are of."""
    circuit, league = circuit_world(club, organiser).circuit.pk, league_world(club, organiser).league.pk
    title = title_world(club, organiser).title.pk
    return {
        "circuit": f"/circuits/{circuit}",
        "circuit settings": f"/circuits/{circuit}/edit",
        "new circuit": f"/clubs/{club.slug}/circuits/new",
        "league": f"/leagues/{league}",
        "league settings": f"/leagues/{league}/edit",
        "end": f"/leagues/{league}/end",
        "new league": f"/clubs/{club.slug}/leagues/new",
        "all-time table": f"/clubs/{club.slug}/all-time",
        "titles": f"/clubs/{club.slug}/titles",
        "title": f"/titles/{title}",
        "title settings": f"/titles/{title}/edit",
    }


def test_pages_fit_a_phone_in_each_language_and_axe_finds_no_fault(
    open_page: Open, organiser: Account, paths: dict[str, str]
) -> None:
    page: Page = open_page("/about", organiser, width=PHONE)
    assert too_wide(page, paths.values()) == []
    faults = {}
    for theme in ("light", "dark"):
        choose(page, "en", theme)
        for name, path in paths.items():
            go(page, path)
            if found := axe_faults(page):
                faults[name, theme] = found
    assert faults == {}


def test_a_total_opens_to_what_it_is_made_of_by_keys(
    open_page: Open, organiser: Account, paths: dict[str, str]
) -> None:
    page: Page = open_page(paths["circuit"], organiser)
    why = page.get_by_text("25: Circuit One, place 1")
    expect(why).not_to_be_visible()
    page.locator("details.sum summary").first.focus()
    page.keyboard.press("Enter")
    expect(why).to_be_visible()


def test_an_organiser_moves_a_player_by_hand_and_ends_the_season(
    open_page: Open, organiser: Account, paths: dict[str, str]
) -> None:
    page: Page = open_page(paths["league settings"], organiser)
    page.get_by_text("Move a player by hand").click()
    page.get_by_label("Player", exact=True).select_option("Leo")
    page.locator("#move_to").select_option("1")
    page.get_by_label("Reason", exact=True).fill("Holds the cup")
    page.get_by_role("button", name="Save the move").click()
    expect(page.get_by_text("Holds the cup")).to_be_visible()
    assert SeasonMove.objects.filter(person__name="Leo", to=1).exists()
    page.get_by_role("link", name="End the season …").click()
    page.get_by_label("Next season", exact=True).fill("2027")
    page.get_by_label("First day").fill("2027-01-09")
    page.get_by_label("Last day").fill("2027-04-10")
    page.get_by_role("button", name="End the season").click()
    expect(page.get_by_text("The season has ended.")).to_be_visible()
    assert list(Event.objects.filter(name="Club League 2027 · 1").values_list("state", flat=True)) == ["draft"]
