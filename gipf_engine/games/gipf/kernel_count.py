"""Compiled: how many sequences of turns of GIPF there are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gipf_engine.games.gipf.kernel_bits import compiled, count_bits, is_four, list_removals
from gipf_engine.games.gipf.kernel_tables import DOTS, FIRST, IS_MAIN, LINE, LINE_COUNT, STEP
from gipf_engine.games.gipf.kernel_turns import (
    AS_GIPF,
    GIPFS,
    HAS_GIPFS,
    NO_PIECE,
    OTHER,
    OTHER_PHASE,
    OWN,
    PHASE,
    RESERVE,
    has_lost_gipfs,
    judge,
    list_turns,
    play_turn,
    shift,
)
from gipf_engine.kit.kernel import NAME, ONE, TWO

if TYPE_CHECKING:
    from gipf_engine.kit.kernel import Rows, Words


@compiled
def count_rows(
    way: int, moved: int, own: int, other: int, gipfs: int, singles: int, doubles: int, sets: Words, free: int
) -> int:
    """Turns by a way on which a row comes up: `singles` and `doubles` are 1 where such a piece may come in, else 0."""
    mine = shift(own, moved, way) | FIRST[way]
    occupied, gipfs = mine | shift(other, moved, way), shift(gipfs, moved, way)
    found = 0
    if singles:
        found += list_removals(mine, occupied, gipfs, sets, free) - free
    if doubles:
        found += list_removals(mine, occupied, gipfs | FIRST[way], sets, free) - free
    return found


@compiled
def count_entries(
    own: int, other: int, gipfs: int, reserve: int, phase: int, by_dots: bool, sets: Words, free: int
) -> int:
    """Turns of a piece that comes in, each once or once for every dot.

    Most are counted here; `find_moved`, `shift` and `is_four` are written out, as calls would take most of the time.
    """
    singles, doubles = int(phase > 0 and reserve > 0), int(phase < 2 and reserve > 1)
    occupied, found, kinds = own | other, 0, singles + doubles
    for number in range(LINE_COUNT):
        line, step = LINE[number], STEP[number]
        empty = line & ~occupied
        if not empty:
            continue
        moved = line & (empty & -empty) - 1
        if moved or by_dots or IS_MAIN[2 * number]:
            going = own & moved
            mine = own ^ going | going << step | FIRST[2 * number]
            up, right, across = mine & mine >> 1, mine & mine >> 8, mine & mine >> 9
            if up & up >> 2 | right & right >> 16 | across & across >> 18:
                found += count_rows(2 * number, moved, own, other, gipfs, singles, doubles, sets, free)
            else:
                found += kinds
        empty |= empty >> step
        empty |= empty >> 2 * step
        empty |= empty >> 4 * step
        moved = line & ~empty
        if moved or by_dots or IS_MAIN[2 * number + 1]:
            going = own & moved
            mine = own ^ going | going >> step | FIRST[2 * number + 1]
            up, right, across = mine & mine >> 1, mine & mine >> 8, mine & mine >> 9
            if up & up >> 2 | right & right >> 16 | across & across >> 18:
                found += count_rows(2 * number + 1, moved, own, other, gipfs, singles, doubles, sets, free)
            else:
                found += kinds
    return found


@compiled
def count_turns(rows: Rows, ply: int, by_dots: bool, sets: Words) -> int:
    """Turns of a position that goes on."""
    own, other, gipfs = rows[ply, OWN], rows[ply, OTHER], rows[ply, GIPFS]
    reserve, phase = rows[ply, RESERVE], rows[ply, PHASE]
    if not is_four(own):
        return count_entries(own, other, gipfs, reserve, phase, by_dots, sets, 0)
    found, free = 0, list_removals(own, own | other, gipfs, sets, 0)
    for number in range(free):
        taken = sets[number]
        mine, theirs, doubles = own & ~taken, other & ~taken, gipfs & ~taken
        if taken and rows[ply, HAS_GIPFS] and has_lost_gipfs(mine, theirs, doubles, phase, rows[ply, OTHER_PHASE]):
            found += 1
            continue
        left = reserve + count_bits(own & taken) + count_bits(own & gipfs & taken)
        found += count_entries(mine, theirs, doubles, left, phase, by_dots, sets, free)
    return found


@compiled
def count_ways(rows: Rows, ply: int, before: int, name: int) -> int:
    """From how many dots the piece of a turn gets to its spot."""
    if name == NO_PIECE:
        return 1
    way = name - AS_GIPF if name >= AS_GIPF else name
    return 1 if (rows[ply, OWN] | rows[ply, OTHER]) & ~before & FIRST[way] else DOTS[way]


@compiled
def count_tree(rows: Rows, ply: int, depth: int, by_dots: bool, turns: Rows, first: int, sets: Words) -> int:
    """Sequences of `depth` turns from `rows[ply]`."""
    if judge(rows, ply, sets):
        return 0
    if depth == 1:
        return count_turns(rows, ply, by_dots, sets)
    found, end = 0, list_turns(rows, ply, turns, first, False, sets)
    for number in range(first, end):
        before, name = turns[number, ONE], turns[number, NAME]
        play_turn(rows, ply, before, name, turns[number, TWO])
        below = count_tree(rows, ply + 1, depth - 1, by_dots, turns, end, sets)
        found += below * count_ways(rows, ply, before, name) if by_dots else below
    return found
