"""A game recorded in Chromium: by clicks and by typing, turn by turn, each stored as it is made."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from games.models import Game, Record
from games.running import running_game
from tests.browser import Open
from tests.factories import ClubFactory, GameFactory, seated
from tests.games.records import CHAMPIONSHIP, played

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

FIRST_TEN = (
    *(("i3", "h3"), ("b6", "c6"), ("i2", "h3"), ("c7", "c6"), ("i2", "h3"), ("c7", "c6")),
    *(("single", "i4", "h4"), ("single", "a5"), ("i3", "h4"), ("i4", "h4")),
)
"""The first ten turns of the championship of 2001 as touches: GWi3-h3 GKb6-c6 GWi2-h3 GKc7-c6 GWi2-h3 GKc7-c6 Wi4-h4
Ka5-b5 Wi3-h4 Ki4-h4. Buttons are called by their words."""
BUTTONS = {"single": "Bring in a single instead"}


@pytest.fixture
def championship() -> Game:
    return GameFactory(club=ClubFactory(), rules="gipf-tournament")


@pytest.fixture
def lyngk() -> Game:
    game = played("lyngk-main", 0)
    setup = "".join(game["setup"].values())
    return GameFactory(club=ClubFactory(), rules="lyngk-main", setup=setup)


def touch(page: Page, *touches: str) -> None:
    """Touch places of the board and buttons, one after the other."""
    for each in touches:
        if each in BUTTONS:
            page.get_by_role("button", name=BUTTONS[each]).click()
        else:
            page.locator(f"[data-spot='{each}']").click()


def recorded(page: Page) -> list[str]:
    """The turns beside the board."""
    return page.locator("#recorder-side .turn").all_text_contents()


def wait_for_turns(page: Page, count: int) -> None:
    expect(page.locator("#recorder-side .turn")).to_have_count(count)


def test_the_championship_of_2001_by_clicks_and_by_typing(open_page: Open, championship: Game) -> None:
    account = seated(championship, "white")
    page = open_page(f"/games/{championship.pk}/recorder", account)
    for number, touches in enumerate(FIRST_TEN, start=1):
        touch(page, *touches)
        wait_for_turns(page, number)
    tokens = CHAMPIONSHIP.split()
    by_clicks = recorded(page)
    page.get_by_label("Turn", exact=True).fill(" ".join(tokens[10:]))
    page.keyboard.press("Enter")
    wait_for_turns(page, 36)
    assert recorded(page)[:10] == by_clicks
    page.get_by_label("How the game ended").select_option("not over, or nobody knows")
    page.get_by_role("button", name="Hand in the record").click()
    expect(page.get_by_text("The record is kept.")).to_be_visible()
    record = Record.objects.get()
    assert record.plies == 36
    typed = GameFactory(club=championship.club, rules="gipf-tournament")
    # The same game typed as a whole is the same record.
    from games.services import submit_record

    assert submit_record(typed.pk, seated(typed, "white"), f"{CHAMPIONSHIP} *").digest == record.digest
    assert running_game(championship).tokens == ()
