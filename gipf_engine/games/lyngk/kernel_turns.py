"""Compiled: the turns of LYNGK, what they make of a position, and how good that is.

A turn: the colour that is claimed before, counted from 1, or 0; `SPOT_COUNT` times where a stack stands and where it
lands, or `PASS`; 0.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gipf_engine.games.lyngk.kernel_sight import (
    COMPLETED,
    LIMIT,
    LOW,
    OTHER,
    OTHER_COMPLETED,
    OWN,
    TOPS,
    WORDS,
    compiled,
    count_bits,
    find_landings,
    has_turn,
    list_movable,
    may_claim,
    see_all,
)
from gipf_engine.games.lyngk.kernel_tables import COLOUR_COUNT, JOKER_TOP, SPOT_COUNT
from gipf_engine.kit.kernel import DRAWN, GOES_ON, LOST, NAME, NUMBER, ONE, PRIZE, TWO, WON

if TYPE_CHECKING:
    from gipf_engine.kit.kernel import Rows, Words

PASS = SPOT_COUNT * SPOT_COUNT
COMPLETES = 10
"""The prize of a turn that completes a column."""


@compiled
def add_turn(turns: Rows, end: int, claim: int, name: int, prize: int) -> int:
    """Write a turn; returns where the next one goes."""
    if end == len(turns):
        raise OverflowError("too many turns")
    turns[end, ONE], turns[end, NAME], turns[end, TWO], turns[end, PRIZE] = claim, name, 0, prize
    return end + 1


@compiled
def list_from(
    rows: Rows, ply: int, spots: int, own: int, claim: int, only_prizes: bool, turns: Rows, end: int, scratch: Words
) -> int:
    """Write the turns of the stacks on `spots`, if the colours `own` are the mover's."""
    while spots:
        low = spots & -spots
        spots ^= low
        spot = count_bits(low - 1)
        stack = rows[ply, spot]
        is_own = own >> (stack >> 8) & 1 != 0
        landings, completing = find_landings(rows, ply, spot, is_own, scratch), 0
        if is_own:
            most = rows[ply, LIMIT] - (stack & 7)
            completing = scratch[LOW + most] & ~scratch[LOW + most - 1] if most else 0
        if only_prizes:
            landings &= completing
        while landings:
            target = landings & -landings
            landings ^= target
            prize = COMPLETES if target & completing else 0
            end = add_turn(turns, end, claim, spot * SPOT_COUNT + count_bits(target - 1), prize)
    return end


@compiled
def list_turns(rows: Rows, ply: int, turns: Rows, first: int, only_prizes: bool, scratch: Words) -> int:
    """See `gipf_engine.kit.kernel`."""
    see_all(rows, ply, scratch)
    own, other = rows[ply, OWN], rows[ply, OTHER]
    movable = list_movable(rows, ply, scratch)
    end = list_from(rows, ply, movable, own, 0, only_prizes, turns, first, scratch)
    for colour in range(COLOUR_COUNT):
        if may_claim(own, other, colour):
            claimed, unclaimed = movable & scratch[TOPS + colour], movable & ~scratch[TOPS + colour]
            end = list_from(rows, ply, claimed, own | 1 << colour, colour + 1, only_prizes, turns, end, scratch)
            end = list_from(rows, ply, unclaimed, own, colour + 1, only_prizes, turns, end, scratch)
    if end == first and not only_prizes:
        end = add_turn(turns, end, 0, PASS, 0)
    for number in range(first, end):
        turns[number, NUMBER] = number - first
    return end


@compiled
def play_turn(rows: Rows, ply: int, claim: int, name: int, _none: int) -> None:
    """See `gipf_engine.kit.kernel`."""
    below = ply + 1
    for word in range(WORDS):
        rows[below, word] = rows[ply, word]
    own, completed = rows[ply, OWN], rows[ply, COMPLETED]
    if claim:
        own |= 1 << claim - 1
    if name != PASS:
        source, target = name // SPOT_COUNT, name % SPOT_COUNT
        stack, goal = rows[ply, source], rows[ply, target]
        height, top = (stack & 7) + (goal & 7), stack >> 8
        rows[below, source] = 0
        rows[below, target] = height | (stack | goal) & 0xF8 | top << 8
        if height == rows[ply, LIMIT] and own >> top & 1:
            completed += 1
            if height == 5:
                rows[below, target] = 0
    rows[below, OWN], rows[below, OTHER] = rows[ply, OTHER], own
    rows[below, COMPLETED], rows[below, OTHER_COMPLETED] = rows[ply, OTHER_COMPLETED], completed


@compiled
def compare_stacks(rows: Rows, ply: int) -> int:
    """Who is better once no one has a turn (LYNGK 12): columns, then own stacks from the highest down."""
    five = rows[ply, COMPLETED] - rows[ply, OTHER_COMPLETED] if rows[ply, LIMIT] == 5 else 0
    found, place = 0, 0
    for height in (5, 4, 3, 2, 1):
        counted = 0
        for spot in range(SPOT_COUNT):
            stack = rows[ply, spot]
            if stack and stack & 7 == height:
                counted += (rows[ply, OWN] >> (stack >> 8) & 1) - (rows[ply, OTHER] >> (stack >> 8) & 1)
        place = counted if height < 5 or rows[ply, LIMIT] == 6 else five
        if place and not found:
            found = place
    return found


@compiled
def judge(rows: Rows, ply: int, scratch: Words) -> int:
    """See `gipf_engine.kit.kernel` (LYNGK 12, 13)."""
    if rows[ply, LIMIT] == 6 and rows[ply, COMPLETED] + rows[ply, OTHER_COMPLETED]:
        return WON if rows[ply, COMPLETED] else LOST
    see_all(rows, ply, scratch)
    own, other = rows[ply, OWN], rows[ply, OTHER]
    movable = list_movable(rows, ply, scratch)
    if has_turn(rows, ply, movable, own, other, scratch):
        return GOES_ON
    others = scratch[LOW + 6] & ~scratch[TOPS + JOKER_TOP]
    for colour in range(COLOUR_COUNT):
        if own >> colour & 1:
            others &= ~scratch[TOPS + colour]
    if has_turn(rows, ply, others, other, own, scratch):
        return GOES_ON
    better = compare_stacks(rows, ply)
    if better:
        return WON if better > 0 else LOST
    return DRAWN


@compiled
def must_capture(rows: Rows, ply: int) -> bool:
    """See `gipf_engine.kit.kernel`: never here."""
    return False


@compiled
def evaluate(rows: Rows, ply: int) -> int:
    """See `gipf_engine.kit.kernel`: columns, own stacks by height, and colours that may still be claimed."""
    own, other = rows[ply, OWN], rows[ply, OTHER]
    found = 100 * (rows[ply, COMPLETED] - rows[ply, OTHER_COMPLETED])
    for spot in range(SPOT_COUNT):
        stack = rows[ply, spot]
        if stack:
            height, top = stack & 7, stack >> 8
            found += 3 * height * ((own >> top & 1) - (other >> top & 1))
    return found + 20 * (count_bits(other) - count_bits(own))


@compiled
def hash_position(rows: Rows, ply: int) -> int:
    """See `gipf_engine.kit.kernel`."""
    found = 0
    for word in range(WORDS):
        found = (found ^ rows[ply, word]) * 0x5851F42D4C957F2D
        found ^= found >> 29
    return found
