"""Compiled: what turns of YINSH make of a position, and how good that is. `kernel_list` tells what a turn is.

Cells of a position are positive for the player with White.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gipf_engine.games.yinsh.kernel_list import list_turns
from gipf_engine.games.yinsh.kernel_rows import MARKER, PAIR_BITS, POINT_BITS, RING, compiled, list_rows
from gipf_engine.games.yinsh.kernel_tables import (
    GOAL,
    HAND,
    HASH,
    LINES,
    MARKS,
    MOVES,
    NEXT,
    OFF,
    OTHER_HAND,
    OTHER_OFF,
    POINT_COUNT,
    POOL,
    ROW_POINTS,
    SIGN,
    TARGET_OF,
    WAY_OF,
    WAYS,
    WORDS,
)
from gipf_engine.kit.kernel import DRAWN, GOES_ON, LOST, NAME, ONE, TWO, WON

if TYPE_CHECKING:
    from gipf_engine.kit.kernel import Rows, Words

OFF_WORTH, MARKER_WORTH = 250, 5
"""In hundredths of a piece of GIPF, so that a lead means as much: a ring is a third of a win."""
TWO_WORTH, THREE_WORTH, FOUR_WORTH, ROW_WORTH = 2, 10, 25, 100
"""What a place for a row is worth with so many own markers on it and none of the other's."""


@compiled
def put(rows: Rows, ply: int, point: int, cell: int) -> None:
    """Put something on a point in place of what is there."""
    rows[ply, HASH] ^= MARKS[(rows[ply, point] + 2) * POINT_COUNT + point] ^ MARKS[(cell + 2) * POINT_COUNT + point]
    rows[ply, point] = cell


@compiled
def take_off(rows: Rows, ply: int, taken: int) -> None:
    """Take rows and rings off a position."""
    while taken:
        at = 5 * ((taken >> POINT_BITS & 127) - 1)
        for number in range(5):
            put(rows, ply, ROW_POINTS[at + number], 0)
        put(rows, ply, (taken & 127) - 1, 0)
        rows[ply, POOL] += 5
        rows[ply, OFF] += 1
        taken >>= PAIR_BITS


@compiled
def move_ring(rows: Rows, ply: int, name: int) -> None:
    """Leave a marker, turn those that are jumped, and put the ring on its point (Y5, Y6)."""
    sign, start, target = rows[ply, SIGN], WAY_OF[name - MOVES], TARGET_OF[name - MOVES]
    ring, way = start // WAYS, start % WAYS
    rows[ply, POOL] -= 1
    put(rows, ply, ring, sign * MARKER)
    point = NEXT[start]
    while point != target:
        if rows[ply, point]:
            put(rows, ply, point, -rows[ply, point])
        point = NEXT[point * WAYS + way]
    put(rows, ply, target, sign * RING)


@compiled
def play_turn(rows: Rows, ply: int, before: int, name: int, after: int) -> None:
    """See `gipf_engine.kit.kernel`."""
    below = ply + 1
    for word in range(WORDS):
        rows[below, word] = rows[ply, word]
    take_off(rows, below, before)
    if name < POINT_COUNT:
        put(rows, below, name, rows[below, SIGN] * RING)
        rows[below, HAND] -= 1
    elif name >= MOVES:
        move_ring(rows, below, name)
    take_off(rows, below, after)
    rows[below, SIGN] = -rows[below, SIGN]
    rows[below, HAND], rows[below, OTHER_HAND] = rows[below, OTHER_HAND], rows[below, HAND]
    rows[below, OFF], rows[below, OTHER_OFF] = rows[below, OTHER_OFF], rows[below, OFF]


@compiled
def can_move(rows: Rows, ply: int) -> bool:
    """Whether any ring of either player can go somewhere."""
    for ring in range(POINT_COUNT):
        if rows[ply, ring] == RING or rows[ply, ring] == -RING:
            for way in range(WAYS):
                point = NEXT[ring * WAYS + way]
                while point >= 0 and (rows[ply, point] == MARKER or rows[ply, point] == -MARKER):
                    point = NEXT[point * WAYS + way]
                if point >= 0 and rows[ply, point] == 0:
                    return True
    return False


@compiled
def has_rows(rows: Rows, ply: int, sign: int, scratch: Words) -> bool:
    """Whether one of the players has a row on the board."""
    for point in range(POINT_COUNT):
        scratch[point] = rows[ply, point] * sign
    return list_rows(scratch, POINT_COUNT) > POINT_COUNT


@compiled
def judge(rows: Rows, ply: int, scratch: Words) -> int:
    """See `gipf_engine.kit.kernel` (Y10, Y12, Y13)."""
    own, other = rows[ply, OFF], rows[ply, OTHER_OFF]
    if own < rows[ply, GOAL] and other < rows[ply, GOAL]:
        if rows[ply, HAND] or (rows[ply, POOL] and can_move(rows, ply)):
            return GOES_ON
        sign = rows[ply, SIGN]
        if has_rows(rows, ply, sign, scratch) or (rows[ply, POOL] and has_rows(rows, ply, -sign, scratch)):
            return GOES_ON
    if own == other:
        return DRAWN
    return WON if own > other else LOST


@compiled
def value_of(own: int) -> int:
    """What a place for a row is worth with so many markers of one player alone."""
    if own < 3:
        return TWO_WORTH if own == 2 else 0
    if own < 5:
        return THREE_WORTH if own == 3 else FOUR_WORTH
    return ROW_WORTH


@compiled
def must_capture(rows: Rows, ply: int) -> bool:
    """See `gipf_engine.kit.kernel`: never here."""
    return False


@compiled
def evaluate(rows: Rows, ply: int) -> int:
    """See `gipf_engine.kit.kernel`: rings off, markers, and the places where a row is being made."""
    found, length, white, black = 0, 0, 0, 0
    for at in range(len(LINES)):
        if LINES[at] < 0:
            length, white, black = 0, 0, 0
            continue
        cell = rows[ply, LINES[at]]
        length += 1
        white, black = white + int(cell == MARKER), black + int(cell == -MARKER)
        if length > 5:
            gone = rows[ply, LINES[at - 5]]
            white, black = white - int(gone == MARKER), black - int(gone == -MARKER)
        if length >= 5 and (white == 0 or black == 0):
            found += value_of(white) - value_of(black)
    balance = 0
    for point in range(POINT_COUNT):
        cell = rows[ply, point]
        balance += int(cell == MARKER) - int(cell == -MARKER)
    found = (found + MARKER_WORTH * balance) * rows[ply, SIGN]
    return found + OFF_WORTH * (rows[ply, OFF] - rows[ply, OTHER_OFF])


@compiled
def hash_position(rows: Rows, ply: int) -> int:
    """See `gipf_engine.kit.kernel`."""
    beside = rows[ply, HAND] | rows[ply, OTHER_HAND] << 3 | rows[ply, OFF] << 6 | rows[ply, OTHER_OFF] << 9
    found = rows[ply, HASH] ^ (beside << 1 | int(rows[ply, SIGN] > 0)) * 0x5851F42D4C957F2D
    return found ^ found >> 29


@compiled
def count_tree(rows: Rows, ply: int, depth: int, turns: Rows, first: int, scratch: Words) -> int:
    """Sequences of `depth` turns from `rows[ply]`."""
    if judge(rows, ply, scratch):
        return 0
    end = list_turns(rows, ply, turns, first, False, scratch)
    if depth == 1:
        return end - first
    found = 0
    for number in range(first, end):
        play_turn(rows, ply, turns[number, ONE], turns[number, NAME], turns[number, TWO])
        found += count_tree(rows, ply + 1, depth - 1, turns, end, scratch)
    return found
