"""DVONN compiled: both rule sets, for the search and for perft."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gipf_engine.games.dvonn import kernel_turns
from gipf_engine.games.dvonn.board import BOARD, DVONN, HAND, MEN, RED
from gipf_engine.games.dvonn.kernel_board import FOLDER, HAS_RED, RED_TOP, TOP, WORDS
from gipf_engine.games.dvonn.kernel_tables import POINT_COUNT
from gipf_engine.games.dvonn.kernel_turns import PASS, PLACE
from gipf_engine.games.dvonn.rules import DvonnPlaced
from gipf_engine.kit.kernel import NAME, Kernel
from gipf_engine.kit.position import KitPosition

if TYPE_CHECKING:
    from gipf_engine.kit.kernel import Cells
    from gipf_engine.kit.table import Table
    from gipf_engine.rules.base import Position


class DvonnKernel(Kernel):
    """See `Kernel`."""

    name = "dvonn"
    words = WORDS
    most_turns = 1 << 14
    scratch_words = 1
    folder = FOLDER
    compiled = kernel_turns

    def pack(self, position: Position) -> list[int]:
        """See `Kernel`."""
        if not isinstance(position.rules, DvonnPlaced) or position.rules.options:
            raise ValueError(f"no kernel plays {position.rules.key} with these options")
        assert isinstance(position, KitPosition)
        table: Table = position.state
        left = (len(table.pile(DVONN)), len(table.pile(HAND, 0)), len(table.pile(HAND, 1)))
        return [*map(_pack_stack, table.points), *left, table.mover]

    def write(self, position: Position, turn: Cells) -> str:
        """See `Kernel`."""
        name = int(turn[NAME])
        if name == PASS:
            return "pass"
        if name >= PLACE:
            return BOARD.names[name - PLACE]
        source, target = divmod(name, POINT_COUNT)
        return f"{BOARD.names[source]}-{BOARD.names[target]}"


KERNEL = DvonnKernel()


def _pack_stack(stack: str) -> int:
    if not stack:
        return 0
    top = RED_TOP if stack[-1] == RED else MEN.index(stack[-1])
    return len(stack) | top << TOP | HAS_RED * (RED in stack)
