"""The board and pieces of DVONN (D1, D2), and what may move on it."""

from __future__ import annotations

from collections.abc import Iterator

from gipf_engine.kit.board import each_bit, with_shared_rows
from gipf_engine.kit.table import Equipment, Pile, Table
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _

BOARD = with_shared_rows([(1, 3), (1, 4), *[(1, 5)] * 7, (2, 5), (3, 5)])
MEN, RED = "WB", "R"
"""The pieces by seat, and the DVONN pieces, which are no one's."""
PIECES = {"W": 23, "B": 23, "R": 3}
PIECE_NAMES = {"W": Message(_("white")), "B": Message(_("black")), "R": Message(_("DVONN piece"))}
DVONN, HAND, OUT = "dvonn", "hand", "out"
"""DVONN pieces and own ones that are still to be placed; what was cut off and left the board."""
EQUIPMENT = Equipment(
    BOARD,
    [
        Pile(DVONN, None, {RED: PIECES[RED]}),
        *(Pile(HAND, seat, {MEN[seat]: PIECES[MEN[seat]]}) for seat in (0, 1)),
        Pile(OUT, None, alike=False),
    ],
    pieces=MEN + RED,
)
_SHARED = {
    name: None not in around and sum(BOARD.bit[each] for each in around if each)
    for name, around in BOARD.neighbours.items()
}
"""The bits of the six points around each; False at the edge, where a stack is never shut in (D6)."""


def is_placing(table: Table) -> bool:
    """Whether pieces are still to be placed (D3)."""
    return bool(table.pile(DVONN) or table.pile(HAND, 0) or table.pile(HAND, 1))


def piece_of(table: Table, seat: int) -> str:
    """The piece that a seat places now: DVONN pieces go first; "" where it has none (D3)."""
    return RED if table.pile(DVONN) else MEN[seat] if table.pile(HAND, seat) else ""


def occupied(table: Table) -> int:
    """The points on which something stands, as bits."""
    return BOARD.all & ~table.mask("")


def is_shut_in(taken: int, point: str) -> bool:
    """Whether something stands on all six points around (D6)."""
    around = _SHARED[point]
    return around is not False and around & taken == around


def targets_of(table: Table, point: str, taken: int) -> Iterator[str]:
    """Where the stack on a point may land: as far away as it is high, on something (D5)."""
    height = len(table[point])
    for ray in BOARD.rays[point]:
        if len(ray) >= height and BOARD.bit[ray[height - 1]] & taken:
            yield ray[height - 1]


def movers_of(table: Table, seat: int) -> Iterator[str]:
    """The stacks of a seat that can move (D4 to D6)."""
    taken = occupied(table)
    for point, stack in zip(BOARD.names, table.points, strict=True):
        if stack[-1:] == MEN[seat] and not is_shut_in(taken, point) and any(targets_of(table, point, taken)):
            yield point


def can_move(table: Table, seat: int) -> bool:
    """Whether a seat has a stack that can."""
    return any(True for _point in movers_of(table, seat))


def cut_off(table: Table) -> list[str]:
    """The points whose stacks are not connected to a DVONN piece (D7)."""
    taken = occupied(table)
    reds = BOARD.mask(point for point, stack in zip(BOARD.names, table.points, strict=True) if RED in stack)
    lost = 0
    for island in BOARD.islands(taken):
        if not island & reds:
            lost |= island
    return [BOARD.name_of[bit] for bit in each_bit(lost)]


def stacks_of(table: Table, seat: int) -> list[tuple[str, str]]:
    """The stacks with a seat's piece on top, with their points (D9)."""
    return [(point, stack) for point, stack in zip(BOARD.names, table.points, strict=True) if stack[-1:] == MEN[seat]]
