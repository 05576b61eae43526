"""Compiled: the turns of DVONN, what they make of a position, and how good that is.

A turn: 0; `POINT_COUNT` times where a stack stands and where it lands, `PLACE` and the point of a piece, or `PASS`; 0.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gipf_engine.games.dvonn.kernel_board import (
    BLACK_LEFT,
    HAS_RED,
    HEIGHT,
    MOVER,
    RED_TOP,
    REDS_LEFT,
    TOP,
    WHITE_LEFT,
    WORDS,
    can_land,
    can_move,
    compiled,
    count_pieces,
    empty_cut_off,
    find_taken,
    is_mover,
    weigh_closeness,
)
from gipf_engine.games.dvonn.kernel_tables import EVERYWHERE, FAR, POINT_COUNT, REACH, WAYS
from gipf_engine.kit.kernel import DRAWN, GOES_ON, LOST, NAME, NUMBER, ONE, PRIZE, TWO, WON

if TYPE_CHECKING:
    from gipf_engine.kit.kernel import Rows, Words

PLACE = POINT_COUNT * POINT_COUNT
PASS = PLACE + POINT_COUNT
GREAT = 3
"""Opposing stacks from this height on are a prize."""
PIECE_WORTH, MOVER_WORTH, CLOSE_WORTH = 20, 50, 20
"""What a piece in an own stack is worth, more for a stack that can move, and a step closer to a DVONN piece."""


@compiled
def add_turn(turns: Rows, end: int, name: int, prize: int) -> int:
    """Write a turn; returns where the next one goes."""
    if end == len(turns):
        raise OverflowError("too many turns")
    turns[end, ONE], turns[end, NAME], turns[end, TWO], turns[end, PRIZE] = 0, name, 0, prize
    return end + 1


@compiled
def is_placing(rows: Rows, ply: int) -> bool:
    """Whether pieces are still to be placed (D3)."""
    return rows[ply, REDS_LEFT] + rows[ply, WHITE_LEFT] + rows[ply, BLACK_LEFT] != 0


@compiled
def list_moves(rows: Rows, ply: int, only_prizes: bool, turns: Rows, end: int) -> int:
    """Write the moves of the player to move (D5)."""
    taken, mover = find_taken(rows, ply), rows[ply, MOVER]
    for point in range(POINT_COUNT):
        if not is_mover(rows, ply, mover, taken, point):
            continue
        height = rows[ply, point] & HEIGHT
        for way in range(WAYS):
            target = FAR[(point * WAYS + way) * REACH + height]
            if target < 0 or rows[ply, target] == 0:
                continue
            goal = rows[ply, target]
            prize = goal & HEIGHT if goal >> TOP & 3 == 1 - mover and goal & HEIGHT >= GREAT else 0
            if prize or not only_prizes:
                end = add_turn(turns, end, point * POINT_COUNT + target, prize)
    return end


@compiled
def list_turns(rows: Rows, ply: int, turns: Rows, first: int, only_prizes: bool, scratch: Words) -> int:
    """See `gipf_engine.kit.kernel`."""
    end = first
    if not is_placing(rows, ply):
        end = list_moves(rows, ply, only_prizes, turns, first)
        if end == first and not only_prizes:
            end = add_turn(turns, end, PASS, 0)
    elif not only_prizes:
        for point in range(POINT_COUNT):
            if rows[ply, point] == 0:
                end = add_turn(turns, end, PLACE + point, 0)
    for number in range(first, end):
        turns[number, NUMBER] = number - first
    return end


@compiled
def place_piece(rows: Rows, ply: int, point: int) -> None:
    """Put the next piece of the player to move on a point, and say who is to move then (D3)."""
    mover = rows[ply, MOVER]
    if rows[ply, REDS_LEFT]:
        rows[ply, point] = 1 | RED_TOP << TOP | HAS_RED
        rows[ply, REDS_LEFT] -= 1
    else:
        rows[ply, point] = 1 | mover << TOP
        rows[ply, WHITE_LEFT + mover] -= 1
    if not is_placing(rows, ply):
        rows[ply, MOVER] = 0
    elif rows[ply, REDS_LEFT] or rows[ply, WHITE_LEFT + 1 - mover]:
        rows[ply, MOVER] = 1 - mover


@compiled
def play_turn(rows: Rows, ply: int, _none: int, name: int, _nothing: int) -> None:
    """See `gipf_engine.kit.kernel`."""
    below = ply + 1
    for word in range(WORDS):
        rows[below, word] = rows[ply, word]
    if name >= PLACE and name != PASS:
        place_piece(rows, below, name - PLACE)
        return
    rows[below, MOVER] = 1 - rows[ply, MOVER]
    if name != PASS:
        source, target = name // POINT_COUNT, name % POINT_COUNT
        stack, goal = rows[ply, source], rows[ply, target]
        height = (stack & HEIGHT) + (goal & HEIGHT)
        rows[below, source] = 0
        rows[below, target] = height | stack & (3 << TOP) | (stack | goal) & HAS_RED
        empty_cut_off(rows, below)


@compiled
def judge(rows: Rows, ply: int, scratch: Words) -> int:
    """See `gipf_engine.kit.kernel` (D8, D9)."""
    if is_placing(rows, ply):
        return GOES_ON
    taken, mover = find_taken(rows, ply), rows[ply, MOVER]
    if can_move(rows, ply, mover, taken) or can_move(rows, ply, 1 - mover, taken):
        return GOES_ON
    own, other = count_pieces(rows, ply, mover), count_pieces(rows, ply, 1 - mover)
    if own == other:
        return DRAWN
    return WON if own > other else LOST


@compiled
def must_capture(rows: Rows, ply: int) -> bool:
    """See `gipf_engine.kit.kernel`: never here."""
    return False


@compiled
def evaluate(rows: Rows, ply: int) -> int:
    """See `gipf_engine.kit.kernel`: pieces in own stacks, stacks that can move, and how close to DVONN pieces they are.

    What is far from DVONN pieces is soon cut off. While pieces are placed nothing else tells how good a point is.
    """
    mover, found = rows[ply, MOVER], 0
    if is_placing(rows, ply):
        return CLOSE_WORTH * weigh_closeness(rows, ply, mover, EVERYWHERE)
    taken = find_taken(rows, ply)
    for point in range(POINT_COUNT):
        stack = rows[ply, point]
        if stack == 0 or stack >> TOP & 3 == RED_TOP:
            continue
        top = stack >> TOP & 3
        worth = PIECE_WORTH * (stack & HEIGHT)
        if is_mover(rows, ply, top, taken, point) and can_land(rows, ply, point):
            worth += MOVER_WORTH
        found += worth if top == mover else -worth
    return found + CLOSE_WORTH * weigh_closeness(rows, ply, mover, taken)


@compiled
def hash_position(rows: Rows, ply: int) -> int:
    """See `gipf_engine.kit.kernel`."""
    found = 0
    for word in range(WORDS):
        found = (found ^ rows[ply, word]) * 0x5851F42D4C957F2D
        found ^= found >> 29
    return found


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
