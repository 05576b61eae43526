"""Reference data for GIPF, and positions made from it. The data were not made by this code (see its README)."""

import gzip
import json
import random
import re
from functools import cache

from testing import DATA
from testing.reference import either_rules
from testing.reference.gipf_position import PositionData

GAMES = DATA / "games"
VARIANTS = ("basic", "standard", "tournament")
PIECES = {"W": "W", "B": "B", "GW": "WW", "GB": "BB"}


@cache
def games(variant):
    with gzip.open(GAMES / f"gipf-{variant}.jsonl.gz", "rt") as file:
        return [json.loads(line) for line in file]


@cache
def edge_cases():
    with gzip.open(GAMES / "edge_cases.jsonl.gz", "rt") as file:
        return {case["name"]: case for case in map(json.loads, file) if case["game"] == "gipf"}


def gf1_token(move):
    """A turn of the data as one token, with dot and first spot."""
    parts = [
        "x" + ",".join(move["pre"]) if move["pre"] else "",
        ("G" if move["gipf"] else "") + f"{move['dot']}-{move['spot']}" if move["dot"] else "",
        "x" + ",".join(move["post"]) if move["post"] else "",
    ]
    return ";".join(part for part in parts if part)


def tokens(game):
    return [gf1_token(move) for move in game["moves"]]


def board(pieces):
    return {spot: PIECES[piece] for spot, piece in pieces.items()}


def position_text(pieces, turn, reserves, total, phases="ss"):
    """A position text. What is neither on the board nor in reserve has been captured."""
    spots = board(pieces)
    on_board = [sum(len(p) for p in spots.values() if p[0] == colour) for colour in "WB"]
    lost = [total - on_board[seat] - reserves[seat] for seat in (0, 1)]
    return PositionData(spots, turn, tuple(reserves), (lost[1], lost[0]), tuple(phases)).text()


def edge_position(case, plain=False, options=frozenset()):
    rules = either_rules(f"gipf-{case['variant']}", options, reference=plain)
    phases = ["s", "s"]
    if case["variant"] == "tournament":
        phases = ["s" if case["placed_single"][c] else "g" if case["placed_gipf"][c] else "-" for c in "WB"]
    total = 15 if case["variant"] == "basic" else 18
    text = position_text(
        case["board"], "WB".index(case["turn"]), [case["reserve"]["W"], case["reserve"]["B"]], total, phases
    )
    return rules.position(text)


def dots(position, turn):
    """From how many dots the piece of a turn may come."""
    return position.rules.counts["dots"].weigh(position, turn)


def taken(written):
    """The spots taken off before and after the push in a written turn, without marks."""
    before = re.match(r"x([^;]*)", written)
    after = re.search(r";x(.*)$", written)
    return tuple(found[1].replace("G", "").replace("*", "") if found else "" for found in (before, after))


def play_both(key, options, seed, *, most=400):
    """Play a game at random on the engine and the reference and compare everything; how many turns it had.

    Rows are liked. `most`: turns after which it need not have ended.
    """
    chance = random.Random(seed)
    fast, slow = (either_rules(key, options, reference=reference).start() for reference in (False, True))
    for ply in range(most):
        listed = {fast.notation(turn): turn for turn in fast.legal_moves()}
        plain = {slow.notation(turn): turn for turn in slow.legal_moves()}
        assert listed.keys() == plain.keys(), (key, options, seed, ply)
        assert (fast.text(), fast.view(), fast.outcome) == (slow.text(), slow.view(), slow.outcome)
        if not listed:
            return ply
        rows = [token for token in listed if "x" in token]
        token = chance.choice(sorted(rows if rows and chance.random() < 0.5 else listed))
        assert dots(fast, listed[token]) == dots(slow, plain[token])
        did, expected = fast.effects(listed[token]), slow.effects(plain[token])
        assert (did.path, did.placed, did.captured, did.returned) == (
            *(expected.path, expected.placed),
            *(expected.captured, expected.returned),
        )
        assert slow.parse(fast.notation(listed[token], "gf1")) == plain[token]
        fast, slow = fast.play(listed[token]), slow.play(plain[token])
    assert fast.outcome == slow.outcome
    return most
