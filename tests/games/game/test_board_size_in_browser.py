"""The board on the page of a game, of every rule set: it fills the window of a desk, and the width of a phone."""

from __future__ import annotations

import pytest
from pytest import Subtests

from games.models import Game
from games.records.services.submit_record import submit_record
from gipf_engine.rules import all_rules, rules_for
from players.models import Club
from testing.browser import DESK, PHONE, Open
from testing.factories import ClubFactory, GameFactory, seated
from tests.looks import go

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

LEAST_SHARE = 0.7
"""Of the window's height that the drawing has on a desk, and on a phone of the width that it needs for that."""
MARGIN = 16
"""Pixels at either side of a phone's window that a board may leave."""
WINDOWS = ((DESK, 900), (PHONE, 844))
DRAWN = """svg => {
  const { width, height } = svg.getBoundingClientRect();
  const [, , wide, high] = svg.getAttribute("viewBox").split(" ").map(Number);
  const scale = Math.min(width / wide, height / high);
  return [wide * scale, high * scale];
}"""
"""How wide and high the drawing itself is, in pixels: its box may be larger."""
SEED = "5a" * 32


def recorded(key: str, club: Club) -> Game:
    """A game of these rules with the record of one turn."""
    rules, (name, _dash, variant) = rules_for(key), key.partition("-")
    setup = rules.chance.draw(SEED) if rules.chance else ""
    game = GameFactory(club=club, rules=key, setup=setup, agreed_draws=False)
    position = rules.start(setup)
    tag = f'[Setup "{setup}"]\n' if setup else ""
    turn = position.notation(next(iter(position.legal_moves())))
    submit_record(game.pk, seated(game, "white"), f'[Game "{name}"]\n[Rules "{variant}"]\n{tag}\n{turn}')
    return game


def test_the_board_of_every_rule_set_fills_the_window(open_page: Open, subtests: Subtests) -> None:
    club = ClubFactory()
    keys = [key for key in all_rules() if not key.startswith("guowuguan")]
    assert len(keys) >= 11
    games = {key: recorded(key, club) for key in keys}
    page = open_page("/about")
    for key, game in games.items():
        go(page, f"/games/{game.pk}")
        for width, height in WINDOWS:
            page.set_viewport_size({"width": width, "height": height})
            wide, high = page.locator(".game-svg svg").evaluate(DRAWN)
            with subtests.test(rules=key, width=width):
                is_as_wide = width == PHONE and wide >= width - 2 * MARGIN - 0.5
                assert is_as_wide or high >= LEAST_SHARE * height, f"{wide:.0f} × {high:.0f}"
