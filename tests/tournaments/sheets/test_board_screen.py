"""The screen of boards: eight at a time with names, clocks and results, each as everybody may see it."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from playwright.sync_api import expect

from games.core.running import running_game
from games.models import Game
from games.recordings.services.record_turns import record_turns
from players.models import Account, Club
from testing.axe import axe_faults
from testing.browser import Open, overflow
from testing.tournaments.factories import decide, fresh, running
from tournaments.core.loader import load
from tournaments.models import Event
from tournaments.rounds.queries.rounds import round_page
from tournaments.rounds.services import round_clocks
from tournaments.rounds.services.broadcasts import set_broadcast_delay
from tournaments.sheets.live_boards import BOARDS_A_PART, board_parts

pytestmark = pytest.mark.django_db
RULES = {"rules": "gipf-basic", "format": "swiss-dutch", "rounds_planned": 3}


@pytest.fixture
def event(club: Club, organiser: Account) -> Event:
    """Nine boards: one more than fit."""
    names = [f"Player {number:02}" for number in range(18)]
    event = running(club, organiser, names, rounds=1, **RULES)
    round_clocks.start_clock(event.pk, organiser, 1, minutes=60)
    return event


def record(game: Game, account: Account, text: str) -> None:
    record_turns(game.pk, account, text, expect=running_game(game).version)


def first_game(event: Event) -> Game:
    return Game.objects.select_related("parent_scope").filter(parent_scope__key=event.scope).earliest("pk")


def test_boards_are_shown_in_parts_with_what_everybody_may_see(event: Event, organiser: Account) -> None:
    record(first_game(event), organiser, "g2 b3")
    page = round_page(load(fresh(event)), 1, with_reasons=False)
    assert page is not None
    parts = board_parts(page)
    assert [(part.number, part.total, len(part.boards)) for part in parts] == [(1, 2, BOARDS_A_PART), (2, 2, 1)]
    assert [board.number for part in parts for board in part.boards] == list(range(1, 10))
    assert parts[0].boards[0].running.tokens == ("g2", "b3")
    assert parts[0].boards[1].running.tokens == ()
    set_broadcast_delay(event.pk, organiser, delay=30)
    assert board_parts(page)[0].boards[0].running.tokens == ()


def test_a_board_that_is_over_shows_its_result_and_follows_no_game(event: Event, organiser: Account) -> None:
    address, game = f"/events/{event.pk}/screen/boards", first_game(event)
    record(game, organiser, "g2 b3")
    before = Client().get(address).content.decode()
    assert f'data-live="game:{game.pk}"' in before
    names = (game.white.name, game.black.name)
    decide(event, organiser, {names: "1-0"})
    after = Client().get(address).content.decode()
    assert f'data-live="game:{game.pk}"' not in after
    about = re.findall(rf'id="screen-board-{game.pk}" data-part>(.*?)</p>', after)
    assert len(about) == 1 and "<strong>" in about[0]


def test_before_a_round_and_for_solitaires_it_says_so(club: Club, organiser: Account) -> None:
    empty = running(club, organiser, ("Ada", "Ben"), **RULES)
    assert "No round is paired yet." in Client().get(f"/events/{empty.pk}/screen/boards").content.decode()


@pytest.mark.parametrize(("width", "height"), [(1920, 1080), (1280, 720)], ids=["1080", "720"])
def test_a_part_and_the_clock_fit_on_a_beamer(
    event: Event, organiser: Account, open_page: Open, width: int, height: int
) -> None:
    record(first_game(event), organiser, "g2 b3")
    page = open_page(f"/events/{event.pk}/screen/boards", width=width)
    page.set_viewport_size({"width": width, "height": height})
    boards = page.locator(".screen-board:visible")
    expect(boards).to_have_count(BOARDS_A_PART)
    for place in range(BOARDS_A_PART):
        box = boards.nth(place).bounding_box()
        assert box is not None and box["y"] + box["height"] <= height, place
        drawn = boards.nth(place).locator("svg").bounding_box()
        assert drawn is not None and drawn["height"] > height / 5, place
    timer = page.locator("[data-round-clock]").bounding_box()
    assert timer is not None and timer["y"] >= 0 and timer["y"] + timer["height"] < height / 4
    assert overflow(page) == 0
    assert axe_faults(page) == []
    page.get_by_role("button", name="Next page").dispatch_event("click")
    expect(boards).to_have_count(1)
