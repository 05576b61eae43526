"""Records for tests, from the reference games in tests/data/games (see the README there)."""

from __future__ import annotations

import gzip
import json
from typing import Any

from gipf_engine.rules import rules_for
from testing import DATA

GAMES = DATA / "games"


def played(name: str = "gipf-basic", index: int = 0) -> dict[str, Any]:
    """One reference game. The first of gipf-basic has 24 plies and is won by Black, when White's reserve is empty."""
    with gzip.open(GAMES / f"{name}.jsonl.gz", "rt") as file:
        for number, line in enumerate(file):
            if number == index:
                return dict(json.loads(line))
    raise LookupError(name)


def tokens_of(game: dict[str, Any]) -> list[str]:
    """Its turns, from the dot to the first spot, with what was taken before and after."""
    return [";".join([*_row(move["pre"]), _entry(move), *_row(move["post"])]) for move in game["moves"]]


def _entry(move: dict[str, Any]) -> str:
    return f"{'G' if move['gipf'] else ''}{move['dot']}-{move['spot']}"


def _row(spots: list[str]) -> list[str]:
    return [f"x{','.join(spots)}"] if spots else []


def numbered(tokens: list[str]) -> str:
    """Turns with move numbers."""
    return " ".join(token if ply % 2 else f"{ply // 2 + 1}. {token}" for ply, token in enumerate(tokens))


WON_BY_BLACK = numbered(tokens_of(played()))
"""24 turns of GIPF basic after which White has no piece left to play."""

CHAMPIONSHIP = json.loads((GAMES / "game010821_01.json").read_text())["source_text"]
"""36 turns of the GIPF World Championship 2001, as the archive has them: a fragment, still open."""

ON_TO_THE_END = "i2-g2 f8-c6 f1-f3 b6-d6 g7-g4 b4;xb4,Gc4,Gd4,Ge4,f3*"
"""Six turns by which it may go on, found by a search: Black takes off his last GIPF-pieces, and White wins."""

LYNGK_WITH_ALL = 38
"""The reference game of LYNGK whose first 13 turns hold claims, a chain (c5-c7 over c6, turn 11) and a column (13)."""


def turns_of(rules: str, text: str) -> list[str]:
    """The turns of a game from its start, each in official notation."""
    position, tokens, at, turns = rules_for(rules).start(), text.split(), 0, []
    while at < len(tokens):
        move, used = position.read_turn(tokens, at)
        at += used
        turns.append(position.notation(move))
        position = position.play(move)
    return turns
