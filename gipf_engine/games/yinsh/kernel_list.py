"""Compiled: the list of the turns of YINSH.

A turn: the rows that are taken off before, as `kernel_rows` packs them, or 0; the name of what is done
(`kernel_tables`); the rows taken off after it, or 0.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gipf_engine.games.yinsh.kernel_rows import (
    AFTER,
    BEFORE,
    MARKER,
    PAIR_BITS,
    POINT_BITS,
    RING,
    SET_WORDS,
    SETS,
    compiled,
    is_in_row,
    list_removals,
    list_rings,
)
from gipf_engine.games.yinsh.kernel_tables import (
    FIRST_MOVE,
    GOAL,
    HAND,
    NEXT,
    NO_ACTION,
    OFF,
    PASS,
    POINT_COUNT,
    ROW_POINTS,
    SIGN,
    WAYS,
)
from gipf_engine.kit.kernel import NAME, NUMBER, ONE, PRIZE, TWO

if TYPE_CHECKING:
    from gipf_engine.kit.kernel import Rows, Words

ROW_OFF, WINS = 10, 1000
"""Prizes: for a row that a ring makes, and for what wins at once."""


@compiled
def lay_out(rows: Rows, ply: int, scratch: Words) -> None:
    """Write the cells to the scratch as the player to move sees them."""
    sign = rows[ply, SIGN]
    for point in range(POINT_COUNT):
        scratch[point] = rows[ply, point] * sign


@compiled
def add_turn(turns: Rows, end: int, before: int, name: int, after: int, prize: int) -> int:
    """Write a turn; returns where the next one goes."""
    if end == len(turns):
        raise OverflowError("too many turns")
    turns[end, ONE], turns[end, NAME], turns[end, TWO], turns[end, PRIZE] = before, name, after, prize
    return end + 1


@compiled
def turn_over(scratch: Words, ring: int, way: int, target: int) -> bool:
    """Turn the markers between two points; whether own ones, with the one at `ring`, then make a row."""
    point = NEXT[ring * WAYS + way]
    while point != target:
        scratch[point] = -scratch[point]
        point = NEXT[point * WAYS + way]
    makes = is_in_row(scratch, ring)
    point = NEXT[ring * WAYS + way]
    while point != target and not makes:
        makes = scratch[point] == MARKER and is_in_row(scratch, point)
        point = NEXT[point * WAYS + way]
    return makes


@compiled
def add_with_rows(scratch: Words, target: int, most: int, before: int, name: int, turns: Rows, end: int) -> int:
    """Write the turns of a ring that has made rows and stands on `target`."""
    scratch[target] = RING
    first = SETS + SET_WORDS * AFTER
    behind = list_removals(scratch, AFTER, most)
    scratch[target] = 0
    for at in range(first, behind):
        taken, count = scratch[at], 1
        if taken >> PAIR_BITS:
            count = 3 if taken >> 2 * PAIR_BITS else 2
        end = add_turn(turns, end, before, name, taken, WINS if count >= most else ROW_OFF * count)
    return end


@compiled
def list_moves(scratch: Words, ring: int, most: int, before: int, only_prizes: bool, turns: Rows, first: int) -> int:
    """Write the turns of a ring (Y5 to Y7); returns where they end, less one and negative where it can go nowhere."""
    end, is_stuck = first, True
    scratch[ring] = MARKER
    makes = is_in_row(scratch, ring)
    for way in range(WAYS):
        name, jumped, point = FIRST_MOVE[ring * WAYS + way], 0, NEXT[ring * WAYS + way]
        while point >= 0:
            there = scratch[point]
            if there == 0:
                is_stuck = False
                has_row = turn_over(scratch, ring, way, point) if jumped else makes
                if has_row:
                    end = add_with_rows(scratch, point, most, before, name, turns, end)
                elif not only_prizes:
                    end = add_turn(turns, end, before, name, 0, 0)
                if jumped:
                    turn_over(scratch, ring, way, point)
                    break
            elif there == MARKER or there == -MARKER:
                jumped += 1
            else:
                break
            name += 1
            point = NEXT[point * WAYS + way]
    scratch[ring] = RING
    return -end - 1 if is_stuck else end


@compiled
def list_actions(scratch: Words, hand: int, most: int, before: int, only_prizes: bool, turns: Rows, end: int) -> int:
    """Write the turns after rows that were taken off before: a ring is placed or moves, or none can (Y3, Y5, Y13)."""
    if hand:
        for point in range(POINT_COUNT):
            if scratch[point] == 0 and not only_prizes:
                end = add_turn(turns, end, before, point, 0, 0)
        return end
    rings, is_stuck = list_rings(scratch), True
    while rings:
        behind = list_moves(scratch, (rings & 127) - 1, most, before, only_prizes, turns, end)
        if behind >= 0:
            end, is_stuck = behind, False
        rings >>= POINT_BITS
    if is_stuck and not only_prizes:
        end = add_turn(turns, end, before, PASS, 0, 0)
    return end


@compiled
def lift(scratch: Words, taken: int) -> int:
    """Take rows and rings off the cells in the scratch; returns how many of each."""
    count = 0
    while taken:
        at = 5 * ((taken >> POINT_BITS & 127) - 1)
        for number in range(5):
            scratch[ROW_POINTS[at + number]] = 0
        scratch[(taken & 127) - 1] = 0
        taken >>= PAIR_BITS
        count += 1
    return count


@compiled
def list_turns(rows: Rows, ply: int, turns: Rows, first: int, only_prizes: bool, scratch: Words) -> int:
    """See `gipf_engine.kit.kernel`."""
    lay_out(rows, ply, scratch)
    end, hand, most = first, rows[ply, HAND], rows[ply, GOAL] - rows[ply, OFF]
    begin = SETS + SET_WORDS * BEFORE
    behind = list_removals(scratch, BEFORE, most)
    if behind == begin:
        end = list_actions(scratch, hand, most, 0, only_prizes, turns, end)
    for at in range(begin, behind):
        count = lift(scratch, scratch[at])
        if count == most:
            end = add_turn(turns, end, scratch[at], NO_ACTION, 0, WINS)
        else:
            end = list_actions(scratch, hand, most - count, scratch[at], only_prizes, turns, end)
        lay_out(rows, ply, scratch)
    for number in range(first, end):
        turns[number, NUMBER] = number - first
    return end
