"""TZAAR from the rule text, with nothing clever: the checker that the fast one is tested against.

A board is a dict from point to the letters of its stack, bottom to top, "" for an empty point; small letters are
Black's. It shares no code with `gipf_engine`. "T5" is an article of RULES.md of its folder.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from math import cos, pi, sin

HEIGHTS = (5, 6, 7, 8, 9, 8, 7, 6, 5)  # T1
PLACES = {
    f"{'abcdefghi'[column]}{number + 1}": ((column - 4) * sin(pi / 3), number - (height - 1) / 2)
    for column, height in enumerate(HEIGHTS)
    for number in range(height)
    if (column, number) != (4, 4)
}
"""Where each point lies on a table, the hole in the middle, the next point away: columns stand upright."""
FIXED = "ttttTTaaaATTAzzZATTAZtTZATTAZTtzattaztTzattazZZattaAAAttTTTT"  # T3
MEN = "Z" * 6 + "A" * 9 + "T" * 15  # T2
Board = dict[str, str]
Makers = dict[str, Callable[[], "Game"]]


@dataclass(frozen=True)
class Game:
    """A position. `hands`: letters that each player has still to place; `captured`: those that each has taken."""

    board: Board
    hands: tuple[str, str] = ("", "")
    captured: tuple[str, str] = ("", "")
    turn: int = 0


def start() -> Game:
    """The empty board (T3)."""
    return Game(dict.fromkeys(PLACES, ""), (MEN, MEN.lower()))


def laid_out(letters: str) -> Game:
    """A full board (T3)."""
    return Game(dict(zip(PLACES, letters, strict=True)))


def _beside(point: str, way: int) -> str | None:
    x, y = PLACES[point]
    x, y = x + sin(pi / 3 * way), y + cos(pi / 3 * way)
    near = [each for each, (a, b) in PLACES.items() if abs(a - x) + abs(b - y) < 0.01]
    return near[0] if near else None


BESIDE = {point: [_beside(point, way) for way in range(6)] for point in PLACES}


def is_of(stack: str, seat: int) -> bool:
    """Whether a stack belongs to a seat."""
    return stack != "" and stack[-1].islower() == (seat == 1)


def first_in(board: Board, point: str, way: int) -> str | None:
    """The first occupied point in a direction (T6)."""
    at = BESIDE[point][way]
    while at is not None and not board[at]:
        at = BESIDE[at][way]
    return at


def captures(board: Board, seat: int) -> list[tuple[str, str]]:
    """From where to where a seat can capture (T7)."""
    found = []
    for point in board:
        for way in range(6) if is_of(board[point], seat) else ():
            target = first_in(board, point, way)
            if target is not None and is_of(board[target], 1 - seat) and len(board[target]) <= len(board[point]):
                found.append((point, target))
    return found


def stackings(board: Board, seat: int) -> list[tuple[str, str]]:
    """From where to where a seat can stack (T8)."""
    found = []
    for point in board:
        for way in range(6) if is_of(board[point], seat) else ():
            target = first_in(board, point, way)
            if target is not None and is_of(board[target], seat):
                found.append((point, target))
    return found


def has_all(board: Board, seat: int) -> bool:
    """Whether a seat has a visible piece of each kind (T9)."""
    return {stack[-1].upper() for stack in board.values() if is_of(stack, seat)} == {"Z", "A", "T"}


def act(game: Game, source: str, target: str) -> Game:
    """One action, the same player to move."""
    there, seat = game.board[target], game.turn
    taken, below = ("", there) if is_of(there, seat) else (there, "")
    captured = list(game.captured)
    captured[seat] += taken
    board = game.board | {source: "", target: below + game.board[source]}
    return replace(game, board=board, captured=(captured[0], captured[1]))


def turns(game: Game) -> Makers:
    """Every legal turn, and what makes the position after it."""
    if any(game.hands):
        return placements(game)
    seat, found = game.turn, {}
    for source, target in captures(game.board, seat):
        text, after = f"{source}-{target}", act(game, source, target)
        found[text] = partial(_end_turn, after)
        if (seat == 0 and game.captured == ("", "")) or not has_all(after.board, 1 - seat):  # T4, T10
            continue
        for one, other in captures(after.board, seat) + stackings(after.board, seat):
            found[f"{text};{one}-{other}"] = partial(_act_and_end, after, one, other)
    return dict(found)


def placements(game: Game) -> Makers:
    """A piece of the player's own on an empty point (T3)."""
    found = {}
    for piece in sorted(set(game.hands[game.turn])):
        hands = list(game.hands)
        hands[game.turn] = hands[game.turn].replace(piece, "", 1)
        for point in (each for each, stack in game.board.items() if not stack):
            after = replace(game, board=game.board | {point: piece}, hands=(hands[0], hands[1]))
            found[f"{piece.upper()}{point}"] = partial(_end_turn, after)
    return dict(found)


def _end_turn(game: Game) -> Game:
    return replace(game, turn=1 - game.turn)


def _act_and_end(game: Game, source: str, target: str) -> Game:
    return _end_turn(act(game, source, target))


def result(game: Game) -> tuple[str, str] | None:
    """How the game ended: result and reason (T9 to T12); the player who has just moved comes first."""
    if any(game.hands):
        return None
    for seat in (1 - game.turn, game.turn):
        if not has_all(game.board, seat):
            return ("0-1", "1-0")[seat], "type"
    return None if captures(game.board, game.turn) else (("0-1", "1-0")[game.turn], "no-capture")
