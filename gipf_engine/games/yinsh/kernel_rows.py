"""Compiled: the rows of YINSH on the cells of a board, and every way to take them off (Y7 to Y10).

Cells are those of the player to move: a ring is `RING`, a marker `MARKER`, the other's are negative.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from gipf_engine.compiled import F, compile_annotated, digest_of, find_folder
from gipf_engine.games.yinsh.kernel_tables import (
    NEXT,
    POINT_COUNT,
    ROW_COUNT,
    ROW_HIGH,
    ROW_LOW,
    ROW_POINTS,
    WAYS,
)

if TYPE_CHECKING:
    from gipf_engine.kit.kernel import Words

_HERE = Path(__file__).parent
_SOURCES = (
    *(
        _HERE / f"{name}.py"
        for name in ("kernel_tables", "kernel_rows", "kernel_list", "kernel_turns", "board", "notation")
    ),
    *(_HERE.parents[1] / "kit" / name for name in ("kernel.py", "board.py")),
)
FOLDER = find_folder(_HERE, f"kernel-{digest_of(_SOURCES)}")


def compiled(function: F) -> F:
    """Decorator: compile as annotated."""
    return compile_annotated(FOLDER, function)


RING, MARKER = 1, 2
BEFORE, AFTER = 0, 1
"""Rows are taken off before the ring moves and after it; each has a list of its own."""
FOUND = 128
"""In the scratch, behind the cells: the rows on the board, for `BEFORE` and `AFTER`."""
SETS = FOUND + 2 * 128
SET_WORDS = 8000
"""Then the ways to take them off."""
SCRATCH_WORDS = SETS + 2 * SET_WORDS
PAIR_BITS, POINT_BITS = 14, 7
"""A way to take rows off: for each row in turn 14 bits, its number counted from 1, then the point of the ring."""


@compiled
def is_in_row(scratch: Words, point: int) -> bool:
    """Whether the own marker on a point is one of five on a line."""
    for way in range(3):
        length, ahead, behind = 1, NEXT[point * WAYS + way], NEXT[point * WAYS + way + 3]
        while ahead >= 0 and scratch[ahead] == MARKER:
            length, ahead = length + 1, NEXT[ahead * WAYS + way]
        while behind >= 0 and scratch[behind] == MARKER:
            length, behind = length + 1, NEXT[behind * WAYS + way + 3]
        if length >= 5:
            return True
    return False


@compiled
def list_rows(scratch: Words, first: int) -> int:
    """Write the numbers of all own rows to `scratch[first:]`; returns where they end."""
    end = first
    for number in range(ROW_COUNT):
        at, seen = 5 * number, 0
        while seen < 5 and scratch[ROW_POINTS[at + seen]] == MARKER:
            seen += 1
        if seen == 5:
            scratch[end] = number
            end += 1
    return end


@compiled
def list_rings(scratch: Words) -> int:
    """The points of the own rings, each counted from 1, in 7 bits each, the first lowest."""
    found, place = 0, 0
    for point in range(POINT_COUNT):
        if scratch[point] == RING:
            found |= point + 1 << place
            place += POINT_BITS
    return found


@compiled
def is_apart(one: int, other: int) -> bool:
    """Whether two rows have no point in common."""
    return ROW_LOW[one] & ROW_LOW[other] == 0 and ROW_HIGH[one] & ROW_HIGH[other] == 0


@compiled
def leaves_row(scratch: Words, first: int, end: int, one: int, other: int) -> bool:
    """Whether a row is left when one or two (-1 for none) are taken off."""
    for at in range(first, end):
        row = scratch[at]
        if is_apart(row, one) and (other < 0 or is_apart(row, other)):
            return True
    return False


@compiled
def pay(scratch: Words, rows: int, count: int, rings: int, end: int, last: int) -> int:
    """Write every way to give `count` of the rings for the rows; returns where the ways end."""
    for chosen in range(1, 32):
        found, place, left, held, number = 0, 0, rows, rings, 0
        while held:
            if chosen >> number & 1:
                found |= ((left & 127) << POINT_BITS | held & 127) << place
                place += PAIR_BITS
                left >>= POINT_BITS
            held >>= POINT_BITS
            number += 1
        if chosen >> number == 0 and place == PAIR_BITS * count:
            if end == last:
                raise OverflowError("too many ways to take rows off")
            scratch[end] = found
            end += 1
    return end


@compiled
def list_removals(scratch: Words, when: int, most: int) -> int:
    """Write every way to take off own rows until none is left, or `most` are off; returns where they end."""
    first, end = FOUND + 128 * when, SETS + SET_WORDS * when
    last = end + SET_WORDS
    behind, rings = list_rows(scratch, first), list_rings(scratch)
    for i in range(first, behind):
        one = scratch[i]
        if most == 1 or not leaves_row(scratch, first, behind, one, -1):
            end = pay(scratch, one + 1, 1, rings, end, last)
            continue
        for j in range(i + 1, behind):
            two = scratch[j]
            if not is_apart(one, two):
                continue
            both = one + 1 | two + 1 << POINT_BITS
            if most == 2 or not leaves_row(scratch, first, behind, one, two):
                end = pay(scratch, both, 2, rings, end, last)
                continue
            for k in range(j + 1, behind):
                three = scratch[k]
                if is_apart(one, three) and is_apart(two, three):
                    end = pay(scratch, both | three + 1 << 2 * POINT_BITS, 3, rings, end, last)
    return end
