"""Boards on real screens: the board and its buttons fit a desk's screen, and rules and set-ups fit a phone."""

from __future__ import annotations

import pytest

from games.models import Game
from games.services import submit_record
from gipf_engine.rules.lyngk.setups import draw_setup
from tests.browser import DESK, PHONE, Open, overflow
from tests.factories import ClubFactory, GameFactory, organiser_of, seated
from tests.tournaments.factories import running

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

SETUP = draw_setup("0" * 64)
FIRST_TURN = {"gipf-standard": "d2", "lyngk-main": "a1-b2"}


def recorded(rules: str) -> Game:
    game: Game = GameFactory(club=ClubFactory(), rules=rules, setup=SETUP if rules.startswith("lyngk") else "")
    submit_record(game.pk, seated(game, "white"), f"1. {FIRST_TURN[rules]}")
    return game


@pytest.mark.parametrize("rules", FIRST_TURN)
def test_the_buttons_under_the_board_are_seen_without_scrolling(open_page: Open, rules: str) -> None:
    page = open_page(f"/games/{recorded(rules).pk}")
    for height in (700, 844, 900, 1080):
        page.set_viewport_size({"width": DESK, "height": height})
        button = page.locator("[data-step=last]").bounding_box()
        board = page.locator("[data-board] svg").bounding_box()
        assert button and board
        assert button["y"] + button["height"] <= height
        assert board["height"] >= 250


@pytest.mark.parametrize("rules", FIRST_TURN)
@pytest.mark.parametrize("width", [PHONE, DESK])
def test_names_at_the_rim_are_small(open_page: Open, rules: str, width: int) -> None:
    page = open_page(f"/games/{recorded(rules).pk}", width=width)
    heights = page.locator("[data-board] .b-name text").evaluate_all(
        "names => names.map(name => name.getBoundingClientRect().height)"
    )
    assert heights
    assert 8 <= max(heights) <= 20


@pytest.mark.parametrize("language", ["en", "fa", "ja"])
@pytest.mark.parametrize("path", ["/rules", "/rules/gipf-tournament", "/rules/lyngk-main?option=claim_captures"])
def test_pages_of_rules_never_scroll_sideways(open_page: Open, path: str, language: str) -> None:
    assert overflow(open_page(path, width=PHONE, language=language)) == 0


@pytest.mark.parametrize("language", ["en", "fa", "ja"])
@pytest.mark.parametrize("setups", ["round", "board"])
def test_pages_of_set_ups_never_scroll_sideways(open_page: Open, setups: str, language: str) -> None:
    club = ClubFactory()
    organiser = organiser_of(club)
    event = running(club, organiser, rules="lyngk-main", setups=setups, rounds=1)
    for path in ("pairings/1", "pairings/1/setups", "pairings/2/setups", "info"):
        assert overflow(open_page(f"/events/{event.pk}/{path}", organiser, width=PHONE, language=language)) == 0, path
