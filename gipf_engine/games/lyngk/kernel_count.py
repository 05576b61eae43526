"""Compiled: how many sequences of turns of LYNGK there are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gipf_engine.games.lyngk.kernel_sight import (
    LIMIT,
    OTHER,
    OWN,
    TOPS,
    compiled,
    count_bits,
    find_family,
    find_fitting,
    find_horizon,
    list_movable,
    may_claim,
    see_all,
)
from gipf_engine.games.lyngk.kernel_tables import COLOUR_COUNT
from gipf_engine.games.lyngk.kernel_turns import judge, list_turns, play_turn
from gipf_engine.kit.kernel import NAME, ONE, TWO

if TYPE_CHECKING:
    from gipf_engine.kit.kernel import Rows, Words


@compiled
def count_neutral(rows: Rows, ply: int, spots: int, scratch: Words) -> int:
    """Turns of neutral stacks."""
    found, limit = 0, rows[ply, LIMIT]
    while spots:
        low = spots & -spots
        spots ^= low
        spot = count_bits(low - 1)
        stack = rows[ply, spot]
        height = stack & 7
        found += count_bits(find_fitting(stack, scratch[spot], min(height, limit - height), scratch))
    return found


@compiled
def count_own(rows: Rows, ply: int, colour: int, scratch: Words) -> int:
    """Turns of the stacks of a colour as if it were the mover's."""
    found, limit = 0, rows[ply, LIMIT]
    spots = scratch[TOPS + colour]
    while spots:
        family = find_family(spots & -spots, colour, scratch)
        spots &= ~family
        horizon = find_horizon(family, scratch)
        while family:
            low = family & -family
            family ^= low
            stack = rows[ply, count_bits(low - 1)]
            found += count_bits(find_fitting(stack, horizon, limit - (stack & 7), scratch))
    return found


@compiled
def count_turns(rows: Rows, ply: int, with_claims: bool, scratch: Words) -> int:
    """Turns of a position that goes on; without those that begin with a claim unless `with_claims`."""
    see_all(rows, ply, scratch)
    own, other = rows[ply, OWN], rows[ply, OTHER]
    movable = list_movable(rows, ply, scratch)
    usual, claiming = 0, 0
    for colour in range(COLOUR_COUNT):
        if own >> colour & 1:
            usual += count_own(rows, ply, colour, scratch)
            movable &= ~scratch[TOPS + colour]
    usual += count_neutral(rows, ply, movable, scratch)
    for colour in range(COLOUR_COUNT):
        if may_claim(own, other, colour):
            spots = scratch[TOPS + colour]
            if with_claims or not usual:
                neutral = count_neutral(rows, ply, spots, scratch)
                claiming += usual - neutral + count_own(rows, ply, colour, scratch)
    if usual + claiming == 0:
        return 1
    return usual + claiming if with_claims else usual


@compiled
def count_tree(rows: Rows, ply: int, depth: int, with_claims: bool, turns: Rows, first: int, scratch: Words) -> int:
    """Sequences of `depth` turns from `rows[ply]`."""
    if judge(rows, ply, scratch):
        return 0
    if depth == 1:
        return count_turns(rows, ply, with_claims, scratch)
    found, end = 0, list_turns(rows, ply, turns, first, False, scratch)
    for number in range(first, end):
        if turns[number, ONE] and not with_claims:
            continue
        play_turn(rows, ply, turns[number, ONE], turns[number, NAME], turns[number, TWO])
        found += count_tree(rows, ply + 1, depth - 1, with_claims, turns, end, scratch)
    return found
