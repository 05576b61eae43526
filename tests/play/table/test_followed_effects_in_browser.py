"""Boards in Chromium follow effects: a turn is told in few bytes, and what is chosen of one is seen."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from play.core.playing import load_game
from play.games.services.games import play_turn
from play.table.live_turns import board_to_follow
from players.models import Account
from testing.browser import PHONE, Open, open_typing
from testing.games.game_records import GAMES, played, tokens_of
from testing.play.online import begin, lyngk, play

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]

WAITING = "Your opponent is to move."
MOST_BYTES = 1_500
COLUMN = "یک ستون کامل‌شده، از بالا"
RULES = {
    "gipf": "gipf-tournament",
    "yinsh": "yinsh-normal",
    "zertz": "zertz-37",
    "dvonn": "dvonn-placed",
    "tzaar": "tzaar-drawn",
}
DVONN_PLACED = 49
"""Pieces of DVONN: White places the last one and moves at once."""
LOOK = """svg => {
  const all = selector => [...svg.querySelectorAll(selector)];
  const piece = use => svg.querySelector(`defs > ${use.getAttribute("href")}`).dataset.piece;
  const stack = group => [
    group.dataset.point,
    [...group.querySelectorAll("use")].map(use => [piece(use), Number(use.getAttribute("y"))]),
    [...group.querySelectorAll("text")].map(height => [height.textContent, Number(height.getAttribute("y"))]),
  ];
  const round = text => text.replace(/-?\\d+(\\.\\d+)?/g, number => (Number(number) + 0.2).toFixed(0));
  return {
    points: all(".b-pieces > g").map(stack),
    ghosts: all(".b-ghost > g").map(stack).sort(),
    piles: all("[data-pile]").map(row => [
      row.dataset.pile, row.dataset.held, row.dataset.count, row.querySelector("text").textContent,
      row.getAttribute("display"), row.dataset.count === "0" || row.getAttribute("transform"),
    ]),
    boxes: all("[data-spot] > *").map(
      part => ["y", "height", "cx", "cy"].map(name => Math.round(part.getAttribute(name)))
    ),
    lies: all("[data-lies] > *").map(group => [
      group.parentElement.dataset.lies, group.dataset.stack, group.getAttribute("transform"), group.children.length,
    ]),
    rings: all(".b-spot > *").map(ring => ring.dataset.point),
    places: all("[data-spot]").map(hit => [hit.dataset.spot, hit.getAttribute("aria-label")]),
    mover: all(".b-turn").map(bar => bar.getAttribute("display")),
    way: all(".b-last > *").map(each => round(each.getAttribute("points") ?? each.getAttribute("x") ?? "")),
    words: [svg.querySelector("title").textContent, svg.querySelector("desc").textContent],
  };
}"""
DRAWN_ANEW = f"""async () => {{
  const state = await (await fetch(document.querySelector("[data-board-input]").dataset.state)).json();
  const holder = document.createElement("div");
  holder.innerHTML = state.svg;
  return ({LOOK})(holder.querySelector("svg"));
}}"""

MOVING = """() => [
  document.getAnimations().filter(each => !(each instanceof CSSTransition) && each.effect.target.closest("svg")).length,
  document.querySelectorAll(".b-flying").length,
]"""


def turns_of(name: str, number: int = 0) -> list[str]:
    if name == "gipf":
        return tokens_of(played("gipf-tournament"))
    return str(json.loads((GAMES / f"{name}.jsonl").read_text().splitlines()[number])["turns"]).split()


def setup_of(name: str) -> str:
    if name != "tzaar":
        return ""
    return str(json.loads((GAMES / "tzaar.jsonl").read_text().splitlines()[0])["setup"]["board"])


def seat_at(name: str, ply: int) -> int:
    return (ply - DVONN_PLACED if name == "dvonn" and ply >= DVONN_PLACED else ply) % 2


def lyngk_turns(game: int) -> list[str]:
    """A game of LYNGK by chance, in which colours are claimed early on."""
    position, turns, chance = load_game(game).running.reached.position, [], random.Random(3)
    while position.outcome is None:
        legal = [position.notation(move) for move in position.legal_moves()]
        claims = [turn for turn in legal if "," in turn] if len(turns) in (1, 2, 5, 8) else []
        turns.append(chance.choice(claims or legal))
        position = position.play(position.parse(turns[-1]))
    return turns


def begun(accounts: tuple[Account, Account], rules: str, turns: list[str]) -> int:
    game = begin(*accounts, rules=rules)
    play(game, *((accounts[ply % 2], turn) for ply, turn in enumerate(turns)))
    return game


def push(page: Page, game: int, account: Account, token: str) -> int:
    """A turn is made, and its news come to the opponent's page as the stream brings them. Returns their bytes."""
    after = play_turn(game, account, token, expect=load_game(game).version)
    assert after.turn is not None
    address = f"play-seen:{game}:{after.turn.clock.to_move}"
    news = {
        "page": address,
        "seen": f"game:{game}={after.version}",
        "news": board_to_follow(address, page.locator("html").get_attribute("lang") or "", after.turn.message()),
    }
    page.evaluate("news => document.dispatchEvent(new CustomEvent('live', { detail: news }))", news)
    return len(json.dumps(news, ensure_ascii=False, separators=(",", ":")).encode())


def send(page: Page, game: int, token: str) -> int:
    """Make the reader's own turn by typing it. Returns the bytes of the answer."""
    open_typing(page)
    page.locator("#board-turns").fill(token)
    with page.expect_response(f"**/play/{game}") as answer:
        page.locator("[data-turns] button").click()
    return len(answer.value.body())


def seen(page: Page) -> Any:
    return page.evaluate(f"() => ({LOOK})(document.querySelector('[data-board] svg'))")


def sentences(text: str) -> set[str]:
    return set(text.rstrip(".").split(". "))


def pieces(page: Page, *points: str) -> list[str]:
    found = {point: "".join(piece for piece, _y in stack) for point, stack, _heights in seen(page)["points"]}
    return [found[point] for point in points]


def touch(page: Page, *names: str) -> None:
    for name in names:
        page.locator(f'[data-spot="{name}"]').click()


STOP_ASKING = "() => { for (let id = setInterval(() => {}, 1e9); id > 0; id--) clearInterval(id); }"
"""News comes from the test: a page that asks by itself before it is told would draw its board anew."""


@pytest.mark.parametrize(
    ("name", "seat", "language"),
    [
        *(("gipf", 0, "fa"), ("yinsh", 1, "en"), ("zertz", 0, "fa"), ("lyngk", 1, "fa")),
        *(("dvonn", 1, "en"), ("tzaar", 0, "en")),
    ],
)
def test_through_a_whole_game_the_board_that_follows_is_the_one_that_is_drawn_anew(
    open_page: Open, accounts: tuple[Account, Account], name: str, seat: int, language: str
) -> None:
    game = lyngk(*accounts) if name == "lyngk" else begin(*accounts, rules=RULES[name], setup=setup_of(name))
    turns = lyngk_turns(game) if name == "lyngk" else turns_of(name)
    page = open_page(f"/play/{game}", accounts[seat], width=PHONE, language=language, reduced_motion="reduce")
    page.evaluate("document.querySelector('[data-board] svg').dataset.drawnOnce = ''")
    page.evaluate(STOP_ASKING)
    told, columns = [], set[str]()
    for ply, token in enumerate(turns[:-1]):  # the last one ends the game, and is told of whole
        mover = seat_at(name, ply)
        told.append(send(page, game, token) if mover == seat else push(page, game, accounts[mover], token))
        expect(page.locator(".moves .turn")).to_have_count(ply + 1)
        followed, drawn = seen(page), page.evaluate(DRAWN_ANEW)
        if name == "lyngk":  # which tells claims and columns first, and that there are none
            lines, columns = sentences(followed["words"].pop()), sentences(drawn["words"].pop())
            assert lines <= columns
            columns = {line for line in columns if line.startswith(COLUMN)}
            assert columns <= lines
        assert followed == drawn, token
    if name == "lyngk":
        assert columns
    assert page.locator("[data-drawn-once]").count() == 1
    assert max(told) <= MOST_BYTES, told


def test_what_is_chosen_is_seen_and_taken_back_choice_by_choice(
    open_page: Open, accounts: tuple[Account, Account]
) -> None:
    turns = turns_of("yinsh")
    at = turns.index("b6-b2;xa5-e9,j10")
    page = open_page(f"/play/{begun(accounts, 'yinsh-normal', turns[:at])}", accounts[at % 2])
    before, mine = seen(page), "Mm"[at % 2]
    touch(page, "b6")
    expect(page.locator("[data-ask]")).to_have_text("Choose where the ring moves.")
    assert pieces(page, "b6") == ["Rr"[at % 2] + mine]
    touch(page, "b2")
    expect(page.locator("[data-ask]")).to_have_text("Choose the ring to remove for the row.")
    assert pieces(page, "b2", "a5", "b6", "c7", "d8", "e9") == ["Rr"[at % 2], "", "", "", "", ""]
    page.get_by_role("button", name="Undo", exact=True).click()
    expect(page.locator("[data-ask]")).to_have_text("Choose where the ring moves.")
    assert pieces(page, "b6", "b2") == ["Rr"[at % 2] + mine, ""]
    page.get_by_role("button", name="Undo", exact=True).click()
    expect(page.get_by_role("button", name="Undo", exact=True)).to_be_hidden()
    assert seen(page) == before


def test_rows_glow_before_one_is_chosen(open_page: Open, accounts: tuple[Account, Account]) -> None:
    turns = turns_of("yinsh", 3)
    at = turns.index("e7-e10;xe5-e9,e10")
    page = open_page(f"/play/{begun(accounts, 'yinsh-normal', turns[:at])}", accounts[at % 2])
    touch(page, "e7", "e10")
    expect(page.locator("[data-ask]")).to_have_text("Choose a row to remove.")
    glowing = "() => [...document.querySelectorAll('.b-pieces > .b-glow')].map(each => each.dataset.point).sort()"
    rows = "e5 e6 e7 e8 e9", "d6 e7 f8 g9 h10", "e7 f8 g9 h10 i11"
    assert page.evaluate(glowing) == sorted({point for row in rows for point in row.split()})
    assert pieces(page, "e5", "e10") == ["Mm"[at % 2], "Rr"[at % 2]]
    touch(page, "d6")
    expect(page.locator("[data-ask]")).to_have_text("Choose the ring to remove for the row.")
    assert page.evaluate(glowing) == []
    assert pieces(page, *rows[1].split()) == [""] * 5


def test_a_turn_by_keys_and_its_last_choice_taken_back_by_escape(
    open_page: Open, accounts: tuple[Account, Account]
) -> None:
    turns = turns_of("zertz")
    at = turns.index("xa4Gc4Bc2")
    game = begun(accounts, "zertz-37", turns[:at])
    page = open_page(f"/play/{game}", accounts[at % 2], reduced_motion="reduce")
    captured = page.locator(f'[data-pile="captured.{at % 2}"][data-held="G"]')
    count = int(captured.get_attribute("data-count") or "")
    for place in ("a4", "c4"):
        page.locator(f'[data-spot="{place}"]').focus()
        page.keyboard.press("Enter")
    expect(page.locator("[data-ask]")).to_have_text("The marble must jump on: choose where.")
    expect(captured).to_have_attribute("data-count", str(count + 1))
    expect(page.locator('[data-spot="c4"]')).not_to_have_accessible_name("c4: empty")
    page.keyboard.press("Escape")
    expect(captured).to_have_attribute("data-count", str(count))
    expect(page.locator('[data-spot="c4"]')).to_have_accessible_name("c4: empty")
    for place in ("c4", "c2"):
        page.locator(f'[data-spot="{place}"]').focus()
        page.keyboard.press(" ")
    expect(page.locator("[data-ask]")).to_have_text(WAITING)
    assert load_game(game).running.tokens[-1] == turns[at]


@pytest.mark.parametrize("name", ["gipf", "yinsh", "zertz"])
def test_turns_by_touch_on_a_phone_are_seen_before_they_are_answered(
    open_page: Open, accounts: tuple[Account, Account], name: str
) -> None:
    turns = turns_of(name)
    at = turns.index({"gipf": "b1-b2", "yinsh": "i9-e5", "zertz": "Be1,d1"}[name])
    game = begun(accounts, RULES[name], turns[:at])
    page = open_page(f"/play/{game}", accounts[at % 2], width=PHONE, has_touch=True, language="ja")
    held: list[Route] = []
    page.route(
        f"**/play/{game}", lambda route: held.append(route) if route.request.method == "POST" else route.continue_()
    )
    if name == "zertz":
        page.locator('[data-step="colour-B"]').tap()
    for place in {"gipf": ("b1", "b2"), "yinsh": ("i9", "e5"), "zertz": ("e1", "d1")}[name]:
        page.locator(f'[data-spot="{place}"]').tap()
    expect(page.locator("[data-board]")).to_have_attribute("aria-busy", "true")
    drawn = seen(page)
    held.pop().continue_()
    expect(page.locator(".moves .turn")).to_have_count(at + 1)
    answered = seen(page)
    assert [each for each in drawn["points"] if each[0] != "d1"] == [
        each for each in answered["points"] if each[0] != "d1"
    ]
    assert [count for *_names, count, _text, _shown, _place in drawn["piles"]] == [
        count for *_names, count, _text, _shown, _place in answered["piles"]
    ]
    assert answered == page.evaluate(DRAWN_ANEW)


def test_a_message_that_is_lost_brings_the_whole_drawing(open_page: Open, accounts: tuple[Account, Account]) -> None:
    turns, game = turns_of("yinsh"), begin(*accounts, rules="yinsh-normal")
    page = open_page(f"/play/{game}", accounts[1])
    page.evaluate("document.querySelector('[data-board] svg').dataset.drawnOnce = ''")
    push(page, game, accounts[0], turns[0])
    expect(page.locator(".moves .turn")).to_have_count(1)
    expect(page.locator("[data-drawn-once]")).to_have_count(1)
    play(game, (accounts[1], turns[1]))  # in another window
    push(page, game, accounts[0], turns[2])
    expect(page.locator(".moves .turn")).to_have_count(3)
    expect(page.locator("[data-drawn-once]")).to_have_count(0)
    assert seen(page) == page.evaluate(DRAWN_ANEW)


def test_pieces_slide_and_captured_ones_travel_unless_less_motion_is_asked_for(
    open_page: Open, accounts: tuple[Account, Account]
) -> None:
    turns = turns_of("zertz")
    at = turns.index("xa4Gc4Bc2")
    game = begun(accounts, "zertz-37", turns[:at])
    for reduced, moving in (("no-preference", [2, 1]), ("reduce", [0, 0])):
        page = open_page(f"/play/{game}", accounts[at % 2], reduced_motion=reduced)
        touch(page, "a4", "c4")
        assert page.evaluate(MOVING) == moving
        expect(page.locator(".b-flying")).to_have_count(0)
