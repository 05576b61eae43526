"""Compiled: what stands on the board of DVONN, what can move, and what is cut off (D4 to D7)."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from gipf_engine.compiled import F, compile_annotated, digest_of, find_folder
from gipf_engine.games.dvonn.kernel_tables import FAR, NEAR, POINT_COUNT, REACH, SHUT, WAYS

if TYPE_CHECKING:
    from gipf_engine.kit.kernel import Rows

_HERE = Path(__file__).parent
_SOURCES = (
    *(_HERE / f"{name}.py" for name in ("kernel_tables", "kernel_board", "kernel_turns", "board")),
    *(_HERE.parents[1] / "kit" / name for name in ("kernel.py", "board.py")),
)
FOLDER = find_folder(_HERE, f"kernel-{digest_of(_SOURCES)}")


def compiled(function: F) -> F:
    """Decorator: compile as annotated."""
    return compile_annotated(FOLDER, function)


REDS_LEFT, WHITE_LEFT, BLACK_LEFT, MOVER = POINT_COUNT, POINT_COUNT + 1, POINT_COUNT + 2, POINT_COUNT + 3
"""Columns of a position behind its points: pieces to place, DVONN pieces first, and the seat to move."""
WORDS = POINT_COUNT + 4
CLOSE = 4
"""From so many steps on, it does not matter how far a stack is from the nearest DVONN piece."""
HEIGHT, TOP, RED_TOP, HAS_RED = 63, 6, 2, 1 << 8
"""A stack: its height in the lowest bits, its top behind them (by seat, or a DVONN piece), and whether it has one."""


@compiled
def find_taken(rows: Rows, ply: int) -> int:
    """The points on which something stands, as bits."""
    found = 0
    for point in range(POINT_COUNT):
        if rows[ply, point]:
            found |= 1 << point
    return found


@compiled
def is_mover(rows: Rows, ply: int, seat: int, taken: int, point: int) -> bool:
    """Whether a stack is a seat's, not shut in, and not too high to move at all (D4, D6)."""
    stack = rows[ply, point]
    if stack == 0 or stack >> TOP & 3 != seat or stack & HEIGHT >= REACH:
        return False
    return SHUT[point] == 0 or SHUT[point] & taken != SHUT[point]


@compiled
def can_land(rows: Rows, ply: int, point: int) -> bool:
    """Whether a stack would land on something in any direction (D5)."""
    height = rows[ply, point] & HEIGHT
    for way in range(WAYS):
        target = FAR[(point * WAYS + way) * REACH + height]
        if target >= 0 and rows[ply, target]:
            return True
    return False


@compiled
def can_move(rows: Rows, ply: int, seat: int, taken: int) -> bool:
    """Whether a seat has a move."""
    for point in range(POINT_COUNT):  # noqa: SIM110  (`any` of a generator is not compiled)
        if is_mover(rows, ply, seat, taken, point) and can_land(rows, ply, point):
            return True
    return False


@compiled
def count_pieces(rows: Rows, ply: int, seat: int) -> int:
    """The pieces in a seat's stacks (D9)."""
    found = 0
    for point in range(POINT_COUNT):
        stack = rows[ply, point]
        if stack and stack >> TOP & 3 == seat:
            found += stack & HEIGHT
    return found


@compiled
def find_red(rows: Rows, ply: int) -> int:
    """The points with a DVONN piece, as bits."""
    found = 0
    for point in range(POINT_COUNT):
        if rows[ply, point] & HAS_RED:
            found |= 1 << point
    return found


@compiled
def weigh_closeness(rows: Rows, ply: int, seat: int, ground: int) -> int:
    """How many steps closer to a DVONN piece than `CLOSE` a seat's stacks stand, all in all, less the other seat's.

    Steps lead over the points of `ground`, given as bits. A stack with a DVONN piece counts `CLOSE`.
    """
    left, reached, found = find_red(rows, ply), 0, 0
    for closer in range(CLOSE, 0, -1):
        beside = 0
        for point in range(POINT_COUNT):
            if left >> point & 1:
                top = rows[ply, point] >> TOP & 3
                if rows[ply, point] and top != RED_TOP:
                    found += closer if top == seat else -closer
                beside |= NEAR[point]
        reached |= left
        left = beside & ground & ~reached
    return found


@compiled
def empty_cut_off(rows: Rows, ply: int) -> None:
    """Empty the points that are not connected to one with a DVONN piece (D7)."""
    reached, taken = 0, 0
    for point in range(POINT_COUNT):
        stack = rows[ply, point]
        if stack:
            taken |= 1 << point
            if stack & HAS_RED:
                reached |= 1 << point
    grown = True
    while grown and reached != taken:
        grown = False
        for point in range(POINT_COUNT):
            if taken & ~reached & 1 << point and NEAR[point] & reached:
                reached |= 1 << point
                grown = True
    lost = taken & ~reached
    for point in range(POINT_COUNT):
        if lost >> point & 1:
            rows[ply, point] = 0
