"""A second, slow engine of Guo Wu Guan, written with lists and words straight from the rules; it shares no code.

A game is a dict of lists of tile names. `turns` lists what may be played as text, `play` plays one such text.
"""

from __future__ import annotations

from copy import deepcopy
from itertools import combinations

VARIANTS = {
    "gwg": {"generals": 6, "rows": 5, "width": 5},
    "simplified": {"generals": 6, "rows": 5, "width": 5},
    "okuan": {"generals": 0, "rows": 5, "width": 4},
    "tongwuguan": {"generals": 0, "rows": 5, "width": 6},
    "qiqin": {"generals": 1, "rows": 7, "width": 3},
}
SIGNS = "123456789abcdefghijklmnopqrstuvw"
WITHOUT_PASSING = ("okuan", "tongwuguan")


def makes_triple(tiles: list[str]) -> bool:
    """The nine types, each in its own words."""
    ends = sorted("".join(tiles))
    for value in "123456":
        rest = [int(end) for end in ends if end != value]
        if len(rest) == 3 and (sum(rest) == 5 or sum(rest) >= 14 or rest[0] == rest[1] == rest[2]):
            return True
        if len(rest) == 2 and sum(rest) == int(value):
            return True
        if len(rest) == 1:
            return True
    return "".join(ends) in ("123456", "112233", "445566", "223366")


def start(variant: str, setup: str) -> dict:
    """The deal laid out in reading order."""
    plan = VARIANTS[variant]
    tiles = [setup[place : place + 2] for place in range(0, 64, 2)]
    generals = [tiles.pop(0) for _ in range(plan["generals"])]
    rows = [[tiles.pop(0) for _ in range(plan["width"])] for _ in range(plan["rows"])]
    return {
        "variant": variant,
        "generals": generals,
        "rows": dict(enumerate(rows, 1)),
        "commons": tiles,
        "round": 1,
        "lifted_from": None,
        "passed": None,
    }


def is_won(game: dict) -> bool:
    """No level left, and in two games no general."""
    spent = game["variant"] in ("gwg", "simplified")
    return not game["rows"] and not (spent and game["generals"])


def is_over(game: dict) -> bool:
    """Won, closed, all generals spent, or nothing to play."""
    return not turns(game)


def neighbours(variant: str, row: list[str]) -> list[tuple[int, ...]]:
    """Places, from 0, of what may be lifted together."""
    places = range(len(row))
    if variant == "simplified":
        return list(combinations(places, 3))
    found = []
    for three in combinations(places, 3):
        ring = [{((at + step) % len(row)) for step in range(3)} for at in places]
        if set(three) in ring:
            found.append(three)
    return found


def turns(game: dict) -> list[str]:
    """Everything that may be played, as text."""
    if is_won(game) or game["round"] > 200 or (game["variant"] in ("gwg", "simplified") and not game["generals"]):
        return []
    found = _passes(game) if game["variant"] not in WITHOUT_PASSING else []
    if game["passed"] is None:
        found += _lifts(game)
    if game["commons"] and game["rows"]:
        found.append("/")
    return found


def _lifts(game: dict) -> list[str]:
    upwards = game["variant"] in WITHOUT_PASSING
    found = []
    for number, row in game["rows"].items():
        behind = game["lifted_from"]
        if behind is not None and (number > behind if upwards else number < behind):
            continue
        for places in neighbours(game["variant"], row):
            if makes_triple([row[place] for place in places]):
                found.append(f"{number}." + "".join(SIGNS[place] for place in places))
    return found


def _passes(game: dict) -> list[str]:
    found = []
    generals = game["generals"]
    for number, row in game["rows"].items():
        if not generals or (game["passed"] is not None and number <= game["passed"]):
            continue
        if len(row) == 2 and len(generals) == 1 and makes_triple([generals[0], *row]):
            found.append(f"{number}xG")
        if len(row) == 2 and len(generals) > 1:
            found += [f"{number}x{side}" for side, at in (("L", 0), ("R", -1)) if makes_triple([generals[at], *row])]
        if len(row) == 1 and len(generals) > 1 and makes_triple([generals[0], generals[-1], *row]):
            found.append(f"{number}xB")
    return found


def play(game: dict, turn: str) -> dict:
    """The game after a turn of `turns`."""
    game = deepcopy(game)
    if turn == "/":
        _refill(game)
    elif "." in turn:
        _lift(game, int(turn[0]), [SIGNS.index(sign) for sign in turn[2:]])
    else:
        _pass(game, int(turn[0]), turn[2])
    return game


def _lift(game: dict, number: int, places: list[int]) -> None:
    row = game["rows"][number]
    game["commons"] = [row[place] for place in places] + game["commons"]
    game["rows"][number] = [tile for place, tile in enumerate(row) if place not in places]
    game["lifted_from"] = number
    if not game["rows"][number] and game["variant"] in WITHOUT_PASSING:
        del game["rows"][number]


def _pass(game: dict, number: int, side: str) -> None:
    block = []
    if side in "LBG":
        block.append(game["generals"].pop(0))
    if side in "RB":
        block.append(game["generals"].pop())
    game["commons"] = block + game["rows"].pop(number) + game["commons"]
    game["passed"] = number


def _refill(game: dict) -> None:
    for number in sorted(game["rows"], reverse=True):
        if game["variant"] == "qiqin" and game["commons"] and game["commons"][-1] == "21":
            game["generals"] = [game["commons"].pop()]
        if game["commons"]:
            game["rows"][number].append(game["commons"].pop())
    game["round"] += 1
    game["lifted_from"] = game["passed"] = None
