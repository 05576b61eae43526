"""YINSH and ZÈRTZ from boardspace.net: reference games written as Boardspace writes them come back turn by turn."""

import random
import re
from itertools import pairwise

import pytest

from gipf_engine.rules import rules_for
from gipf_engine.rules.errors import RuleError
from gipf_engine.rules.formats import read_one
from gipf_engine.rules.verdict import check
from testing.engine.rules.kit_data import choose, held_games
from tests.engine.rules.foreign_records import as_boardspace

BOARDSPACE = {
    "yinsh-normal": "Yinsh",
    "yinsh-blitz": "Yinsh-Blitz",
    "zertz-37": "Zertz",
    "zertz-48": "Zertz+11",
    "zertz-61": "Zertz+24",
}
MOST = 400
"""Turns of a game at random."""


def game_of(key: str, number: int) -> list[str]:
    """The turns of a reference game, or of one at random where there is none of these rules."""
    if key in ("yinsh-normal", "zertz-37"):
        return str(held_games(key.partition("-")[0])[number]["turns"]).split()
    dice, position, turns = random.Random(number), rules_for(key).start(), []
    while not position.outcome and len(turns) < MOST:
        turns.append(str(choose(dice, list(position.legal_moves()))))
        position = position.play(turns[-1])
    return turns


def spaced(point: str) -> str:
    return f"{point[0].upper()} {point[1:]}"


def yinsh_actions(turn: str, seat: int, *, by_hand: bool) -> list[str]:
    """`h7-g7;xa3-e3,b5` as `move H 7 G 7`, `done`, `remove w A 3 E 3`, `done`, `remove wr B 5`."""
    actions = []
    for part in turn.split(";"):
        if part.startswith("x"):
            row, ring = part[1:].split(",")
            first, last = row.split("-")
            actions += [f"remove {'wb'[seat]} {spaced(first)} {spaced(last)}", "done"]
            ring_off = [f"pick board {spaced(ring)}", f"drop {'wb'[seat]}rc"]
            actions += [*(ring_off if by_hand else [f"remove {'wb'[seat]}r {spaced(ring)}"]), "done"]
        elif "-" in part:
            source, target = map(spaced, part.split("-"))
            moved = [f"pick board {source}", f"drop board {target}"]
            actions += [*(moved if by_hand else [f"move {source} {target}"]), "done"]
        else:
            placed = [f"pick {'wb'[seat]}r", f"drop board {spaced(part)}"]
            actions += [*(placed if by_hand else [f"place {'wb'[seat]}r {spaced(part)}"]), "done"]
    return actions[:-1]


def zertz_actions(turn: str, *, ring_first: bool, rack: int) -> list[str]:
    """`Wd4,d1` as `RtoB 2 0 D 4`, `R- D 1`; `xd1Gd3Wd5` as `BtoB D 1 D 3`, `BtoB D 3 D 5`."""
    points = re.findall("[a-i][1-9]", turn)
    if turn.startswith("x"):
        return [f"BtoB {spaced(a)} {spaced(b)}" for a, b in pairwise(points)]
    placed = [f"RtoB {rack} {'WGB'.index(turn[0])} {spaced(points[0])}"]
    taken = [f"R- {spaced(point)}" for point in points[1:]]
    return taken + placed if ring_first else placed + taken


@pytest.mark.parametrize("number", range(4))
@pytest.mark.parametrize("key", BOARDSPACE)
def test_games_come_back_from_boardspace(key: str, number: int) -> None:
    turns = game_of(key, number)
    odd = bool(number % 2)  # as a player does it by hand, or as a robot writes it
    if key.startswith("yinsh"):
        actions = [yinsh_actions(turn, ply % 2, by_hand=odd) for ply, turn in enumerate(turns)]
    else:
        actions = [zertz_actions(turn, ring_first=odd, rack=2) for turn in turns]
    record = read_one(as_boardspace(f"{BOARDSPACE[key]} 0 102", actions))
    assert (record.fault, list(record.tokens)) == (None, turns)
    assert (record.key, record.tags["White"], record.tags["Date"]) == (key, "Anna", "2009.01.12")
    assert check(record).positions[-1].outcome is not None


def test_a_marble_that_is_moved_or_taken_back_before_done_counts_where_it_ends() -> None:
    actions = [
        ["RtoB 2 0 D 4", "BtoB D 4 C 3", "R- D 1", "R+ D 1", "R- A 1"],
        ["RtoB 2 1 D 4", "BtoR D 4 2", "RtoB 2 2 E 3"],
    ]
    record = read_one(as_boardspace("Zertz 0 102", actions))
    assert record.tokens == ("Wc3,a1",)
    assert "Bd4" not in str(record.fault)
    assert record.fault is not None  # the second turn takes no ring


def test_a_ring_that_is_put_back_where_it_was_has_not_moved() -> None:
    placed = ["e3", "e4", "e5", "e6", "e7", "f3", "f4", "f5", "f6", "f7"]
    actions = [[f"place {'wb'[ply % 2]}r {spaced(point)}"] for ply, point in enumerate(placed)]
    moved = ["pick board E 3", "drop board E 3", "pick board E 3", "drop board E 2"]
    record = read_one(as_boardspace("Yinsh 0 102", [*actions, moved]))
    assert (record.fault, record.tokens[-1]) == (None, "e3-e2")


def test_a_record_that_ends_inside_a_turn_says_what_is_missing() -> None:
    """After the turn `b6-b2;xa5-e9,j10` of the first reference game only the row has come off."""
    turns = game_of("yinsh-normal", 0)
    row = next(number for number, turn in enumerate(turns) if ";x" in turn)
    actions = [yinsh_actions(turn, ply % 2, by_hand=False) for ply, turn in enumerate(turns[: row + 1])]
    actions[-1] = actions[-1][:3]
    record = read_one(as_boardspace("Yinsh 0 102", actions))
    assert len(record.tokens) == row
    assert "Choose the ring to remove for the row." in str(record.fault)


@pytest.mark.parametrize(
    ("rules", "action", "why"),
    [
        ("Yinsh", "place wr L 3", "this names no points of the board"),
        ("Yinsh", "move E 3", "this names no points of the board"),
        ("Yinsh", "dance E 3", "this is not an action in YINSH"),
        ("Zertz", "RtoB 2 3 D 4", "this names no marble"),
        ("Zertz", "RtoB 2", "this names no marble"),
        ("Zertz", "BtoB D 1 D 3 D 5", "this names no points of the board"),
        ("Zertz", "dance D 4", "this is not an action in ZÈRTZ"),
    ],
)
def test_actions_that_cannot_be_say_why(rules: str, action: str, why: str) -> None:
    record = read_one(as_boardspace(f"{rules} 0 102", [[action]]))
    assert why in str(record.fault)
    assert record.tokens == ()


def test_games_that_are_not_read_here_are_named() -> None:
    with pytest.raises(RuleError, match="Tumbleweed"):
        read_one(as_boardspace("Tumbleweed 0 102", []))
    assert rules_for("zertz-blitz").variant not in BOARDSPACE  # Boardspace has no blitz of ZÈRTZ
