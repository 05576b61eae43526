"""YINSH and ZÈRTZ in Chromium: a turn choice by choice, with rows, buttons and boards that shrink."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Page, expect

from play.core.playing import load_game
from players.models import Account
from testing.browser import PHONE, Open
from testing.games.game_records import GAMES
from testing.play.online import begin, play

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
WAITING = "Your opponent is to move."


def turns_of(name: str) -> list[str]:
    return str(json.loads((GAMES / f"{name}.jsonl").read_text().splitlines()[0])["turns"]).split()


def touch(page: Page, *names: str) -> None:
    for name in names:
        page.locator(f'[data-spot="{name}"]').click()


def begun(accounts: tuple[Account, Account], rules: str, turns: list[str]) -> int:
    game = begin(*accounts, rules=rules)
    play(game, *((accounts[ply % 2], turn) for ply, turn in enumerate(turns)))
    return game


def test_a_row_goes_without_saying_and_its_ring_is_touched(open_page: Open, accounts: tuple[Account, Account]) -> None:
    turns = turns_of("yinsh")
    at = turns.index("b6-b2;xa5-e9,j10")
    game = begun(accounts, "yinsh-normal", turns[:at])
    page = open_page(f"/play/{game}", accounts[at % 2])
    expect(page.locator("[data-ask]")).to_have_text("Choose the ring to move; a marker stays in its place.")
    touch(page, "b6")
    expect(page.locator("[data-ask]")).to_have_text("Choose where the ring moves.")
    touch(page, "b2")
    expect(page.locator("[data-ask]")).to_have_text("Choose the ring to remove for the row.")
    touch(page, "j10")
    expect(page.locator("[data-ask]")).to_have_text(WAITING)
    assert load_game(game).running.tokens[-1] == turns[at]


@pytest.mark.parametrize("rules", ["zertz-37", "zertz-61"])
def test_a_marble_is_chosen_by_a_button_then_its_ring_and_the_one_that_goes(
    open_page: Open, accounts: tuple[Account, Account], rules: str
) -> None:
    game = begun(accounts, rules, [])
    page = open_page(f"/play/{game}", accounts[0], width=PHONE, theme="dark")
    page.get_by_role("button", name="Grey marble").click()
    touch(page, "d4", "d1")
    expect(page.locator("[data-ask]")).to_have_text(WAITING)
    assert load_game(game).running.tokens == ("Gd4,d1",)
    expect(page.locator('[data-spot="d1"]')).to_have_count(0)


def test_a_chain_of_jumps_is_touched_step_by_step(open_page: Open, accounts: tuple[Account, Account]) -> None:
    turns = turns_of("zertz")
    at = turns.index("xa4Gc4Bc2")
    game = begun(accounts, "zertz-37", turns[:at])
    page = open_page(f"/play/{game}", accounts[at % 2])
    expect(page.locator("[data-ask]")).to_have_text("You must capture: choose the marble that jumps.")
    touch(page, "a4", "c4", "c2")
    expect(page.locator("[data-ask]")).to_have_text(WAITING)
    assert load_game(game).running.tokens[-1] == turns[at]
