"""The board and pieces of YINSH (Y1, Y2)."""

from __future__ import annotations

from gipf_engine.kit.board import with_shared_rows
from gipf_engine.kit.table import Equipment, Pile, Table

BOARD = with_shared_rows(
    [(2, 5), (1, 7), (1, 8), (1, 9), (1, 10), (2, 10), (2, 11), (3, 11), (4, 11), (5, 11), (7, 10)]
)
RINGS, MARKERS = "Rr", "Mm"
"""By seat. A marker is white on one side and black on the other."""
POOL, HAND, OFF = "markers", "rings", "off"
"""Markers that no one has put; rings that a player has still to place; rings that he has taken off for rows."""
EQUIPMENT = Equipment(
    BOARD,
    [
        Pile(POOL, None, {"M": 51}),
        *(Pile(HAND, seat, {RINGS[seat]: 5}) for seat in (0, 1)),
        *(Pile(OFF, seat) for seat in (0, 1)),
    ],
    pieces=RINGS + MARKERS,
    sides={"m": "M"},
)
ROW = 5


def rows_of(table: Table, seat: int) -> list[tuple[str, ...]]:
    """Every five adjacent markers of a seat's colour (Y7)."""
    return BOARD.rows(table.mask(MARKERS[seat]), ROW)


def rings_of(table: Table, seat: int) -> list[str]:
    """The points on which a seat's rings stand, alone."""
    return BOARD.points(table.mask(RINGS[seat]))


def can_move(table: Table, ring: str) -> bool:
    """Whether a ring has somewhere to go: an empty point beside it, or one right behind a series of markers (Y5)."""
    for ray in BOARD.rays[ring]:
        for point in ray:
            there = table[point]
            if not there:
                return True
            if there not in MARKERS:
                break
    return False
