"""DVONN from the rule text, with nothing clever: the checker that the fast one is tested against.

A board is a dict from point to the letters of its stack, bottom to top, "" for an empty point. It shares no code with
`gipf_engine`. "D5" is an article of RULES.md of its folder.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache, partial
from math import cos, pi, sin

COLUMNS = {"a": "123", "b": "1234", **dict.fromkeys("cdefghi", "12345"), "j": "2345", "k": "345"}  # D1
POINTS = tuple(letter + number for letter, numbers in COLUMNS.items() for number in numbers)
PLACES = {point: ("abcdefghijk".index(point[0]) - int(point[1]) / 2, int(point[1]) * sin(pi / 3)) for point in POINTS}
"""Where each point lies on a table, the next one away: rows lie level, each half a step aside of the one below."""
COLOURS = "WB"
Board = dict[str, str]


@dataclass(frozen=True)
class Game:
    """A position. `left`: how many pieces of each letter are still to be placed; `out`: letters of removed pieces."""

    board: Board
    left: dict[str, int]
    out: str = ""
    turn: int = 0


def start() -> Game:
    """The empty board, all pieces beside it (D2)."""
    return Game(dict.fromkeys(POINTS, ""), {"W": 23, "B": 23, "R": 3})


def laid_out(letters: str) -> Game:
    """A full board (D10)."""
    return Game(dict(zip(POINTS, letters, strict=True)), {"W": 0, "B": 0, "R": 0})


@cache
def beside(point: str, way: int, steps: int = 1) -> str | None:
    """The point so many steps away in one of six directions."""
    x, y = PLACES[point]
    x, y = x + steps * cos(pi / 3 * way), y + steps * sin(pi / 3 * way)
    near = [each for each, (a, b) in PLACES.items() if abs(a - x) + abs(b - y) < 0.01]
    return near[0] if near else None


def moves_of(game: Game, seat: int) -> dict[str, Callable[[], Game]]:
    """Every move of a seat (D4 to D6)."""
    found: dict[str, Callable[[], Game]] = {}
    for point, stack in game.board.items():
        if not stack or stack[-1] != COLOURS[seat]:
            continue
        around = [beside(point, way) for way in range(6)]
        if all(each is not None and game.board[each] for each in around):
            continue
        for way in range(6):
            target = beside(point, way, len(stack))
            if target is not None and game.board[target]:
                found[f"{point}-{target}"] = partial(move, game, point, target)
    return found


def move(game: Game, source: str, target: str) -> Game:
    """The stack goes on top of another; what has no way to a DVONN piece goes out (D5, D7)."""
    board = game.board | {source: "", target: game.board[target] + game.board[source]}
    held = {point for point, stack in board.items() if "R" in stack}
    while grown := {
        near
        for point in held
        for way in range(6)
        if (near := beside(point, way)) is not None and board[near] and near not in held
    }:
        held |= grown
    out = game.out + "".join(stack for point, stack in board.items() if point not in held)
    board = {point: stack if point in held else "" for point, stack in board.items()}
    return replace(game, board=board, out=out, turn=1 - game.turn)


def place(game: Game, point: str, piece: str) -> Game:
    """A piece comes onto the board; White places the last one and moves at once (D3)."""
    left = game.left | {piece: game.left[piece] - 1}
    following = 1 - game.turn if any(left.values()) else game.turn
    return replace(game, board=game.board | {point: piece}, left=left, turn=following)


def turns(game: Game) -> dict[str, Callable[[], Game]]:
    """Every legal turn, and what makes the position after it."""
    if any(game.left.values()):
        piece = "R" if game.left["R"] else COLOURS[game.turn]
        return {point: partial(place, game, point, piece) for point, stack in game.board.items() if not stack}
    return moves_of(game, game.turn) or {"pass": lambda: replace(game, turn=1 - game.turn)}


def count(game: Game) -> tuple[int, int]:
    """The pieces in stacks of each colour (D9)."""
    white, black = (sum(len(each) for each in game.board.values() if each and each[-1] == top) for top in COLOURS)
    return white, black


def result(game: Game) -> tuple[str, str] | None:
    """How the game ended: result and reason (D8, D9)."""
    if any(game.left.values()) or moves_of(game, 0) or moves_of(game, 1):
        return None
    white, black = count(game)
    return ("1-0" if white > black else "0-1" if white < black else "1/2-1/2"), "no-moves"
