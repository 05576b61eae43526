"""A round that is played on this server, in Chromium: begun at the desk, played from home, decided by the arbiter."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from games.models import Game
from play.core.playing import load_game
from players.models import Account, Club
from testing.browser import PHONE, Open, overflow
from testing.tournaments.here import games_of, running_here

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_a_round_is_published_played_and_decided(club: Club, organiser: Account, open_page: Open) -> None:
    event, players = running_here(club, organiser, ("Ada", "Ben"), rounds=0)
    desk = open_page(f"/events/{event.pk}/desk", organiser)
    desk.get_by_role("button", name="Start round 1").click()
    expect(desk.get_by_role("link", name="being played")).to_be_visible()
    (game,) = games_of(event)
    white = open_page("/", players[game.white.name], width=PHONE)
    white.locator(".task").get_by_role("link", name="Play").click()
    expect(white.get_by_text("loses by forfeit")).to_be_visible()
    assert overflow(white) == 0
    for spot in ("g1", "g2"):
        white.locator(f'[data-spot="{spot}"]').click()
    expect(white.locator("[data-ask]")).to_have_text("Your opponent is to move.")
    assert load_game(game.pk).running.tokens == ("g2",)
    black = open_page(f"/play/{game.pk}", players[game.black.name], language="fa", width=PHONE)
    assert overflow(black) == 0
    desk.locator(f"#game-{game.pk}").focus()
    desk.keyboard.press("+")
    expect(desk.locator("[data-left]")).to_have_text("all results are in")
    expect(white.get_by_text("+ -, decided by the arbiter")).to_be_visible()
    expect(black.get_by_text("با تصمیم داور")).to_be_visible()
    assert Game.objects.get(pk=game.pk).result == "+-"
    assert load_game(game.pk).is_over
