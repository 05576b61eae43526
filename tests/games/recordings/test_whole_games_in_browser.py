"""A whole game of each kind in Chromium: by clicks, by keys, or by touch on a phone, and its end in the other ways.

In English and in Persian.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

import pytest
from playwright.sync_api import Page, expect

from games.models import Game, Move, Record
from games.recordings.services.record_turns import record_turns
from gipf_engine.rules import rules_for
from gipf_engine.rules.base import Position
from gipf_engine.rules.steps import Steps
from testing.browser import DESK, PHONE, Open, overflow
from testing.factories import ClubFactory, GameFactory, organiser_of
from testing.games.game_records import played
from tests.games.board_keys import BoardKeys

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]

LYNGK = played("lyngk-main", 2)


class Whole(NamedTuple):
    """A short game, and how it ends: those of LYNGK and ZÈRTZ are held ones, the other two were found by lot."""

    rules: str
    turns: str
    result: str
    reason: str
    way: str
    """How it is recorded from its first turn to its last; in other ways only from `LAST` turns before its end."""
    setup: str = ""


GAMES = {
    "gipf": Whole(
        "gipf-basic",
        "h3 f2 b6-b4 i4-g6 e9-e7 a1-c3 b1-b3 c6 h4 g7-g5 g1-e3 a1-d4 d8-f7 i5-f5 d7 h6-f6 i4-g4 f1-d2 i5-e5 g1-d3 g7-d6"
        " i1-g3 a3-c5 b6-e6;xc6,d6,e6,f5,g4*,h3*",
        "0-1",
        "reserve",
        "clicks",
    ),
    "lyngk": Whole(
        "lyngk-main",
        " ".join(LYNGK["moves"]),
        "1-0",
        "no-moves",
        "clicks",
        setup="".join(LYNGK["setup"].values()),
    ),
    "yinsh": Whole(
        "yinsh-blitz",
        "f2 h5 i5 g5 b3 b2 f4 g4 d1 e2 f4-f7 e2-e3 f2-d2 b2-c2 d2-d4 c2-g2;xb2-f2,g2",
        "0-1",
        "rings",
        "keys",
    ),
    "zertz": Whole(
        "zertz-37",
        "Gd4,a3 Gf5,a4 Gg2,g3 Bc5,d7 Gb3,g1 Ba2,c1 xa2Gc4Ge3 Gc2,f1 Gb3,b1 Ba1,a2 Gf2,b4 xg2Ge2Be4 Ge2,d1 Wg4,e6 Wg2,b5"
        " We3,f2 xe3Ge1 Wd3,c6 xc2We3Ge5 xf5Gd5 xc5Ge4",
        "1-0",
        "marbles",
        "touch",
    ),
}
LAST = 6
WINS = {
    "en": {"1-0": "White wins", "0-1": "Black wins"},
    "fa": {"1-0": "برد سفید", "0-1": "برد سیاه"},
}


def ways_of(steps: Steps, turn: str, made: str = "") -> Iterator[list[str]]:
    """The touches that make a turn, in every way."""
    for step in steps.steps:
        text = made + step.text
        if step.then is None and text == turn:
            yield [step.key]
        elif step.then is not None and turn.startswith(text):
            yield from ([step.key, *others] for others in ways_of(step.then(), turn, text))


def touches_of(position: Position, turn: str) -> list[str]:
    return next(ways_of(position.steps(), turn))


def click(page: Page, what: str) -> None:
    page.locator(what).click(force=True)


def press(page: Page, what: str) -> None:
    """Tab to the board or to a button, and go on the board by arrow keys."""
    keys = BoardKeys(page)
    place = page.locator(what).get_attribute("data-spot")
    if place:
        keys.play(place)
    else:
        keys.press_on(what)


def tap(page: Page, what: str) -> None:
    page.locator(what).tap(force=True)


WAYS: dict[str, tuple[Callable[[Page, str], None], dict[str, object]]] = {
    "clicks": (click, {"width": DESK}),
    "keys": (press, {"width": DESK}),
    "touch": (tap, {"width": PHONE, "has_touch": True, "is_mobile": True}),
}


@pytest.mark.parametrize(
    ("name", "way", "language"),
    [
        (name, way, ("en", "fa")[(row + column) % 2])
        for row, name in enumerate(GAMES)
        for column, way in enumerate(WAYS)
    ],
)
def test_a_whole_game_is_recorded_and_handed_in(open_page: Open, name: str, way: str, language: str) -> None:
    whole, (do, options) = GAMES[name], WAYS[way]
    turns = whole.turns.split()
    known = [] if way == whole.way else turns[:-LAST]
    club = ClubFactory()
    organiser = organiser_of(club)
    game: Game = GameFactory(club=club, rules=whole.rules, setup=whole.setup)
    if known:
        record_turns(game.pk, organiser, " ".join(known), expect=0)
    page = open_page(f"/games/{game.pk}/recorder", organiser, language=language, **options)
    position = rules_for(whole.rules).start(whole.setup)
    for turn in known:
        position = position.play(turn)
    for number, turn in enumerate(turns[len(known) :], start=len(known) + 1):
        for key in touches_of(position, turn):
            do(page, f"[data-spot='{key}'], [data-step='{key}']")
        position = position.play(turn)
        expect(page.locator("#recorder-side .turn")).to_have_count(number)
    assert page.locator("#recorder-side .turn").all_text_contents() == turns
    assert overflow(page) == 0
    with page.expect_navigation():
        do(page, "[data-finish] button")
    record = Record.objects.get()
    page.wait_for_url(f"**/games/{game.pk}**")
    expect(page.get_by_role("main")).to_contain_text(WINS[language][whole.result])
    assert list(Move.objects.filter(record=record).values_list("token", flat=True)) == turns
    assert (record.outcome, record.reason) == (whole.result, whole.reason)
    game.refresh_from_db()
    assert game.result == whole.result
