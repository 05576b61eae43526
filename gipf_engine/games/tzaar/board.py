"""The board and pieces of TZAAR (T1, T2), and what may move on it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from gipf_engine.kit.board import Board, with_counted_columns
from gipf_engine.kit.effects import CAPTURED
from gipf_engine.kit.table import Equipment, Pile, Table
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _

WHOLE = with_counted_columns([5, 6, 7, 8, 9, 8, 7, 6, 5])
HOLE = "e5"
BOARD = Board({name: place for name, place in WHOLE.places.items() if name != HOLE})
"""Without the hole in the middle, at which lines end."""
KINDS = "ZAT"
KIND_NAMES = {"Z": Message(_("tzaar")), "A": Message(_("tzarra")), "T": Message(_("tott"))}
COUNTS = {"Z": 6, "A": 9, "T": 15}
MEN = KINDS, KINDS.lower()
"""The pieces by seat."""
PIECES = {piece: COUNTS[piece.upper()] for men in MEN for piece in men}
HAND = "hand"
EQUIPMENT = Equipment(
    BOARD,
    [
        *(Pile(HAND, seat, {piece: PIECES[piece] for piece in MEN[seat]}, alike=False) for seat in (0, 1)),
        *(Pile(CAPTURED, seat, alike=False) for seat in (0, 1)),
    ],
    pieces="".join(PIECES),
)
FIXED = "ttttTTaaaATTAzzZATTAZtTZATTAZTtzattaztTzattazZZattaAAAttTTTT"
"""The fixed start, in the order of the points (T3)."""
RAYS = tuple(tuple(tuple(BOARD.index[each] for each in ray) for ray in BOARD.rays[name] if ray) for name in BOARD.names)
"""For each point by index the points that lie each way, nearest first."""


def is_placing(table: Table) -> bool:
    """Whether pieces are still to be placed (T3)."""
    return bool(table.pile(HAND, 0) or table.pile(HAND, 1))


def is_first_turn(table: Table) -> bool:
    """Whether White has not captured yet, so that the turn is one capture only (T4)."""
    return table.mover == 0 and not (table.pile(CAPTURED, 0) or table.pile(CAPTURED, 1))


def list_actions(points: Sequence[str], seat: int, *, stacking: bool) -> Iterator[tuple[int, int]]:
    """Captures of a seat, and with `stacking` also what goes onto own stacks: from where and to where (T6 to T8).

    `points`: what stands on each point by index.
    """
    own = MEN[seat]
    for source, stack in enumerate(points):
        if not stack or stack[-1] not in own:
            continue
        height = len(stack)
        for ray in RAYS[source]:
            for target in ray:
                there = points[target]
                if there:
                    if stacking if there[-1] in own else len(there) <= height:
                        yield source, target
                    break


def can_capture(table: Table, seat: int) -> bool:
    """Whether a seat has a capture."""
    return any(True for _action in list_actions(table.points, seat, stacking=False))


def visible(points: Sequence[str], seat: int) -> Counter[str]:
    """How many stacks of each kind a seat has: only what is on top counts (T9)."""
    return Counter(stack[-1].upper() for stack in points if stack and stack[-1] in MEN[seat])


def lacks_kind(points: Sequence[str], seat: int) -> bool:
    """Whether a seat has no visible tzaar, tzarra or tott."""
    return len(visible(points, seat)) < len(KINDS)
