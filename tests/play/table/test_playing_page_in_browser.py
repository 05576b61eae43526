"""The page of a game that is played: the board fills the window, clocks stay in view, nothing moves another thing."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from play.core.playing import load_game
from play.games.services.games import resign
from play.table.services.offers import make_offer
from players.models import Account
from testing.axe import axe_faults
from testing.browser import PHONE, Open
from testing.games.game_records import GAMES
from testing.marks import slow
from testing.play.online import DRAW, begin, first_turns, lyngk, play, reference_turns
from tests.looks import choose, go

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

DESK = (1280, 900)
SIZES = ((360, 640), (390, 844), (1366, 768), DESK)
LEAST_SHARE = 0.82
"""Of the window's height that the board has on a desk."""
LOOK = """() => {
  const box = (element) => {
    const { top, height } = element.getBoundingClientRect();
    return [top, height].map(Math.round);
  };
  const svg = document.querySelector("[data-board] svg");
  const { width, height } = svg.getBoundingClientRect();
  const [, , wide, high] = svg.getAttribute("viewBox").split(" ").map(Number);
  const isSeen = (element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    const over = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    const isInside = top >= 0 && bottom <= innerHeight && left >= 0 && right <= innerWidth;
    return isInside && element.closest(".side").contains(over);
  };
  return {
    drawn: Math.min(height, (width * high) / wide),
    clocks: [...document.querySelectorAll(".side-clock")].map(isSeen),
    names: [...document.querySelectorAll(".side-name")].map(isSeen),
    places: [".side-clock", "[data-ask]", "[data-board]", ".board-buttons", ".play-steps"].flatMap(
      (each) => [...document.querySelectorAll(`.playing ${each}`)].map(box)
    ),
    scrolled: scrollY,
    wide: document.documentElement.scrollWidth - innerWidth,
  };
}"""
"""What is where, by distance from the top and height; how high the drawing itself is; which clocks are seen."""

TAKEN = """board => [...board.querySelectorAll(".b-pieces > [data-point]")]
  .filter(({ children }) => children.length).map(({ dataset }) => dataset.point)"""


def begun(accounts: Sequence[Account], name: str) -> tuple[int, int, tuple[str, ...]]:
    """A game that goes on, the seat to move in it, and a turn of several choices that this seat can make."""
    if name == "gipf":
        game = begin(*accounts)
        play(game, *reference_turns(*accounts)[:4])
        return game, 0, ("g1", "g2")
    if name == "lyngk":
        game = lyngk(*accounts)
        first_turns(game, *accounts)
        position = load_game(game).running.reached.position
        turns = [position.notation(move) for move in position.legal_moves()]
        claim, way = next(turn for turn in turns if "," in turn).split(",")
        return game, 0, (f"claim-{claim}", *way.split("-"))
    game = begin(*accounts, rules={"yinsh": "yinsh-normal"}.get(name, "zertz-37"))
    if name == "zertz":
        return game, 0, ("colour-G", "d4", "d1")
    file, before, touches = {
        "yinsh": ("yinsh", "b6-b2;xa5-e9,j10", ("b6", "b2", "j10")),
        "zertz-chain": ("zertz", "xa4Gc4Bc2", ("a4", "c4", "c2")),
    }[name]
    turns = json.loads((GAMES / f"{file}.jsonl").read_text().splitlines()[0])["turns"].split()
    at = turns.index(before)
    play(game, *((accounts[ply % 2], turn) for ply, turn in enumerate(turns[:at])))
    return game, at % 2, touches


def touch(page: Page, key: str) -> None:
    """A place of the board, else the button with these first letters."""
    place = page.locator(f'[data-board] [data-spot="{key}"]')
    if place.count():
        place.click(force=True)
    else:
        page.locator(f'[data-step="{key}"]').click()


def look(page: Page) -> dict[str, Any]:
    return dict(page.evaluate(LOOK))


@pytest.mark.parametrize("name", ["gipf", slow("lyngk"), slow("yinsh"), slow("zertz"), slow("zertz-chain")])
@pytest.mark.parametrize("language", ["en", slow("fa")])
def test_board_and_clocks_stay_where_they_are_in_every_phase_of_a_turn(
    open_page: Open, accounts: tuple[Account, Account], name: str, language: str
) -> None:
    game, seat, touches = begun(accounts, name)
    page = open_page("/about", accounts[seat], language=language)
    seen: dict[tuple[int, int], list[dict[str, Any]]] = {}

    def look_at_each_size() -> None:
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            seen.setdefault((width, height), []).append(look(page))

    go(page, f"/play/{game}")
    look_at_each_size()
    for key in touches:
        touch(page, key)
        look_at_each_size()
    expect(page.locator("#you [data-to-move]")).to_have_count(0)
    look_at_each_size()
    page.locator("[data-look-step=back]").click()
    expect(page.locator("[data-look-said]")).to_be_visible()
    look_at_each_size()
    for size, phases in seen.items():
        assert [phase["clocks"] for phase in phases] == [[True, True]] * len(phases), size
        assert [phase["names"] for phase in phases] == [[True, True]] * len(phases), size
        assert [phase["places"] for phase in phases] == [phases[0]["places"]] * len(phases), size
        assert {phase["scrolled"] for phase in phases} == {0}
        assert {phase["wide"] for phase in phases} == {0}, size
    assert min(phase["drawn"] for phase in seen[DESK]) >= LEAST_SHARE * DESK[1]


@pytest.mark.parametrize("size", SIZES)
def test_an_offer_moves_nothing_and_hides_no_clock(
    open_page: Open, accounts: tuple[Account, Account], size: tuple[int, int]
) -> None:
    game = lyngk(*accounts)
    first_turns(game, *accounts)
    page = open_page("/about", accounts[0])
    page.set_viewport_size({"width": size[0], "height": size[1]})
    go(page, f"/play/{game}")
    before = look(page)
    make_offer(game, accounts[1], DRAW)
    page.evaluate("document.dispatchEvent(new CustomEvent('live', {detail: {}}))")
    agree = page.get_by_role("button", name="Agree to a draw")
    expect(agree).to_be_in_viewport(ratio=1)
    after = look(page)
    assert after["clocks"] == [True, True]
    assert after["places"] == before["places"]
    agree.click()
    expect(page.get_by_text("½-½, agreed")).to_be_in_viewport()


def test_turns_are_stepped_through_while_the_game_goes_on(open_page: Open, accounts: tuple[Account, Account]) -> None:
    game, turns = begin(*accounts), reference_turns(*accounts)
    made = play(game, *turns[:6]).running.tokens
    page = open_page(f"/play/{game}", accounts[0])
    now, past = page.locator("[data-board]"), page.locator(".board-past")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("[data-look-said]")).to_contain_text(f"turn 5 of 6, \u2066{made[4]}\u2069")
    expect(page.locator(".moves .turn.is-shown")).to_have_text(made[4])
    page.keyboard.press("Home")
    expect(page.locator("[data-look-said]")).to_have_text("Looking back: before the first turn")
    first = past.evaluate(TAKEN)
    play(game, turns[6], turns[7])  # the opponent's turns come meanwhile, and the past stays
    page.evaluate("document.dispatchEvent(new CustomEvent('live', {detail: {}}))")
    expect(page.locator(".moves .turn")).to_have_count(8)
    expect(past).to_be_visible()
    assert past.evaluate(TAKEN) == first != now.evaluate(TAKEN)
    page.get_by_role("button", name="Next position").click()
    expect(page.locator("[data-look-at]")).to_have_text("1 / 8")
    page.locator(".moves .turn").last.click()
    expect(past).to_be_hidden()
    page.locator(".moves .turn").nth(6).click()
    expect(past).to_be_visible()
    page.keyboard.press("Escape")
    expect(past).to_be_hidden()
    expect(page.locator("[data-ask]")).to_have_text("Choose the dot where your piece comes in.")


def test_a_turn_is_typed_behind_a_key_in_a_field_that_moves_nothing(
    open_page: Open, accounts: tuple[Account, Account]
) -> None:
    game = begin(*accounts)
    page = open_page(f"/play/{game}", accounts[0])
    field = page.get_by_label("Turn", exact=True)
    expect(field).to_be_hidden()
    before = look(page)["places"]
    page.keyboard.press("t")
    expect(field).to_be_focused()
    assert look(page)["places"] == before
    page.keyboard.press("Escape")
    expect(field).to_be_hidden()
    expect(page.get_by_role("button", name="Type a turn")).to_be_focused()
    page.keyboard.press("t")
    page.keyboard.type("a1-a9")
    page.keyboard.press("Enter")
    expect(page.locator("[data-refused]")).to_be_visible()
    expect(field).to_have_value("a1-a9")
    assert look(page)["places"] == before
    field.fill("g2")
    page.keyboard.press("Enter")
    expect(page.locator(".moves .turn")).to_have_text(["g2"])
    expect(field).to_be_hidden()


@pytest.mark.parametrize("width", [PHONE, slow(DESK[0])])
def test_at_the_end_the_reason_and_what_comes_next_are_seen_at_once(
    open_page: Open, accounts: tuple[Account, Account], width: int
) -> None:
    game = begin(*accounts)
    play(game, *reference_turns(*accounts)[:4])
    page = open_page(f"/play/{game}", accounts[0], width=width)
    resign(game, accounts[1])
    page.evaluate("document.dispatchEvent(new CustomEvent('live', {detail: {}}))")
    expect(page.get_by_text("1-0, resigned")).to_be_in_viewport()
    expect(page.get_by_text("You have won.")).to_be_in_viewport()
    expect(page.get_by_role("button", name="Rematch")).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("link", name="To the game")).to_be_in_viewport(ratio=1)
    expect(page.locator("[data-board]")).to_be_in_viewport()
    page.keyboard.press("Home")
    expect(page.locator("[data-look-said]")).to_be_visible()
    for language, theme in (("en", "light"), ("fa", "dark")):
        choose(page, language, theme)
        page.reload()
        assert axe_faults(page) == []
