"""A position as a row of bytes, and what turns do to it: what the search is made of, compiled by numba.

A row of `SIZE` bytes holds the number of generals, the length of each level (`OUT` for one that was passed), the number
of the commons, the phase and what is reached in it, and from `TILES` on the 32 tiles in reading order. What does not
change how a game can go on, the round, the count of moves and what lies face down, is not in it.

A variant is a row of seven numbers.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from gipf_engine.rules.guowuguan.layout import Layout
from gipf_engine.rules.guowuguan.solver.compiled import compiled
from gipf_engine.rules.guowuguan.state import PASSED, GuoWuGuanState
from gipf_engine.rules.guowuguan.tiles import INDEX, KINDS, TRIPLES

Row = NDArray[np.uint8]
Numbers = NDArray[np.int64]
Int = int | np.int64
"""Bytes are made such before they are counted with: numba would make a fraction of a signed and an unsigned number."""

OUT = 255
MOST_LEVELS = 7
GENERALS, LEVELS, COMMONS, PHASE, CURSOR, TILES = 0, 1, 8, 9, 10, 11
ALL = 32
SIZE = TILES + ALL
KIND_COUNT = len(KINDS)
TABLE = np.frombuffer(TRIPLES, dtype=np.uint8)
"""See `gipf_engine.rules.guowuguan.tiles.TRIPLES`."""


LEVEL_COUNT, UPWARDS, ANY_THREE, HAS_PASSING, REFILLS_EMPTY, SPENDS_GENERALS, RETURNING = range(7)
"""What stands where in the row of numbers of a variant."""


def pack_variant(layout: Layout) -> Numbers:
    """The numbers of a layout."""
    row = np.zeros(7, dtype=np.int64)
    row[LEVEL_COUNT] = layout.levels
    row[UPWARDS] = layout.upwards
    row[ANY_THREE] = layout.any_three
    row[HAS_PASSING] = layout.has_passing
    row[REFILLS_EMPTY] = layout.refills_empty
    row[SPENDS_GENERALS] = layout.spends_generals
    row[RETURNING] = INDEX.get(layout.returning, OUT)
    return row


def pack(state: GuoWuGuanState) -> Row:
    """A state as a row of bytes."""
    row = np.zeros(SIZE, dtype=np.uint8)
    row[GENERALS], row[COMMONS] = len(state.generals), len(state.commons)
    row[PHASE], row[CURSOR] = state.passing, state.cursor
    for level, tiles in enumerate(state.levels):
        row[LEVELS + level] = OUT if tiles is PASSED else len(tiles)
    tiles = state.generals + b"".join(tiles for tiles in state.levels if tiles) + state.commons
    row[TILES:] = np.frombuffer(tiles, dtype=np.uint8)
    return row


@compiled
def is_triple(first: int, second: int, third: int) -> bool:
    """Whether three kinds make a triple."""
    return bool(TABLE[(np.int64(first) * KIND_COUNT + second) * KIND_COUNT + third])


@compiled
def start_of(row: Row, level: int) -> Int:
    """Where the tiles of a level begin."""
    at: Int = TILES + np.int64(row[GENERALS])
    for above in range(level):
        length = np.int64(row[LEVELS + above])
        if length != OUT:
            at += length
    return at


@compiled
def levels_left(row: Row, variant: Numbers) -> int:
    """How many levels are in play."""
    left = 0
    for level in range(variant[LEVEL_COUNT]):
        if row[LEVELS + level] != OUT:
            left += 1
    return left


@compiled
def tiles_left(row: Row, variant: Numbers) -> int:
    """How many tiles lie on levels."""
    left = 0
    for level in range(variant[LEVEL_COUNT]):
        if row[LEVELS + level] != OUT:
            left += row[LEVELS + level]
    return left


@compiled
def is_won(row: Row, variant: Numbers) -> bool:
    """Whether the game is won here."""
    if variant[REFILLS_EMPTY]:
        return tiles_left(row, variant) == 0
    return levels_left(row, variant) == 0 and not (variant[SPENDS_GENERALS] and row[GENERALS])


@compiled
def is_hopeless(row: Row, variant: Numbers) -> bool:
    """Whether this can no longer be won as too many generals have been cut, or too few.

    Generals that are spent are one more than the levels, so exactly one pass must cut two of them.
    """
    if not variant[SPENDS_GENERALS]:
        return False
    spare = np.int64(row[GENERALS]) - levels_left(row, variant)
    return bool(spare < 0 or (spare > 0 and levels_left(row, variant) == 0))


@compiled
def lift(row: Row, variant: Numbers, level: int, start: Int, places: Numbers, out: Row) -> None:
    """Write to `out` what lifting these places (ascending) of a level that starts at `start` makes of `row`."""
    commons = SIZE - np.int64(row[COMMONS])
    first, second, third = start + places[0], start + places[1], start + places[2]
    out[:first] = row[:first]
    out[first : second - 1] = row[first + 1 : second]
    out[second - 1 : third - 2] = row[second + 1 : third]
    out[third - 2 : commons - 3] = row[third + 1 : commons]
    out[commons - 3], out[commons - 2], out[commons - 1] = row[first], row[second], row[third]
    out[commons:] = row[commons:]
    out[COMMONS] = row[COMMONS] + 3
    left = np.int64(row[LEVELS + level]) - 3
    out[LEVELS + level] = left if left or variant[HAS_PASSING] or variant[REFILLS_EMPTY] else OUT
    out[CURSOR] = variant[LEVEL_COUNT] - 1 - level if variant[UPWARDS] else level


@compiled
def cut(row: Row, level: int, left: int, right: int, out: Row) -> None:
    """Write to `out` what passing a level makes of `row`; so many generals are cut at the left and the right."""
    generals = np.int64(row[GENERALS])
    length = np.int64(row[LEVELS + level])
    start = start_of(row, level)
    commons = SIZE - np.int64(row[COMMONS])
    out[:TILES] = row[:TILES]
    at = TILES
    for place in range(TILES + left, TILES + generals - right):
        out[at] = row[place]
        at += 1
    for place in range(TILES + generals, commons):
        if place < start or place >= start + length:
            out[at] = row[place]
            at += 1
    if left:
        out[at] = row[TILES]
        at += 1
    if right:
        out[at] = row[TILES + generals - 1]
        at += 1
    out[at : at + length] = row[start : start + length]
    out[commons:] = row[commons:]
    out[GENERALS] = generals - left - right
    out[LEVELS + level] = OUT
    out[COMMONS] = row[COMMONS] + left + right + length
    out[PHASE], out[CURSOR] = 1, level + 1


@compiled
def refill(row: Row, variant: Numbers, out: Row) -> None:
    """Write to `out` what a refill makes of `row`."""
    drawn = np.full(MOST_LEVELS, OUT, dtype=np.uint8)
    commons = SIZE - np.int64(row[COMMONS])
    end, returned = SIZE, False
    for level in range(variant[LEVEL_COUNT] - 1, -1, -1):
        if row[LEVELS + level] == OUT:
            continue
        if end > commons and row[end - 1] == variant[RETURNING]:
            returned = True
            end -= 1
        if end > commons:
            end -= 1
            drawn[level] = row[end]
    out[:TILES] = row[:TILES]
    source: Int = TILES + np.int64(row[GENERALS])
    out[TILES:source] = row[TILES:source]
    at = source
    if returned:
        out[at] = variant[RETURNING]
        out[GENERALS] = 1
        at += 1
    for level in range(variant[LEVEL_COUNT]):
        if row[LEVELS + level] == OUT:
            continue
        length = np.int64(row[LEVELS + level])
        out[at : at + length] = row[source : source + length]
        at, source = at + length, source + length
        if drawn[level] != OUT:
            out[at] = drawn[level]
            out[LEVELS + level] = length + 1
            at += 1
    out[at:SIZE] = row[commons:end]
    out[COMMONS] = end - commons
    out[PHASE], out[CURSOR] = 0, 0
