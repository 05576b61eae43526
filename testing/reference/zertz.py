"""ZÈRTZ from the rule text, with nothing clever: the checker that the fast one is tested against.

A board is a dict from ring to the marble on it, "" for a vacant one; what is not in it is not on the board. Rings are
pairs of column and number, counted per column. It shares no code with `gipf_engine`. "Z5" is an article of
RULES.md of its folder.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from math import cos, pi, sin

HEIGHTS = {37: (4, 5, 6, 7, 6, 5, 4), 48: (5, 6, 7, 8, 7, 6, 5, 4), 61: (5, 6, 7, 8, 9, 8, 7, 6, 5)}  # Z1
MARBLES = {False: {"W": 6, "G": 8, "B": 10}, True: {"W": 5, "G": 7, "B": 9}}  # Z2, Z11
Board = dict[str, str]


@dataclass(frozen=True)
class Game:
    """A position. `captured`: what each has; `passes`: how many turns in a row were passed."""

    board: Board
    rings: int
    blitz: bool
    pool: dict[str, int]
    captured: tuple[dict[str, int], dict[str, int]]
    turn: int = 0
    passes: int = 0


def start(rings: int = 37, *, blitz: bool = False) -> Game:
    """The board full of vacant rings, the pool full of marbles."""
    none = dict.fromkeys("WGB", 0)
    return Game(dict.fromkeys(where(rings), ""), rings, blitz, dict(MARBLES[blitz]), (none, dict(none)))


def where(rings: int) -> dict[str, tuple[float, float]]:
    """Where the middle of each ring lies on a table, the next one away: columns stand upright, half a ring apart."""
    heights = HEIGHTS[rings]
    longest = heights.index(max(heights))
    found = {}
    for column, height in enumerate(heights):
        lowest = -(min(column, longest) - max(0, column - longest)) / 2
        for number in range(height):
            found[f"{'abcdefghi'[column]}{number + 1}"] = (column * sin(pi / 3), lowest + number)
    return found


PLACES = {rings: where(rings) for rings in HEIGHTS}
WAYS = tuple((sin(pi / 3 * turn), cos(pi / 3 * turn)) for turn in range(6))
NEAREST: dict[tuple[int, str, int, int], str | None] = {}


def beside(rings: int, ring: str, way: int, steps: int = 1) -> str | None:
    """The place so many steps away in one of six directions, on the whole board."""
    key = rings, ring, way, steps
    if key not in NEAREST:
        x, y = (at + steps * step for at, step in zip(PLACES[rings][ring], WAYS[way], strict=True))
        near = [each for each, (a, b) in PLACES[rings].items() if abs(a - x) + abs(b - y) < 0.01]
        NEAREST[key] = near[0] if near else None
    return NEAREST[key]


def jumps(game: Game, board: Board, ring: str) -> Iterator[tuple[str, str]]:
    """What the marble on a ring can jump over, and where it lands (Z5)."""
    for way in range(6):
        over, landing = (beside(game.rings, ring, way, steps) for steps in (1, 2))
        if over is not None and landing is not None and board.get(over) and board.get(landing) == "":
            yield over, landing


def captures(game: Game, board: Board, ring: str) -> Iterator[tuple[str, Board, str]]:
    """Every way on of a jumping marble: text, board after it, captured marbles (Z5)."""
    ways = list(jumps(game, board, ring))
    if not ways:
        yield "", board, ""
    for over, landing in ways:
        after = board | {ring: "", over: "", landing: board[ring]}
        for text, end, more in captures(game, after, landing):
            yield f"{board[over]}{landing}{text}", end, board[over] + more


def is_free(game: Game, board: Board, ring: str) -> bool:
    """Whether a vacant ring slides off: two places side by side, in turn round it, are missing (Z4)."""
    missing = [beside(game.rings, ring, way) not in board for way in range(6)]
    return board[ring] == "" and any(missing[way] and missing[(way + 1) % 6] for way in range(6))


def groups(game: Game, board: Board) -> list[set[str]]:
    """The connected groups of rings."""
    left, found = set(board), []
    while left:
        group, todo = set(), [left.pop()]
        while todo:
            ring = todo.pop()
            group.add(ring)
            near = {beside(game.rings, ring, way) for way in range(6)} & left
            left -= near
            todo += near
        found.append(group)
    return found


def finish(game: Game, board: Board, gained: str, *, own: str = "", pool: str = "", passed: bool = False) -> Game:
    """The end of a turn: isolated groups are captured (Z6); `own` and `pool` are the marble that was placed."""
    board = dict(board)
    for group in groups(game, board):
        if all(board[ring] for ring in group):
            gained += "".join(board.pop(ring) for ring in group)
    captured = [dict(each) for each in game.captured]
    for marble in gained:
        captured[game.turn][marble] += 1
    for marble in own:
        captured[game.turn][marble] -= 1
    left = {marble: count - (marble == pool) for marble, count in game.pool.items()}
    return replace(
        game,
        board=board,
        pool=left,
        captured=(captured[0], captured[1]),
        turn=1 - game.turn,
        passes=game.passes + 1 if passed else 0,
    )


def turns(game: Game) -> dict[str, Callable[[], Game]]:
    """Every legal turn, and what makes the position after it."""
    found = {}
    for ring, marble in game.board.items():
        if marble and list(jumps(game, game.board, ring)):
            for text, board, gained in captures(game, game.board, ring):
                found[f"x{ring}{text}"] = partial(finish, game, board, gained)
    return found or placements(game)


def placements(game: Game) -> dict[str, Callable[[], Game]]:
    """A marble of the pool, or an own one where it is empty, then a ring (Z4, Z7); who has neither passes (Z8)."""
    from_pool = any(game.pool.values())
    held = game.pool if from_pool else game.captured[game.turn]
    found = {}
    for ring in (each for each, there in game.board.items() if there == ""):
        free = [each for each in game.board if each != ring and is_free(game, game.board, each)]
        for marble in (each for each in "WGB" if held[each]):
            source = {"pool": marble} if from_pool else {"own": marble}
            board = game.board | {ring: marble}
            for taken in free:
                rest = {each: there for each, there in board.items() if each != taken}
                found[f"{marble}{ring},{taken}"] = partial(finish, game, rest, "", **source)
            if not free:
                found[f"{marble}{ring}"] = partial(finish, game, board, "", **source)
    return found or {"pass": partial(finish, game, game.board, "", passed=True)}


def result(game: Game) -> tuple[str, str] | None:
    """How the game ended: result and reason (Z8 to Z11)."""
    most, each = ({"W": 3, "G": 4, "B": 5}, 2) if game.blitz else ({"W": 4, "G": 5, "B": 6}, 3)
    for seat in (1 - game.turn, game.turn):
        has = game.captured[seat]
        if any(has[marble] >= most[marble] for marble in most) or all(has[marble] >= each for marble in most):
            return ("1-0", "0-1")[seat], "marbles"
    if game.passes == 2:
        return "1/2-1/2", "passes"
    return None if game.board else ("1/2-1/2", "no-rings")
