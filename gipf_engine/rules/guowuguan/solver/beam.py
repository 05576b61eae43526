"""A search round by round, compiled by numba: of the rounds that can come next the best are gone on with.

As long as there are no more than `width` of them, none is dropped. A search that dropped none and has come to its end
has seen all that can be reached.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from gipf_engine.rules.guowuguan.solver.compiled import compiled
from gipf_engine.rules.guowuguan.solver.packed import (
    LEVEL_COUNT,
    LEVELS,
    OUT,
    SIZE,
    Int,
    Numbers,
    Row,
    is_triple,
    start_of,
)
from gipf_engine.rules.guowuguan.solver.round import STACK_HEIGHT, Rows, play_round

Places = NDArray[np.int32]

VALUES = 256
"""A value is from 0 to one less. 32 tiles and seven gates stay within."""
_BASE, _GATE = 64, 16
_FIRST_TABLE = 1 << 15


@compiled
def value(row: Row, variant: Numbers) -> Int:
    """How promising the start of a round is: gates passed, few tiles on the levels, levels with a triple to lift."""
    worth: Int = _BASE
    for level in range(variant[LEVEL_COUNT]):
        length = np.int64(row[LEVELS + level])
        if length == OUT:
            worth += _GATE
            continue
        worth += has_triple(row, level, length) - length
    return worth


@compiled
def has_triple(row: Row, level: int, length: Int) -> int:
    """1 where three neighbours of a level make a triple, else 0."""
    if length < 3:
        return 0
    start = start_of(row, level)
    for place in range(length):
        second, third = start + (place + 1) % length, start + (place + 2) % length
        if is_triple(row[start + place], row[second], row[third]):
            return 1
    return 0


@compiled
def keep_best(rows: Rows, parents: Places, begin: int, end: int, width: int, variant: Numbers) -> int:
    """Move the `width` best rows of those from `begin` to `end` to the front, the earlier of equals.

    Returns where they end.
    """
    if end - begin <= width:
        return end
    values = np.empty(end - begin, dtype=np.int64)
    counted = np.zeros(VALUES, dtype=np.int64)
    for place in range(begin, end):
        values[place - begin] = value(rows[place], variant)
        counted[values[place - begin]] += 1
    least, better = VALUES - 1, 0
    while better + counted[least] < width:
        better += counted[least]
        least -= 1
    equals, kept = width - better, begin
    for place in range(begin, end):
        worth = values[place - begin]
        if worth < least or (worth == least and not equals):
            continue
        equals -= worth == least
        rows[kept], parents[kept] = rows[place], parents[place]
        kept += 1
    return kept


@compiled
def search(
    start: Row, variant: Numbers, width: int, most_rounds: int, limit: int
) -> tuple[int, int, bool, Rows, Places]:
    """Search from `start` for a win within so many rounds, looking at no more than `limit` positions.

    Returns how many were looked at; the index of the row in whose round the game is won, -1 for none; whether nothing
    was left out; the rows; and for each row the index of the one before it.
    """
    rows = np.empty((limit + 2, SIZE), dtype=np.uint8)
    parents = np.empty(limit + 2, dtype=np.int32)
    stack = np.empty((STACK_HEIGHT, SIZE), dtype=np.uint8)
    seen = np.zeros((_FIRST_TABLE, 2), dtype=np.uint64)
    met = np.zeros(1, dtype=np.int64)
    rows[0], parents[0] = start, -1
    begin, end, looked_at, is_complete = 0, 1, 0, True
    for _round in range(most_rounds):
        count = end
        for place in range(begin, end):
            before = count
            positions, count, seen, is_won = play_round(
                rows[place], variant, stack, rows, count, seen, met, limit - looked_at
            )
            looked_at += positions
            if is_won:
                return looked_at, place, True, rows, parents
            if looked_at >= limit:
                return looked_at, -1, False, rows, parents
            parents[before:count] = place
        kept = keep_best(rows, parents, end, count, width, variant)
        is_complete = is_complete and kept == count
        begin, end = end, kept
        if begin == end:
            break
    return looked_at, -1, is_complete, rows, parents
