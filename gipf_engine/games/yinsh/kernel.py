"""YINSH compiled: the normal game and blitz, for the search and for perft."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from gipf_engine.games.yinsh import kernel_turns
from gipf_engine.games.yinsh.board import BOARD, HAND, MARKERS, OFF, POOL, RINGS
from gipf_engine.games.yinsh.kernel_rows import FOLDER, MARKER, PAIR_BITS, POINT_BITS, RING, SCRATCH_WORDS
from gipf_engine.games.yinsh.kernel_tables import MARKS, MOVES, PASS, POINT_COUNT, ROWS, TARGET_OF, WAY_OF, WAYS, WORDS
from gipf_engine.games.yinsh.notation import name_row
from gipf_engine.games.yinsh.rules import Yinsh
from gipf_engine.kit.kernel import NAME, ONE, TWO, Kernel
from gipf_engine.kit.position import KitPosition

if TYPE_CHECKING:
    from gipf_engine.kit.kernel import Cells
    from gipf_engine.rules.base import Position

_CELLS = {"": 0, RINGS[0]: RING, RINGS[1]: -RING, MARKERS[0]: MARKER, MARKERS[1]: -MARKER}


class YinshKernel(Kernel):
    """See `Kernel`."""

    name = "yinsh"
    words = WORDS
    most_turns = 1 << 17
    scratch_words = SCRATCH_WORDS
    folder = FOLDER
    compiled = kernel_turns

    def pack(self, position: Position) -> list[int]:
        """See `Kernel`."""
        rules = position.rules
        if not isinstance(rules, Yinsh) or rules.options:
            raise ValueError(f"no kernel plays {rules.key} with these options")
        assert isinstance(position, KitPosition)
        table, mover = position.state, position.state.mover
        cells = [_CELLS[stack] for stack in table.points]
        piles = [len(table.pile(name, seat)) for name in (HAND, OFF) for seat in (mover, 1 - mover)]
        marks = 0
        for point, cell in enumerate(cells):
            marks ^= int(MARKS[(cell + 2) * POINT_COUNT + point])
        return [*cells, *piles, len(table.pile(POOL)), rules.goal, 1 - 2 * mover, marks]

    def write(self, position: Position, turn: Cells) -> str:
        """See `Kernel`."""
        name = int(turn[NAME])
        parts = [*_name_removals(int(turn[ONE]))]
        if name < POINT_COUNT:
            parts.append(BOARD.names[name])
        elif name == PASS:
            parts.append("pass")
        elif name >= MOVES:
            ring = int(WAY_OF[name - MOVES]) // WAYS
            parts.append(f"{BOARD.names[ring]}-{BOARD.names[int(TARGET_OF[name - MOVES])]}")
        return ";".join([*parts, *_name_removals(int(turn[TWO]))])


KERNEL = YinshKernel()


def _name_removals(taken: int) -> Iterator[str]:
    """Rows and the rings for them, as they are written."""
    while taken:
        row, ring = ROWS[(taken >> POINT_BITS & 127) - 1], BOARD.names[(taken & 127) - 1]
        yield f"x{name_row(row)},{ring}"
        taken >>= PAIR_BITS
