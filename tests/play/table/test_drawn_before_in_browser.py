"""A turn is on its player's board before the server has answered, with the pieces where the answer has them."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from play.core.playing import load_game
from testing.browser import Open
from testing.play.online import begin, first_turns, lyngk, play, two_accounts

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PIECES = """() => [...document.querySelectorAll("[data-board] .b-pieces use")].map((use) => [
  use.getAttribute("href").split("-").at(-1), ...["x", "y"].map((name) => Math.round(use.getAttribute(name))),
]).sort()"""
TOPS = """() => [...document.querySelectorAll("[data-board] .b-pieces > .b-stack > use:last-child")].map((use) => {
  const { x, y, width, height } = use.getBoundingClientRect();
  return [use.getAttribute("href").split("-").at(-1), Math.round(x + width / 2), Math.round(y + height / 2)];
})"""


def held_back(page: Page, game: int) -> list[Route]:
    """Turns that are sent from now on: the server does not get them before they are let go."""
    held: list[Route] = []
    page.route(
        f"**/play/{game}", lambda route: held.append(route) if route.request.method == "POST" else route.continue_()
    )
    return held


def touch(page: Page, *places: str) -> None:
    for place in places:
        page.locator(f'[data-spot="{place}"]').click()


def drawn_before_and_after(page: Page, game: int, look: str, *places: str) -> tuple[Any, Any]:
    """The pieces while the turn is on its way, and when it was answered."""
    held, plies = held_back(page, game), load_game(game).plies
    touch(page, *places)
    expect(page.locator("[data-board]")).to_have_attribute("aria-busy", "true")
    before = page.evaluate(look)
    assert load_game(game).plies == plies
    page.wait_for_timeout(50)
    held.pop().continue_()
    expect(page.locator("[data-ask]")).to_have_text("Your opponent is to move.")
    assert load_game(game).plies == plies + 1
    return before, page.evaluate(look)


@pytest.mark.parametrize(("places", "pushed"), [(["g1", "g2"], 0), (["a1"], 1), (["b3"], 0)])
def test_in_gipf_a_piece_comes_in_and_pushes_others(open_page: Open, places: list[str], pushed: int) -> None:
    accounts = two_accounts()
    game = begin(*accounts)
    page = open_page(f"/play/{game}", accounts[0])
    stood = page.evaluate(PIECES)
    before, after = drawn_before_and_after(page, game, PIECES, *places)
    assert before == after
    assert len(after) == len(stood) + 1
    assert len([each for each in stood if each not in after]) == pushed  # it stands elsewhere now


def test_black_sees_the_same_from_the_other_side(open_page: Open) -> None:
    accounts = two_accounts()
    game = begin(*accounts)
    play(game, (accounts[0], "a1-c3"))
    page = open_page(f"/play/{game}", accounts[1])
    before, after = drawn_before_and_after(page, game, PIECES, "i5")
    assert before == after


def test_in_lyngk_a_stack_goes_onto_another(open_page: Open) -> None:
    accounts = two_accounts()
    game = lyngk(*accounts)
    first_turns(game, *accounts)
    page = open_page(f"/play/{game}", accounts[0])
    position = load_game(game).running.reached.position
    simple = (position.notation(move) for move in position.legal_moves())
    turn = next(text for text in simple if len(text.split("-")) == 2 and text[0].islower())
    stood = page.evaluate(TOPS)
    before, after = drawn_before_and_after(page, game, TOPS, *turn.split("-"))
    assert len(after) == len(stood) - 1
    assert [each for each in after if each not in before] == []
    assert len([each for each in before if each not in after]) == 1  # what lies under it now
