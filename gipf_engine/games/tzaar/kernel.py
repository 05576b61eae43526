"""TZAAR compiled: all rule sets, for the search and for perft."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gipf_engine.games.tzaar import kernel_turns
from gipf_engine.games.tzaar.board import BOARD, HAND, KINDS, MEN
from gipf_engine.games.tzaar.kernel_board import FOLDER, KIND, SEAT, WORDS
from gipf_engine.games.tzaar.kernel_tables import POINT_COUNT
from gipf_engine.games.tzaar.kernel_turns import PLACE
from gipf_engine.games.tzaar.rules import TzaarDrawn
from gipf_engine.kit.effects import CAPTURED
from gipf_engine.kit.kernel import NAME, ONE, Kernel
from gipf_engine.kit.position import KitPosition

if TYPE_CHECKING:
    from gipf_engine.kit.kernel import Cells
    from gipf_engine.kit.table import Table
    from gipf_engine.rules.base import Position


class TzaarKernel(Kernel):
    """See `Kernel`."""

    name = "tzaar"
    words = WORDS
    most_turns = 1 << 18
    scratch_words = 1
    folder = FOLDER
    compiled = kernel_turns

    def pack(self, position: Position) -> list[int]:
        """See `Kernel`."""
        if not isinstance(position.rules, TzaarDrawn) or position.rules.options:
            raise ValueError(f"no kernel plays {position.rules.key} with these options")
        assert isinstance(position, KitPosition)
        table: Table = position.state
        hands = [table.pile(HAND, seat).count(piece) for seat in (0, 1) for piece in MEN[seat]]
        captured = len(table.pile(CAPTURED, 0)) + len(table.pile(CAPTURED, 1))
        return [*map(_pack_stack, table.points), *hands, table.mover, int(captured == 0)]

    def write(self, position: Position, turn: Cells) -> str:
        """See `Kernel`."""
        name, second = int(turn[NAME]), int(turn[ONE])
        if name >= PLACE:
            kind, point = divmod(name - PLACE, POINT_COUNT)
            return f"{KINDS[kind]}{BOARD.names[point]}"
        return f"{_write_action(name)};{_write_action(second - 1)}" if second else _write_action(name)


KERNEL = TzaarKernel()


def _pack_stack(stack: str) -> int:
    if not stack:
        return 0
    seat = int(stack[-1] in MEN[1])
    return len(stack) | MEN[seat].index(stack[-1]) << KIND | seat << SEAT


def _write_action(action: int) -> str:
    source, target = divmod(action, POINT_COUNT)
    return f"{BOARD.names[source]}-{BOARD.names[target]}"
