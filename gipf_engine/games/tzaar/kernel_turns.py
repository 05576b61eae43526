"""Compiled: the turns of TZAAR, what they make of a position, and how good that is.

A turn: its second action, counted from 1, or 0; its first action, or `PLACE` and the kind and point of a piece; 0. An
action is `POINT_COUNT` times where a stack stands and where it lands.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gipf_engine.games.tzaar.kernel_board import (
    HANDS,
    HEIGHT,
    IS_FIRST,
    KIND,
    KIND_COUNT,
    MOVER,
    SEAT,
    WORDS,
    can_capture,
    compiled,
    count_kind,
    find_target,
    is_of,
    lacks_kind,
    may_capture,
    move_stack,
)
from gipf_engine.games.tzaar.kernel_tables import POINT_COUNT, WAYS
from gipf_engine.kit.kernel import GOES_ON, LOST, NAME, NUMBER, ONE, PRIZE, TWO, WON

if TYPE_CHECKING:
    from gipf_engine.kit.kernel import Rows, Words

PLACE = POINT_COUNT * POINT_COUNT
WINS = 10
"""The prize of a capture of the last stack of a kind."""
FEW, STACK_WORTH, HEIGHT_WORTH = 900, 20, 35
"""What it costs to have one stack of a kind, so much less the more there are; what a stack is worth, and each piece
below its top."""


@compiled
def add_turn(turns: Rows, end: int, second: int, name: int, prize: int) -> int:
    """Write a turn; returns where the next one goes."""
    if end == len(turns):
        raise OverflowError("too many turns")
    turns[end, ONE], turns[end, NAME], turns[end, TWO], turns[end, PRIZE] = second, name, 0, prize
    return end + 1


@compiled
def is_last(rows: Rows, ply: int, goal: int) -> bool:
    """Whether a stack is the last of its kind (T10)."""
    return count_kind(rows, ply, goal >> SEAT, goal >> KIND & 3) == 1


@compiled
def is_placing(rows: Rows, ply: int) -> bool:
    """Whether pieces are still to be placed (T3)."""
    left = 0
    for hand in range(HANDS, HANDS + 2 * KIND_COUNT):
        left += rows[ply, hand]
    return left != 0


@compiled
def list_second(rows: Rows, ply: int, name: int, only_prizes: bool, turns: Rows, end: int) -> int:
    """Write the turns that go on with another capture or with stacking (T5)."""
    mover = rows[ply, MOVER]
    for source in range(POINT_COUNT):
        stack = rows[ply, source]
        if not is_of(stack, mover):
            continue
        for way in range(WAYS):
            target = find_target(rows, ply, source, way)
            if target < 0:
                continue
            goal, prize = rows[ply, target], 0
            if not is_of(goal, mover):
                if not may_capture(stack, goal):
                    continue
                prize = WINS if is_last(rows, ply, goal) else 0
            if prize or not only_prizes:
                end = add_turn(turns, end, source * POINT_COUNT + target + 1, name, prize)
    return end


@compiled
def list_captures(rows: Rows, ply: int, only_prizes: bool, turns: Rows, end: int) -> int:
    """Write the turns that begin with a capture (T4, T5, T10)."""
    mover, is_first = rows[ply, MOVER], rows[ply, IS_FIRST] and rows[ply, MOVER] == 0
    for source in range(POINT_COUNT):
        stack = rows[ply, source]
        if not is_of(stack, mover):
            continue
        for way in range(WAYS):
            target = find_target(rows, ply, source, way)
            if target < 0 or not may_capture(stack, rows[ply, target]):
                continue
            goal, name = rows[ply, target], source * POINT_COUNT + target
            prize = WINS if is_last(rows, ply, goal) else 0
            if prize or not only_prizes:
                end = add_turn(turns, end, 0, name, prize)
            if prize == 0 and not is_first:
                move_stack(rows, ply, source, target)
                end = list_second(rows, ply, name, only_prizes, turns, end)
                rows[ply, source], rows[ply, target] = stack, goal
    return end


@compiled
def may_win(rows: Rows, ply: int) -> bool:
    """Whether two captures are enough for the last of a kind."""
    for kind in range(KIND_COUNT):  # noqa: SIM110  (`any` of a generator is not compiled)
        if count_kind(rows, ply, 1 - rows[ply, MOVER], kind) <= 2:
            return True
    return False


@compiled
def list_turns(rows: Rows, ply: int, turns: Rows, first: int, only_prizes: bool, scratch: Words) -> int:
    """See `gipf_engine.kit.kernel`."""
    end = first
    if not is_placing(rows, ply):
        if not only_prizes or may_win(rows, ply):
            end = list_captures(rows, ply, only_prizes, turns, first)
    elif not only_prizes:
        hand = HANDS + KIND_COUNT * rows[ply, MOVER]
        for kind in range(KIND_COUNT):
            for point in range(POINT_COUNT):
                if rows[ply, hand + kind] and rows[ply, point] == 0:
                    end = add_turn(turns, end, 0, PLACE + kind * POINT_COUNT + point, 0)
    for number in range(first, end):
        turns[number, NUMBER] = number - first
    return end


@compiled
def place_piece(rows: Rows, ply: int, kind: int, point: int) -> None:
    """Put a piece of the player to move on a point, and say who is to move then (T3)."""
    mover = rows[ply, MOVER]
    rows[ply, point] = 1 | kind << KIND | mover << SEAT
    rows[ply, HANDS + KIND_COUNT * mover + kind] -= 1
    other = HANDS + KIND_COUNT * (1 - mover)
    if rows[ply, other] + rows[ply, other + 1] + rows[ply, other + 2] or not is_placing(rows, ply):
        rows[ply, MOVER] = 1 - mover


@compiled
def play_turn(rows: Rows, ply: int, second: int, name: int, _none: int) -> None:
    """See `gipf_engine.kit.kernel`."""
    below = ply + 1
    for word in range(WORDS):
        rows[below, word] = rows[ply, word]
    if name >= PLACE:
        place_piece(rows, below, (name - PLACE) // POINT_COUNT, (name - PLACE) % POINT_COUNT)
        return
    move_stack(rows, below, name // POINT_COUNT, name % POINT_COUNT)
    if second:
        move_stack(rows, below, (second - 1) // POINT_COUNT, (second - 1) % POINT_COUNT)
    rows[below, MOVER], rows[below, IS_FIRST] = 1 - rows[ply, MOVER], 0


@compiled
def judge(rows: Rows, ply: int, scratch: Words) -> int:
    """See `gipf_engine.kit.kernel` (T9 to T12). The player who has just moved comes first."""
    if is_placing(rows, ply):
        return GOES_ON
    mover = rows[ply, MOVER]
    if lacks_kind(rows, ply, 1 - mover):
        return WON
    if lacks_kind(rows, ply, mover) or not can_capture(rows, ply, mover):
        return LOST
    return GOES_ON


@compiled
def must_capture(rows: Rows, ply: int) -> bool:
    """See `gipf_engine.kit.kernel`: a capture without a prize may be left as it is."""
    return False


@compiled
def value_of(rows: Rows, ply: int, seat: int) -> int:
    """What the stacks of a seat are worth."""
    found = 0
    for kind in range(KIND_COUNT):
        found -= FEW // max(1, count_kind(rows, ply, seat, kind))
    for point in range(POINT_COUNT):
        stack = rows[ply, point]
        if is_of(stack, seat):
            found += STACK_WORTH + HEIGHT_WORTH * ((stack & HEIGHT) - 1)
    return found


@compiled
def evaluate(rows: Rows, ply: int) -> int:
    """See `gipf_engine.kit.kernel`: the fewest of the three kinds weigh most, then stacks and their heights."""
    mover = rows[ply, MOVER]
    return 0 if is_placing(rows, ply) else value_of(rows, ply, mover) - value_of(rows, ply, 1 - mover)


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
