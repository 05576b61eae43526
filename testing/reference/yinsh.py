"""YINSH from the rule text, with nothing clever: the checker that the fast one is tested against.

A board is a dict from point to ("ring", seat) or ("marker", seat). A turn is its text, and `turns` plays them all out.
It shares no code with `gipf_engine`. "Y5" is an article of RULES.md of its folder.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import partial

COLUMNS = {"a": (2, 5), "b": (1, 7), "c": (1, 8), "d": (1, 9), "e": (1, 10), "f": (2, 10), "g": (2, 11)} | {
    "h": (3, 11),
    "i": (4, 11),
    "j": (5, 11),
    "k": (7, 10),
}
POINTS = {(letter, number) for letter, (low, high) in COLUMNS.items() for number in range(low, high + 1)}  # Y1
AXES = ((0, 1), (1, 0), (1, 1))
WAYS = (*AXES, (0, -1), (-1, 0), (-1, -1))

Point = tuple[str, int]
Board = dict[Point, tuple[str, int]]


@dataclass(frozen=True)
class Game:
    """A position. `hand`: rings that each has still to place; `off`: rings taken off for rows; `goal`: how many win."""

    board: Board = field(default_factory=dict)
    hand: tuple[int, int] = (5, 5)
    off: tuple[int, int] = (0, 0)
    pool: int = 51
    turn: int = 0
    goal: int = 3


def write(point: Point) -> str:
    """A point as text."""
    return f"{point[0]}{point[1]}"


def beside(point: Point, way: tuple[int, int], steps: int = 1) -> Point:
    """The point so many steps away, on the board or not."""
    return chr(ord(point[0]) + way[0] * steps), point[1] + way[1] * steps


def rings(game: Game, seat: int) -> list[Point]:
    """Where the rings of a seat are."""
    return sorted(point for point, piece in game.board.items() if piece == ("ring", seat))


def rows(game: Game, seat: int) -> list[tuple[Point, ...]]:
    """Five adjacent markers of one colour in a line (Y7)."""
    found = []
    for point in [each for each, piece in game.board.items() if piece == ("marker", seat)]:
        for axis in AXES:
            five = tuple(beside(point, axis, step) for step in range(5))
            if all(game.board.get(each) == ("marker", seat) for each in five):
                found.append(five)
    return found


def goals(board: Board, ring: Point) -> Iterator[tuple[Point, list[Point]]]:
    """Where a ring may go, and which markers it jumps on its way (Y5)."""
    for way in WAYS:
        jumped: list[Point] = []
        steps = 1
        while (there := beside(ring, way, steps)) in POINTS:
            steps += 1
            if there not in board:
                yield there, list(jumped)
                if jumped:
                    break
            elif board[there][0] == "marker":
                jumped.append(there)
            else:
                break


def removals(game: Game) -> Iterator[tuple[Game, tuple[tuple[Point, ...], ...], tuple[Point, ...]]]:
    """Every way to take own rows, each followed by a ring, until none is left or the game is won (Y7 to Y10)."""
    mine = rows(game, game.turn) if game.off[game.turn] < game.goal else []
    if not mine:
        yield game, (), ()
    for row in mine:
        for ring in rings(game, game.turn):
            board = {point: piece for point, piece in game.board.items() if point not in row and point != ring}
            off = tuple(count + (seat == game.turn) for seat, count in enumerate(game.off))
            rest = replace(game, board=board, pool=game.pool + 5, off=off)
            for end, more_rows, more_rings in removals(rest):
                yield end, (row, *more_rows), (ring, *more_rings)


def moves(game: Game) -> Iterator[tuple[str, Game]]:
    """The middle of a turn: a ring placed, or a marker put and the ring moved (Y3 to Y6), or a pass (Y13)."""
    seat = game.turn
    if game.hand[seat]:
        hand = tuple(count - (each == seat) for each, count in enumerate(game.hand))
        for point in POINTS - game.board.keys():
            yield write(point), replace(game, board=game.board | {point: ("ring", seat)}, hand=hand)
        return
    moved = False
    for ring in rings(game, seat):
        for goal, jumped in goals(game.board, ring):
            moved = True
            board = game.board | {ring: ("marker", seat), goal: ("ring", seat)}
            board |= {point: ("marker", 1 - board[point][1]) for point in jumped}
            yield f"{write(ring)}-{write(goal)}", replace(game, board=board, pool=game.pool - 1)
    if not moved:
        yield "pass", game


def turns(game: Game) -> dict[str, Callable[[], Game]]:
    """Every legal turn, and what makes the position after it."""
    found: dict[str, Callable[[], Game]] = {}
    for middle, rows_before, rings_before in removals(game):
        before = write_removal(rows_before, rings_before)
        if middle.off[game.turn] == game.goal:  # Y10
            found[";".join(before)] = partial(replace, middle, turn=1 - game.turn)
            continue
        for move, moved in moves(middle):
            for end, rows_after, rings_after in removals(moved):
                after = write_removal(rows_after, rings_after)
                found[";".join([*before, move, *after])] = partial(replace, end, turn=1 - game.turn)
    return found


def write_removal(taken: tuple[tuple[Point, ...], ...], off: tuple[Point, ...]) -> list[str]:
    """Rows sorted, rings sorted by themselves."""
    return [
        f"x{write(row[0])}-{write(row[-1])},{write(ring)}" for row, ring in zip(sorted(taken), sorted(off), strict=True)
    ]


def result(game: Game) -> tuple[str, str] | None:
    """How the game ended: result and reason (Y10, Y12, Y13)."""
    if game.goal in game.off:
        return ("1-0", "0-1")[game.off.index(game.goal)], "rings"
    if game.hand[game.turn] or rows(game, game.turn):
        return None
    if game.pool and (
        any(list(goals(game.board, ring)) for seat in (0, 1) for ring in rings(game, seat)) or rows(game, 1 - game.turn)
    ):
        return None
    white, black = game.off
    points = "1-0" if white > black else "0-1" if black > white else "1/2-1/2"
    return points, "stuck" if game.pool else "pool"
