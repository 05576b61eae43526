"""Rating pages in Chromium, in English, Persian and on a phone: a player, a comparison, a prediction, the evidence."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from games.models import Game
from players.models import Club, Person
from ratings.ledger.services.ledgers import recompute
from ratings.models import Pool
from ratings.pools.services.pools import choose_system, pool_for
from testing.axe import axe_faults
from testing.browser import PHONE, Open, overflow
from testing.factories import administrator
from testing.ratings.factories import FIRST, SECOND, closed_event, four, judged
from tests.looks import go

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]

LOOKS: dict[str, dict[str, object]] = {
    "english": {"language": "en"},
    "persian": {"language": "fa"},
    "phone": {"language": "en", "width": PHONE},
    "dark": {"language": "en", "theme": "dark"},
}
PICTURES = os.environ.get("RATING_PICTURES")
"""A folder for a picture of each page in each look."""


@pytest.fixture
def people(club: Club) -> list[Person]:
    people = four(club)
    choose_system("gipf-basic", None, administrator(), "whr")
    for number in range(6):
        closed_event(club, people, (FIRST, SECOND)[number % 2], days=40 * number)
    recompute(pool_for("gipf-basic").pk)
    return people


@pytest.mark.parametrize("look", LOOKS)
def test_every_page_of_ratings_can_be_read(people: list[Person], open_page: Open, look: str) -> None:
    pool, a, b, c = pool_for("gipf-basic").pk, *(person.pk for person in people[:3])
    judged(Pool.objects.get(pk=pool))
    game = Game.objects.filter(white=people[1], black=people[2]).latest("rated_on")
    page = open_page("/about", **LOOKS[look])
    for address in (
        f"/ratings/{pool}",
        f"/ratings/{pool}/people/{b}",
        f"/ratings/{pool}/compare?p={a}&p={b}&p={c}&q=player",
        f"/ratings/{pool}/distribution?p={b}",
        f"/ratings/{pool}/evidence",
        f"/games/{game.pk}",
    ):
        go(page, address)
        _keep(page, look, address)
        assert axe_faults(page) == [], address
        assert overflow(page) == 0, address


def _keep(page: Page, look: str, address: str) -> None:
    if PICTURES:
        name = address.partition("?")[0].strip("/").replace("/", "_")
        page.screenshot(path=Path(PICTURES) / f"{look}_{name}.png", full_page=True)


def test_somebody_is_found_while_one_types_and_added(people: list[Person], open_page: Open) -> None:
    pool = pool_for("gipf-basic").pk
    page = open_page(f"/ratings/{pool}/people/{people[0].pk}")
    page.get_by_role("link", name="Compare with others").click()
    page.get_by_role("searchbox", name="Name", exact=True).fill("player c")
    page.get_by_role("link", name="Add Player C").click()
    expect(page.get_by_role("region", name="Against each other")).to_contain_text("Player A – Player C")
    assert sorted(page.locator("svg.chart .c-letter").all_text_contents()) == ["A", "B"]
    page.get_by_role("link", name="Remove Player A").click()
    expect(page.get_by_text("Add a second player to compare.")).to_be_visible()
