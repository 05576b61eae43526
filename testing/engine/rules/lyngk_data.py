"""The LYNGK reference games and worked positions of tests/data/games, and bridges to the plain checker."""

import gzip
import json
from functools import cache

from gipf_engine.games.lyngk.board import COLOURS, INDEX, SPOTS
from gipf_engine.rules import rules_for
from testing import DATA
from testing.reference import lyngk as plain

GAMES = DATA / "games"
FILES = ("lyngk-main", "lyngk-six", "lyngk-main-claim-captures")
RULE_SETS = (
    ("lyngk-main", frozenset()),
    ("lyngk-main", frozenset({"claim_captures"})),
    ("lyngk-main", frozenset({"literal_tie"})),
    ("lyngk-main", frozenset({"claim_captures", "literal_tie"})),
    ("lyngk-six", frozenset()),
)
RESULTS = {0: "1-0", 1: "0-1", "draw": "1/2-1/2"}


@cache
def _lines(name):
    with gzip.open(GAMES / f"{name}.jsonl.gz", "rt") as packed:
        return tuple(json.loads(line) for line in packed)


def reference_games():
    return [game for name in FILES for game in _lines(name)]


def edge_cases():
    return [case for case in _lines("edge_cases") if case["game"] == "lyngk"]


def perft():
    return json.loads((GAMES / "perft.json").read_text())["lyngk"]


def rules_of(record, *more):
    """The rules of a reference game or worked position."""
    options = {name for name, on in record.get("options", {}).items() if on} | set(more)
    if record.get("claim_captures"):
        options.add("claim_captures")
    return rules_for(f"lyngk-{record['variant']}", frozenset(options))


def start_of(game, *more):
    return rules_of(game, *more).start("".join(game["setup"][spot] for spot in SPOTS))


def position_text(board, turn=0, claimed=("", ""), taken=(0, 0)):
    """A position text from a dict of spots; `claimed` in any order, `taken` the columns or how many."""
    columns = {}
    for spot in SPOTS:
        columns.setdefault(spot[0], []).append(board.get(spot) or ".")
    spots = "/".join(",".join(column) for column in columns.values())
    colours = ":".join("".join(sorted(own, key=COLOURS.index)) or "-" for own in claimed)
    columns = ":".join(str(own) if isinstance(own, int) else ",".join(own) or "0" for own in taken)
    return f"{spots} {'wb'[turn]} {colours} {columns}"


def as_plain(position):
    """The same position for the plain checker."""
    state = position.state
    winner = int(not state.completed[0]) if state.won else None
    return plain.Game(
        board={spot: state.stacks[INDEX[spot]] for spot in SPOTS if state.stacks[INDEX[spot]]},
        limit=state.limit,
        turn=state.mover,
        claimed=state.claimed,
        taken=state.completed,
        winner=winner,
        options=position.rules.options,
    )


def plain_text(game):
    """The text that the fast position of a plain game must have."""
    return position_text(game.board, game.turn, game.claimed, game.taken)


def plain_turns(game):
    """The plain checker's turns as text to its own form."""
    return {_as_text(turn): turn for turn in plain.turns(game)}


def _as_text(turn):
    if turn is None:
        return "pass"
    claim, source, target = turn
    return f"{claim},{source}-{target}" if claim else f"{source}-{target}"
