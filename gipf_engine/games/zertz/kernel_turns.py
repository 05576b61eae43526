"""Compiled: the turns of ZÈRTZ, what they make of a position, and how good that is.

A turn with a marble: 0; `POINT_COUNT` times its colour and the ring where it is put; the ring that is taken, counted
from 1, or 0. A capture: its jumps, each as a way out of the ring, counted from 1, in 3 bits, the first lowest;
`JUMPS` and the ring from which it goes; 0. `PASS` as the name alone passes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gipf_engine.games.zertz.kernel_board import (
    IS_BLITZ,
    MARBLES,
    OTHER,
    OWN,
    PASSES,
    POOL,
    RINGS,
    WORDS,
    can_jump,
    compiled,
    count_bits,
    find_colour,
    find_free,
    find_full,
    find_jumpers,
    find_marbles,
)
from gipf_engine.games.zertz.kernel_tables import BEHIND, BESIDE, POINT_COUNT, WAYS
from gipf_engine.kit.kernel import DRAWN, GOES_ON, LOST, NAME, NUMBER, ONE, PRIZE, TWO, WON

if TYPE_CHECKING:
    from gipf_engine.kit.kernel import Rows, Words

COLOUR_COUNT = 3
JUMPS = COLOUR_COUNT * POINT_COUNT
PASS = JUMPS + POINT_COUNT
MOST_JUMPS = 20
WHITE_WORTH, GREY_WORTH, BLACK_WORTH = 100, 75, 60
MORE_WHITE, MORE_GREY, MORE_BLACK = 15, 10, 7
"""What a captured marble is worth, and by how much more each further one of its colour is."""


@compiled
def add_turn(turns: Rows, end: int, jumps: int, name: int, ring: int, prize: int) -> int:
    """Write a turn; returns where the next one goes."""
    if end == len(turns):
        raise OverflowError("too many turns")
    turns[end, ONE], turns[end, NAME], turns[end, TWO], turns[end, PRIZE] = jumps, name, ring, prize
    return end + 1


@compiled
def list_jumps(
    rows: Rows,
    ply: int,
    start: int,
    point: int,
    marbles: int,
    vacant: int,
    jumps: int,
    count: int,
    prize: int,
    turns: Rows,
    end: int,
) -> int:
    """Write the captures that go on from `point`, or end there where none can (Z5)."""
    is_last = True
    for way in range(WAYS):
        if not can_jump(marbles, vacant, point, way):
            continue
        if count == MOST_JUMPS:
            raise OverflowError("too many jumps")
        is_last = False
        over, target = BESIDE[point * WAYS + way], BEHIND[point * WAYS + way]
        gone = 1 << point | 1 << over
        won = prize + COLOUR_COUNT + 1 - find_colour(rows, ply, over)
        end = list_jumps(
            rows,
            ply,
            start,
            target,
            marbles & ~gone | 1 << target,
            (vacant | gone) & ~(1 << target),
            jumps | way + 1 << 3 * count,
            count + 1,
            won,
            turns,
            end,
        )
    return add_turn(turns, end, jumps, JUMPS + start, 0, prize) if is_last else end


@compiled
def find_source(rows: Rows, ply: int) -> int:
    """Where marbles to place are: in the pool, or among the mover's own where it is empty (Z4, Z7)."""
    return POOL if rows[ply, POOL] + rows[ply, POOL + 1] + rows[ply, POOL + 2] else OWN


@compiled
def list_placements(rows: Rows, ply: int, vacant: int, turns: Rows, end: int) -> int:
    """Write the turns that put a marble and take a ring, or to pass (Z4, Z8)."""
    first, source = end, find_source(rows, ply)
    free = find_free(rows[ply, RINGS], vacant)
    for colour in range(COLOUR_COUNT):
        points = vacant if rows[ply, source + colour] else 0
        while points:
            low = points & -points
            points ^= low
            name, left = POINT_COUNT * colour + count_bits(low - 1), free & ~low
            if left == 0:
                end = add_turn(turns, end, 0, name, 0, 0)
            while left:
                ring = left & -left
                left ^= ring
                end = add_turn(turns, end, 0, name, count_bits(ring - 1) + 1, 0)
    return end if end > first else add_turn(turns, end, 0, PASS, 0, 0)


@compiled
def list_turns(rows: Rows, ply: int, turns: Rows, first: int, only_prizes: bool, scratch: Words) -> int:
    """See `gipf_engine.kit.kernel`."""
    marbles = find_marbles(rows, ply)
    vacant, end = rows[ply, RINGS] & ~marbles, first
    jumpers = find_jumpers(marbles, vacant)
    if jumpers == 0 and not only_prizes:
        end = list_placements(rows, ply, vacant, turns, end)
    while jumpers:
        low = jumpers & -jumpers
        jumpers ^= low
        start = count_bits(low - 1)
        end = list_jumps(rows, ply, start, start, marbles, vacant, 0, 0, 0, turns, end)
    for number in range(first, end):
        turns[number, NUMBER] = number - first
    return end


@compiled
def count_turns(rows: Rows, ply: int, turns: Rows, first: int, scratch: Words) -> int:
    """Turns of a position that goes on, without writing those that put a marble."""
    marbles = find_marbles(rows, ply)
    vacant = rows[ply, RINGS] & ~marbles
    if find_jumpers(marbles, vacant):
        return list_turns(rows, ply, turns, first, False, scratch) - first
    source, free = find_source(rows, ply), count_bits(find_free(rows[ply, RINGS], vacant))
    colours = 0
    for colour in range(COLOUR_COUNT):
        colours += int(rows[ply, source + colour] > 0)
    if colours == 0:
        return 1
    beside = count_bits(vacant) - free
    return colours * (beside * max(free, 1) + free * max(free - 1, 1))


@compiled
def capture(rows: Rows, ply: int, point: int) -> None:
    """Give the marble on a ring to the player to move."""
    colour = find_colour(rows, ply, point)
    rows[ply, MARBLES + colour] &= ~(1 << point)
    rows[ply, OWN + colour] += 1


@compiled
def jump(rows: Rows, ply: int, point: int, jumps: int) -> None:
    """Move a marble along its jumps."""
    colour = find_colour(rows, ply, point)
    rows[ply, MARBLES + colour] &= ~(1 << point)
    while jumps:
        way = (jumps & 7) - 1
        capture(rows, ply, BESIDE[point * WAYS + way])
        point = BEHIND[point * WAYS + way]
        jumps >>= 3
    rows[ply, MARBLES + colour] |= 1 << point


@compiled
def put_marble(rows: Rows, ply: int, name: int, ring: int) -> None:
    """Put a marble, take a ring, and capture what that isolates (Z4, Z6)."""
    colour, point = name // POINT_COUNT, name % POINT_COUNT
    rows[ply, find_source(rows, ply) + colour] -= 1
    rows[ply, MARBLES + colour] |= 1 << point
    if ring:
        rows[ply, RINGS] &= ~(1 << ring - 1)
    full = find_full(rows[ply, RINGS], rows[ply, RINGS] & ~find_marbles(rows, ply))
    rows[ply, RINGS] &= ~full
    while full:
        low = full & -full
        full ^= low
        capture(rows, ply, count_bits(low - 1))


@compiled
def play_turn(rows: Rows, ply: int, jumps: int, name: int, ring: int) -> None:
    """See `gipf_engine.kit.kernel`."""
    below = ply + 1
    for word in range(WORDS):
        rows[below, word] = rows[ply, word]
    rows[below, PASSES] = rows[ply, PASSES] + 1 if name == PASS else 0
    if name < JUMPS:
        put_marble(rows, below, name, ring)
    elif name < PASS:
        jump(rows, below, name - JUMPS, jumps)
    for colour in range(COLOUR_COUNT):
        own = rows[below, OWN + colour]
        rows[below, OWN + colour], rows[below, OTHER + colour] = rows[below, OTHER + colour], own


@compiled
def has_won(rows: Rows, ply: int, held: int) -> bool:
    """Whether a player has captured enough (Z10, Z11)."""
    white, grey, black = rows[ply, held], rows[ply, held + 1], rows[ply, held + 2]
    fewer = rows[ply, IS_BLITZ]
    if white >= 4 - fewer or grey >= 5 - fewer or black >= 6 - fewer:
        return True
    return min(white, grey, black) >= 3 - fewer


@compiled
def judge(rows: Rows, ply: int, scratch: Words) -> int:
    """See `gipf_engine.kit.kernel` (Z8 to Z10). Who has just moved comes first."""
    if has_won(rows, ply, OTHER):
        return LOST
    if has_won(rows, ply, OWN):
        return WON
    if rows[ply, PASSES] == 2 or rows[ply, RINGS] & ~find_marbles(rows, ply) == 0:
        return DRAWN
    return GOES_ON


@compiled
def must_capture(rows: Rows, ply: int) -> bool:
    """See `gipf_engine.kit.kernel` (Z3)."""
    marbles = find_marbles(rows, ply)
    return find_jumpers(marbles, rows[ply, RINGS] & ~marbles) != 0


@compiled
def value_held(rows: Rows, ply: int, held: int) -> int:
    """What captured marbles are worth."""
    white, grey, black = rows[ply, held], rows[ply, held + 1], rows[ply, held + 2]
    found = white * (WHITE_WORTH + MORE_WHITE * white) + grey * (GREY_WORTH + MORE_GREY * grey)
    return found + black * (BLACK_WORTH + MORE_BLACK * black)


@compiled
def evaluate(rows: Rows, ply: int) -> int:
    """See `gipf_engine.kit.kernel`: captured marbles, the more of a colour the more the next is worth."""
    return value_held(rows, ply, OWN) - value_held(rows, ply, OTHER)


@compiled
def hash_position(rows: Rows, ply: int) -> int:
    """See `gipf_engine.kit.kernel`."""
    found = 0
    for word in range(IS_BLITZ):
        found = (found ^ rows[ply, word]) * 0x5851F42D4C957F2D
        found ^= found >> 29
    return found


@compiled
def count_tree(rows: Rows, ply: int, depth: int, turns: Rows, first: int, scratch: Words) -> int:
    """Sequences of `depth` turns from `rows[ply]`."""
    if judge(rows, ply, scratch):
        return 0
    if depth == 1:
        return count_turns(rows, ply, turns, first, scratch)
    found, end = 0, list_turns(rows, ply, turns, first, False, scratch)
    for number in range(first, end):
        play_turn(rows, ply, turns[number, ONE], turns[number, NAME], turns[number, TWO])
        found += count_tree(rows, ply + 1, depth - 1, turns, end, scratch)
    return found
