"""Boards on real screens: the board and its buttons fit a desk's screen, and rules and set-ups fit a phone."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from games.models import Game
from games.records.services.submit_record import submit_record
from gipf_engine.games.lyngk.setups import draw_setup
from testing.browser import DESK, PHONE, Open
from testing.factories import ClubFactory, GameFactory, organiser_of, seated
from testing.tournaments.factories import running
from tests.looks import go, too_wide

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

SETUP = draw_setup("0" * 64)
FIRST_TURN = {"gipf-standard": "d2", "lyngk-main": "a1-b2"}


def recorded(rules: str) -> Game:
    game: Game = GameFactory(club=ClubFactory(), rules=rules, setup=SETUP if rules.startswith("lyngk") else "")
    submit_record(game.pk, seated(game, "white"), f"1. {FIRST_TURN[rules]}")
    return game


def test_the_buttons_under_the_board_are_seen_without_scrolling_and_names_at_the_rim_are_small(
    open_page: Open,
) -> None:
    page = open_page("/about")
    for rules in FIRST_TURN:
        go(page, f"/games/{recorded(rules).pk}")
        for height in (700, 844, 900, 1080):
            page.set_viewport_size({"width": DESK, "height": height})
            assert_buttons_are_seen(page, height)
        for width in (DESK, PHONE):
            page.set_viewport_size({"width": width, "height": 844})
            assert_names_are_small(page)


def test_boards_of_black_and_white_pieces_have_a_plate_between_the_two_in_each_theme(open_page: Open) -> None:
    page = open_page(f"/games/{recorded('gipf-standard').pk}")
    plates = {}
    for theme in ("wood", "slate"):
        page.evaluate("theme => { document.documentElement.dataset.boardTheme = theme; }", theme)
        plates[theme] = page.locator(".b-plate").evaluate("plate => getComputedStyle(plate).fill")
    # --gipf-plate of each, not its --board-plate, on which black pieces are not seen.
    assert plates == {"wood": "rgb(216, 183, 131)", "slate": "rgb(90, 101, 112)"}


def assert_buttons_are_seen(page: Page, height: int) -> None:
    button = page.locator("[data-step=last]").bounding_box()
    board = page.locator("[data-board] svg").bounding_box()
    assert button and board
    assert button["y"] + button["height"] <= height
    assert board["height"] >= 250


def assert_names_are_small(page: Page) -> None:
    heights = page.locator("[data-board] .b-name text").evaluate_all(
        "names => names.map(name => name.getBoundingClientRect().height)"
    )
    assert heights
    assert 8 <= max(heights) <= 20


@pytest.mark.slow
def test_pages_of_rules_and_set_ups_never_scroll_sideways(open_page: Open) -> None:
    club = ClubFactory()
    organiser = organiser_of(club)
    paths = ["/rules", "/rules/gipf-tournament", "/rules/lyngk-main?option=claim_captures"]
    for setups in ("round", "board"):
        event = running(club, organiser, rules="lyngk-main", setups=setups, rounds=1)
        pages = ("pairings/1", "pairings/1/setups", "pairings/2/setups", "info")
        paths += [f"/events/{event.pk}/{page}" for page in pages]
    assert too_wide(open_page("/about", organiser, width=PHONE), paths) == []
