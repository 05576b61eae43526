"""Compiled: what stands on the board of TZAAR, and what a stack reaches (T6 to T9)."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from gipf_engine.compiled import F, compile_annotated, digest_of, find_folder
from gipf_engine.games.tzaar.kernel_tables import BESIDE, POINT_COUNT, WAYS

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


KIND_COUNT = 3
HANDS, MOVER, IS_FIRST = POINT_COUNT, POINT_COUNT + 6, POINT_COUNT + 7
"""Columns of a position behind its points: tzaars, tzarras and totts to place, White's and then Black's; the seat to
move; whether nothing was captured yet."""
WORDS = POINT_COUNT + 8
HEIGHT, KIND, SEAT = 63, 6, 8
"""A stack: its height in the lowest bits, its kind behind them, and behind that whose it is."""


@compiled
def is_of(stack: int, seat: int) -> bool:
    """Whether a stack is a seat's."""
    return stack != 0 and stack >> SEAT == seat


@compiled
def find_target(rows: Rows, ply: int, point: int, way: int) -> int:
    """The first occupied point that way, below 0 where there is none (T6)."""
    target = BESIDE[point * WAYS + way]
    while target >= 0 and rows[ply, target] == 0:
        target = BESIDE[target * WAYS + way]
    return target


@compiled
def may_capture(stack: int, goal: int) -> bool:
    """Whether a stack may capture another (T7)."""
    return stack >> SEAT != goal >> SEAT and goal & HEIGHT <= stack & HEIGHT


@compiled
def can_capture(rows: Rows, ply: int, seat: int) -> bool:
    """Whether a seat has a capture (T12)."""
    for point in range(POINT_COUNT):
        if not is_of(rows[ply, point], seat):
            continue
        for way in range(WAYS):
            target = find_target(rows, ply, point, way)
            if target >= 0 and may_capture(rows[ply, point], rows[ply, target]):
                return True
    return False


@compiled
def count_kind(rows: Rows, ply: int, seat: int, kind: int) -> int:
    """The stacks of a seat with this kind on top (T9)."""
    found = 0
    for point in range(POINT_COUNT):
        stack = rows[ply, point]
        if is_of(stack, seat) and stack >> KIND & 3 == kind:
            found += 1
    return found


@compiled
def lacks_kind(rows: Rows, ply: int, seat: int) -> bool:
    """Whether a seat has no visible piece of some kind."""
    for kind in range(KIND_COUNT):  # noqa: SIM110  (`any` of a generator is not compiled)
        if count_kind(rows, ply, seat, kind) == 0:
            return True
    return False


@compiled
def move_stack(rows: Rows, ply: int, source: int, target: int) -> None:
    """Move a stack onto an enemy's, which leaves the game, or onto an own one (T7, T8)."""
    stack, goal = rows[ply, source], rows[ply, target]
    rows[ply, source] = 0
    rows[ply, target] = stack + (goal & HEIGHT) if stack >> SEAT == goal >> SEAT else stack
