"""Compiled: the turns of GIPF, what they make of a position, and how good that is.

A turn: what comes off before, how the piece comes in, what comes off after. The piece: its way (see `kernel_tables`),
`AS_GIPF` more for a GIPF-piece, `NO_PIECE` where the game ends before one comes in.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gipf_engine.games.gipf.kernel_bits import compiled, count_bits, is_four, list_removals
from gipf_engine.games.gipf.kernel_tables import FIRST, IS_MAIN, LINE, LINE_COUNT, STEP
from gipf_engine.kit.kernel import GOES_ON, LOST, NAME, NUMBER, ONE, PRIZE, TWO, WON

if TYPE_CHECKING:
    from gipf_engine.kit.kernel import Rows, Words

OWN, OTHER, GIPFS, RESERVE, OTHER_RESERVE, PHASE, OTHER_PHASE, HAS_GIPFS = range(8)
"""Columns of a position: bits, pieces in reserve, how far each has come with bringing in pieces."""
AS_GIPF, NO_PIECE = 42, 84


# --- turns ----------------------------------------------------------------------------------------------------


@compiled
def find_moved(way: int, occupied: int) -> int:
    """The bits that a piece pushes on its way, up to the gap; -1 where the line is full."""
    line = LINE[way >> 1]
    empty = line & ~occupied
    if not empty:
        return -1
    if way & 1:
        step = STEP[way >> 1]
        empty |= empty >> step
        empty |= empty >> 2 * step
        empty |= empty >> 4 * step
        return line & ~empty
    return line & (empty & -empty) - 1


@compiled
def shift(pieces: int, moved: int, way: int) -> int:
    """Pieces after a push, the new one not among them."""
    going = pieces & moved
    step = STEP[way >> 1]
    return pieces ^ going | (going >> step if way & 1 else going << step)


@compiled
def has_lost_gipfs(own: int, other: int, gipfs: int, phase: int, other_phase: int) -> bool:
    """Whether a player has brought in GIPF-pieces and has none left (GIPF 10)."""
    return (phase != 0 and not own & gipfs) or (other_phase != 0 and not other & gipfs)


@compiled
def add_turn(turns: Rows, end: int, before: int, name: int, after: int, prize: int) -> int:
    """Write a turn; returns where the next one goes."""
    if end == len(turns):
        raise OverflowError("too many turns")
    turns[end, ONE], turns[end, NAME], turns[end, TWO], turns[end, PRIZE] = before, name, after, prize
    return end + 1


@compiled
def list_after(
    own: int,
    other: int,
    gipfs: int,
    before: int,
    name: int,
    only_prizes: bool,
    turns: Rows,
    end: int,
    sets: Words,
    free: int,
) -> int:
    """Write the turns of one piece that has come in and made a row."""
    for number in range(free, list_removals(own, own | other, gipfs, sets, free)):
        after = sets[number]
        captured = after & other
        prize = 0
        if after:
            prize = 1 + 8 * (count_bits(captured) + count_bits(captured & gipfs)) + count_bits(after & own)
        if prize or not only_prizes:
            end = add_turn(turns, end, before, name, after, prize)
    return end


@compiled
def list_entries(
    own: int,
    other: int,
    gipfs: int,
    kind: int,
    before: int,
    only_prizes: bool,
    turns: Rows,
    end: int,
    sets: Words,
    free: int,
) -> int:
    """Write the turns of one kind of piece: `AS_GIPF` or 0. `sets[free:]` may be written over.

    `find_moved`, `shift` and `is_four` are written out, as calls would take most of the time.
    """
    occupied = own | other
    for way in range(2 * LINE_COUNT):
        line, step = LINE[way >> 1], STEP[way >> 1]
        empty = line & ~occupied
        if not empty:
            continue
        if way & 1:
            empty |= empty >> step
            empty |= empty >> 2 * step
            empty |= empty >> 4 * step
            moved = line & ~empty
            mine = own & ~moved | (own & moved) >> step | FIRST[way]
        else:
            moved = line & (empty & -empty) - 1
            mine = own & ~moved | (own & moved) << step | FIRST[way]
        if moved == 0 and not IS_MAIN[way]:
            continue
        up, right, across = mine & mine >> 1, mine & mine >> 8, mine & mine >> 9
        if up & up >> 2 | right & right >> 16 | across & across >> 18:
            theirs, doubles = shift(other, moved, way), shift(gipfs, moved, way)
            if kind:
                doubles |= FIRST[way]
            end = list_after(mine, theirs, doubles, before, way + kind, only_prizes, turns, end, sets, free)
        elif not only_prizes:
            if end == len(turns):
                raise OverflowError("too many turns")
            turns[end, ONE], turns[end, NAME], turns[end, TWO], turns[end, PRIZE] = before, way + kind, 0, 0
            end += 1
    return end


@compiled
def list_pieces(
    own: int,
    other: int,
    gipfs: int,
    reserve: int,
    phase: int,
    before: int,
    only_prizes: bool,
    turns: Rows,
    end: int,
    sets: Words,
    free: int,
) -> int:
    """Write the turns of all kinds of pieces that may come in (GIPF 11)."""
    if phase < 2 and reserve > 1:
        end = list_entries(own, other, gipfs, AS_GIPF, before, only_prizes, turns, end, sets, free)
    if phase > 0 and reserve > 0:
        end = list_entries(own, other, gipfs, 0, before, only_prizes, turns, end, sets, free)
    return end


@compiled
def list_turns(rows: Rows, ply: int, turns: Rows, first: int, only_prizes: bool, scratch: Words) -> int:
    """See `gipf_engine.kit.kernel`."""
    own, other, gipfs = rows[ply, OWN], rows[ply, OTHER], rows[ply, GIPFS]
    reserve, phase, end = rows[ply, RESERVE], rows[ply, PHASE], first
    if not is_four(own):
        end = list_pieces(own, other, gipfs, reserve, phase, 0, only_prizes, turns, end, scratch, 0)
    else:
        free = list_removals(own, own | other, gipfs, scratch, 0)
        for number in range(free):
            taken = scratch[number]
            mine, theirs, doubles = own & ~taken, other & ~taken, gipfs & ~taken
            if taken and rows[ply, HAS_GIPFS] and has_lost_gipfs(mine, theirs, doubles, phase, rows[ply, OTHER_PHASE]):
                end = add_turn(turns, end, taken, NO_PIECE, 0, 1)
                continue
            left = reserve + count_bits(own & taken) + count_bits(own & gipfs & taken)
            end = list_pieces(mine, theirs, doubles, left, phase, taken, only_prizes, turns, end, scratch, free)
    for number in range(first, end):
        turns[number, NUMBER] = number - first
    return end


@compiled
def play_turn(rows: Rows, ply: int, before: int, name: int, after: int) -> None:
    """See `gipf_engine.kit.kernel`."""
    own, other, gipfs = rows[ply, OWN], rows[ply, OTHER], rows[ply, GIPFS]
    reserve, phase = rows[ply, RESERVE], rows[ply, PHASE]
    if before:
        reserve += count_bits(own & before) + count_bits(own & before & gipfs)
        own, other, gipfs = own & ~before, other & ~before, gipfs & ~before
    if name != NO_PIECE:
        way = name - AS_GIPF if name >= AS_GIPF else name
        moved = find_moved(way, own | other)
        own, other, gipfs = shift(own, moved, way) | FIRST[way], shift(other, moved, way), shift(gipfs, moved, way)
        reserve, phase = reserve - 1, 2
        if name >= AS_GIPF:
            gipfs, reserve, phase = gipfs | FIRST[way], reserve - 1, 1
    if after:
        reserve += count_bits(own & after) + count_bits(own & after & gipfs)
        own, other, gipfs = own & ~after, other & ~after, gipfs & ~after
    below = ply + 1
    rows[below, OWN], rows[below, OTHER], rows[below, GIPFS] = other, own, gipfs
    rows[below, RESERVE], rows[below, OTHER_RESERVE] = rows[ply, OTHER_RESERVE], reserve
    rows[below, PHASE], rows[below, OTHER_PHASE] = rows[ply, OTHER_PHASE], phase
    rows[below, HAS_GIPFS] = rows[ply, HAS_GIPFS]


# --- positions ------------------------------------------------------------------------------------------------


@compiled
def judge(rows: Rows, ply: int, scratch: Words) -> int:
    """See `gipf_engine.kit.kernel` (GIPF 6, 10)."""
    own, gipfs = rows[ply, OWN], rows[ply, GIPFS]
    if rows[ply, HAS_GIPFS]:
        if rows[ply, OTHER_PHASE] != 0 and not rows[ply, OTHER] & gipfs:
            return WON
        if rows[ply, PHASE] != 0 and not own & gipfs:
            return LOST
    return LOST if rows[ply, RESERVE] == 0 and not is_four(own) else GOES_ON


@compiled
def must_capture(rows: Rows, ply: int) -> bool:
    """See `gipf_engine.kit.kernel`: never here."""
    return False


@compiled
def evaluate(rows: Rows, ply: int) -> int:
    """See `gipf_engine.kit.kernel`: pieces that were not captured, those in reserve, and GIPF-pieces."""
    own, other, gipfs = rows[ply, OWN], rows[ply, OTHER], rows[ply, GIPFS]
    reserves = rows[ply, RESERVE] - rows[ply, OTHER_RESERVE]
    doubles = count_bits(own & gipfs) - count_bits(other & gipfs)
    pieces = count_bits(own) - count_bits(other) + doubles + reserves
    return 100 * pieces + 20 * reserves + 60 * doubles


@compiled
def hash_position(rows: Rows, ply: int) -> int:
    """See `gipf_engine.kit.kernel`."""
    small = rows[ply, RESERVE] | rows[ply, OTHER_RESERVE] << 8 | rows[ply, PHASE] << 16 | rows[ply, OTHER_PHASE] << 20
    found = 0
    for word in (rows[ply, OWN], rows[ply, OTHER], rows[ply, GIPFS], small):
        found = (found ^ word) * 0x5851F42D4C957F2D
        found ^= found >> 31
    return found
