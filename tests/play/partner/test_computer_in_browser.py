"""A stranger against the computer in Chromium: from the address alone to a turn, its answer, a takeback and the end."""

from __future__ import annotations

import pytest
from django.core.management import call_command
from playwright.sync_api import expect

from common.journal import services as journal
from games.models import Game
from play.core.playing import load_game
from testing.browser import PHONE, Open, overflow
from testing.factories import AccountFactory
from testing.marks import slow
from tests.play.table.test_games_in_browser import (
    WITHOUT_A_CONNECTION,
    clicks_of,
    counting_clicks,
    make_first_move,
    spot,
)

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def let_it_answer() -> int:
    """What the worker of analysis does; how many turns there are then."""
    call_command("work", "--once", "--queues", "turns")
    return load_game(Game.objects.get().pk).plies


@pytest.mark.parametrize("language", ["en", slow("fa")])
def test_a_stranger_plays_takes_back_and_resigns(open_page: Open, language: str) -> None:
    journal.open_scope(journal.SERVER)
    AccountFactory()  # the server is set up
    page = counting_clicks(open_page("/clubs", language=language, width=PHONE, often=True))
    page.locator("form[action='/play/computer'] button").click()
    expect(page.locator("[data-board]")).to_be_visible()
    assert clicks_of(page) == 1
    game = Game.objects.get().pk
    spot(page, "g1")
    spot(page, "g2")
    expect(page.locator(".moves .turn")).to_have_text(["g2"], timeout=WITHOUT_A_CONNECTION)
    assert let_it_answer() == 2
    expect(page.locator(".moves .turn")).to_have_count(2, timeout=WITHOUT_A_CONNECTION)
    spot(page, "a2")
    spot(page, "b3")
    expect(page.locator(".moves .turn")).to_have_count(3, timeout=WITHOUT_A_CONNECTION)
    assert let_it_answer() == 4
    expect(page.locator(".moves .turn")).to_have_count(4, timeout=WITHOUT_A_CONNECTION)
    page.locator("form[action$='/offer-takeback'] button").click()
    expect(page.locator(".moves .turn")).to_have_count(2, timeout=WITHOUT_A_CONNECTION)
    assert overflow(page) == 0
    page.locator("details:has(form[action$='/resign']) summary").click()
    page.locator("form[action$='/resign'] button").click()
    expect(page.locator(".play-end")).to_be_visible()
    assert Game.objects.get(pk=game).result == "0-1"


def test_a_level_is_chosen_in_the_lobby(open_page: Open) -> None:
    journal.open_scope(journal.SERVER)
    page = open_page("/play", often=True)
    page.get_by_role("button", name="Level 5").click()
    expect(page.locator(".side-name").first).to_contain_text("Computer, level 5")
    make_first_move(page)
