"""Boards and marbles of ZÈRTZ (Z1, Z2), and what may move on them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from gipf_engine.kit.board import Board, shift, with_counted_columns
from gipf_engine.kit.effects import CAPTURED
from gipf_engine.kit.table import GONE, Equipment, Pile, Table
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _

COLOURS = "WGB"
COLOUR_NAMES = {"W": Message(_("white")), "G": Message(_("grey")), "B": Message(_("black"))}
POOL = "pool"
BOARDS: dict[int, Board] = {
    37: with_counted_columns([4, 5, 6, 7, 6, 5, 4]),
    48: with_counted_columns([5, 6, 7, 8, 7, 6, 5, 4]),
    61: with_counted_columns([5, 6, 7, 8, 9, 8, 7, 6, 5]),
}
"""By their number of rings."""


def equip(rings: int, marbles: Mapping[str, int]) -> Equipment:
    """A board, the marbles in the pool, and what the players capture."""
    captured = [Pile(CAPTURED, seat, alike=False) for seat in (0, 1)]
    return Equipment(BOARDS[rings], [Pile(POOL, None, marbles, alike=False), *captured], pieces=COLOURS)


def jumps_from(table: Table, point: str) -> Iterator[tuple[str, str]]:
    """What the marble on a point may jump over, and the vacant ring straight behind it (Z5)."""
    for ray in table.equipment.board.rays[point]:
        if len(ray) > 1 and table[ray[0]] in COLOURS and table[ray[0]] and not table[ray[1]]:
            yield ray[0], ray[1]


def jumpers(table: Table) -> list[str]:
    """The points whose marbles can jump."""
    board, vacant = table.equipment.board, table.mask("")
    marbles = board.all & ~vacant & ~table.mask(GONE)
    found = 0
    for step in board.bit_steps_round:
        found |= marbles & shift(marbles & shift(vacant, -step), -step)
    return board.points(found)


def free_rings(table: Table) -> list[str]:
    """The vacant rings that slide off: two places beside them, next to each other, are missing (Z4)."""
    board = table.equipment.board
    beside = board.with_neighbour(board.all & ~table.mask(GONE))
    held = board.all
    for one, following in zip(beside, beside[1:] + beside[:1], strict=True):
        held &= one | following
    return board.points(table.mask("") & ~held)


def full_islands(table: Table) -> list[str]:
    """The points of all connected groups of rings that carry a marble each (Z6)."""
    board, vacant = table.equipment.board, table.mask("")
    islands = board.islands(board.all & ~table.mask(GONE))
    return [point for island in islands if not island & vacant for point in board.points(island)]
