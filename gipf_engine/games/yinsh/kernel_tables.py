"""The points, moves and rows of YINSH as numbers for its kernel. A point is its index in the names of the board."""

from __future__ import annotations

import random

import numpy as np

from gipf_engine.games.yinsh.board import BOARD, ROW
from gipf_engine.games.yinsh.notation import point_order
from gipf_engine.kit.board import DIRECTIONS
from gipf_engine.kit.kernel import Words


def _table(values: list[int]) -> Words:
    return np.array(values, dtype=np.int64)


POINT_COUNT = len(BOARD)
HAND, OTHER_HAND, OFF, OTHER_OFF, POOL, GOAL, SIGN, HASH = range(POINT_COUNT, POINT_COUNT + 8)
"""Columns of a position behind its cells: rings to place, rings off, markers left, rings off that win, 1 for White to
move and -1 for Black, and the marks of all cells together."""
WORDS = POINT_COUNT + 8
WAYS = len(DIRECTIONS)
NONE = -1
_RAYS = [ray for name in BOARD.names for ray in BOARD.rays[name]]
NEXT = _table([BOARD.index[ray[0]] if ray else NONE for ray in _RAYS])
"""For each point and each way out of it the point beside it, `NONE` where the board ends."""

PASS, NO_ACTION, MOVES = POINT_COUNT, POINT_COUNT + 1, POINT_COUNT + 2
"""Names of turns: a point where a ring is placed, to pass, only rows off, then each way from a point to another."""
FIRST_MOVE = _table([MOVES + sum(map(len, _RAYS[:number])) for number in range(len(_RAYS))])
"""For each point and each way the name of the move to the point beside it; those behind it follow."""
WAY_OF = _table([number for number, ray in enumerate(_RAYS) for _point in ray])
"""For each move `WAYS` times the point from which it goes, and its way."""
TARGET_OF = _table([BOARD.index[point] for ray in _RAYS for point in ray])

ROWS = sorted(BOARD.rows(BOARD.all, ROW), key=lambda row: [*map(point_order, row)])
"""Every row that there can be, in the order in which a turn names them."""
ROW_COUNT = len(ROWS)
ROW_POINTS = _table([BOARD.index[point] for row in ROWS for point in row])
_HALF = 60
ROW_LOW = _table([sum(1 << BOARD.index[point] for point in row if BOARD.index[point] < _HALF) for row in ROWS])
ROW_HIGH = _table(
    [sum(1 << BOARD.index[point] - _HALF for point in row if BOARD.index[point] >= _HALF) for row in ROWS]
)
"""The points of each row as bits: those before `_HALF`, and those behind."""

LINES = _table([number for line in BOARD.lines for number in (*map(BOARD.index.__getitem__, line), NONE)])
"""The points of each line in turn, `NONE` behind each."""

_CHANCE = random.Random("yinsh")  # noqa: S311 - marks of positions, no secret
_KINDS = 5
MARKS = _table(
    [0 if number // POINT_COUNT == _KINDS // 2 else _CHANCE.getrandbits(63) for number in range(_KINDS * POINT_COUNT)]
)
"""64 bits for each point and what stands there, `POINT_COUNT` times two more than the cell; 0 for nothing."""
