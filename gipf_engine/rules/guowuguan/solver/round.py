"""Everything that can be played in one round, compiled by numba.

A round is walked with a stack of rows (see `packed`): each position of it is taken off, counted, and puts on what its
lifts and passes lead to. What its refill leads to, the start of another round, is kept if it was not met before.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from gipf_engine.rules.guowuguan.solver.compiled import compiled
from gipf_engine.rules.guowuguan.solver.packed import (
    ANY_THREE,
    COMMONS,
    CURSOR,
    GENERALS,
    HAS_PASSING,
    LEVEL_COUNT,
    LEVELS,
    OUT,
    PHASE,
    SIZE,
    TILES,
    UPWARDS,
    Int,
    Numbers,
    Row,
    cut,
    is_hopeless,
    is_triple,
    is_won,
    levels_left,
    lift,
    refill,
    start_of,
)

Rows = NDArray[np.uint8]
Seen = NDArray[np.uint64]
"""A table of fingerprints of 128 bits: two numbers for each place, 0 and 0 where it is empty."""

_MIX_A, _MIX_B = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xC2B2AE3D27D4EB4F)
_SHIFT_A, _SHIFT_B = np.uint64(29), np.uint64(32)
_BYTE = np.uint64(8)


STACK_HEIGHT = 85_000
"""A position has at most 4,960 lifts (three of 32 tiles) and ten passes, a round at most ten lifts and seven passes."""


@compiled
def grow(seen: Seen) -> Seen:
    """A table of twice the size with the same fingerprints."""
    larger = np.zeros((2 * len(seen), 2), dtype=np.uint64)
    mask = np.int64(len(larger) - 1)
    for place in range(len(seen)):
        if seen[place, 1]:
            at = np.int64(seen[place, 0] & np.uint64(mask))
            while larger[at, 1]:
                at = (at + 1) & mask
            larger[at] = seen[place]
    return larger


@compiled
def add(seen: Seen, row: Row) -> bool:
    """Put the fingerprint of a row into the table. Whether it was not there."""
    first, second = np.uint64(0x243F6A8885A308D3), np.uint64(0x13198A2E03707344)
    for word in range(0, SIZE, 8):
        number = np.uint64(0)
        for place in range(word, min(word + 8, SIZE)):
            number = (number << _BYTE) | np.uint64(row[place])
        first = (first ^ number) * _MIX_A
        first ^= first >> _SHIFT_B
        second = (second + number) * _MIX_B
        second ^= second >> _SHIFT_A
    second |= np.uint64(1)
    mask = np.uint64(len(seen) - 1)
    at = np.int64(first & mask)
    while seen[at, 1]:
        if seen[at, 0] == first and seen[at, 1] == second:
            return False
        at = (at + 1) & np.int64(mask)
    seen[at, 0], seen[at, 1] = first, second
    return True


@compiled
def push_lifts(row: Row, variant: Numbers, stack: Rows, top: int) -> int:
    """Put what each lift leads to on the stack. Returns its new height."""
    places = np.zeros(3, dtype=np.int64)
    for step in range(np.int64(row[CURSOR]), variant[LEVEL_COUNT]):
        level = variant[LEVEL_COUNT] - 1 - step if variant[UPWARDS] else step
        length = np.int64(row[LEVELS + level])
        if length == OUT or length < 3:
            continue
        start = start_of(row, level)
        if variant[ANY_THREE]:
            top = _push_any_three(row, variant, level, start, places, stack, top)
            continue
        for first in range(length if length > 3 else 1):
            places[0], places[1], places[2] = first, (first + 1) % length, (first + 2) % length
            if is_triple(row[start + places[0]], row[start + places[1]], row[start + places[2]]):
                places.sort()
                lift(row, variant, level, start, places, stack[top])
                top += 1
    return top


@compiled
def _push_any_three(row: Row, variant: Numbers, level: int, start: Int, places: Numbers, stack: Rows, top: int) -> int:
    length = np.int64(row[LEVELS + level])
    for first in range(length - 2):
        for second in range(first + 1, length - 1):
            for third in range(second + 1, length):
                if is_triple(row[start + first], row[start + second], row[start + third]):
                    places[0], places[1], places[2] = first, second, third
                    lift(row, variant, level, start, places, stack[top])
                    top += 1
    return top


@compiled
def push_passes(row: Row, variant: Numbers, stack: Rows, top: int) -> int:
    """Put what each pass leads to on the stack. Returns its new height."""
    generals = np.int64(row[GENERALS])
    if not generals or not variant[HAS_PASSING]:
        return top
    left, right = row[TILES], row[TILES + generals - 1]
    for level in range(np.int64(row[CURSOR]) if row[PHASE] else 0, variant[LEVEL_COUNT]):
        length = row[LEVELS + level]
        if length != 1 and length != 2:
            continue
        start = start_of(row, level)
        if length == 1:
            if generals > 1 and is_triple(left, right, row[start]):
                cut(row, level, 1, 1, stack[top])
                top += 1
            continue
        if is_triple(left, row[start], row[start + 1]):
            cut(row, level, 1, 0, stack[top])
            top += 1
        if generals > 1 and is_triple(right, row[start], row[start + 1]):
            cut(row, level, 0, 1, stack[top])
            top += 1
    return top


@compiled
def play_round(
    start: Row, variant: Numbers, stack: Rows, rows: Rows, count: int, seen: Seen, met: Numbers, most: int
) -> tuple[int, int, Seen, bool]:
    """Append to `rows` the starts of the next round that `start` leads to, at most `most` positions being looked at.

    `met`: one number, how many fingerprints are in the table. Returns how many positions there were, how many rows
    there are now, the table, and whether the game can be won in this round.
    """
    row = np.empty(SIZE, dtype=np.uint8)
    stack[0] = start
    top, positions = 1, 0
    while top and positions < most:
        top -= 1
        row[:] = stack[top]
        positions += 1
        if is_won(row, variant):
            return positions, count, seen, True
        if is_hopeless(row, variant):
            continue
        if row[COMMONS] and levels_left(row, variant):
            refill(row, variant, rows[count])
            if add(seen, rows[count]):
                count += 1
                met[0] += 1
                if 2 * met[0] > len(seen):
                    seen = grow(seen)
        if not row[PHASE]:
            top = push_lifts(row, variant, stack, top)
        top = push_passes(row, variant, stack, top)
    return positions, count, seen, False
