"""ZÈRTZ compiled: on 37, 48 and 61 rings and blitz, for the search and for perft."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gipf_engine.games.zertz import kernel_turns
from gipf_engine.games.zertz.board import COLOURS, POOL
from gipf_engine.games.zertz.kernel_board import FOLDER, WORDS
from gipf_engine.games.zertz.kernel_tables import BEHIND, BESIDE, NAMES_OF, NUMBERS, POINT_COUNT, WAYS
from gipf_engine.games.zertz.kernel_turns import JUMPS, PASS
from gipf_engine.games.zertz.rules import BOTH_PASSED, PASSED, Zertz, ZertzBlitz
from gipf_engine.kit.effects import CAPTURED
from gipf_engine.kit.kernel import NAME, ONE, TWO, Kernel
from gipf_engine.kit.position import KitPosition
from gipf_engine.kit.table import GONE

if TYPE_CHECKING:
    from gipf_engine.kit.kernel import Cells
    from gipf_engine.kit.table import Table
    from gipf_engine.rules.base import Position

_MEMOS = ("", PASSED, BOTH_PASSED)


class ZertzKernel(Kernel):
    """See `Kernel`."""

    name = "zertz"
    words = WORDS
    most_turns = 1 << 17
    scratch_words = 1
    folder = FOLDER
    compiled = kernel_turns

    def pack(self, position: Position) -> list[int]:
        """See `Kernel`."""
        rules = position.rules
        if not isinstance(rules, Zertz) or rules.options:
            raise ValueError(f"no kernel plays {rules.key} with these options")
        table = _table_of(position)
        numbers = NUMBERS[len(table.points)]
        there = {name: table[name] for name in numbers}
        bits = {name: 1 << number for name, number in numbers.items()}
        held = (table.pile(POOL), table.pile(CAPTURED, table.mover), table.pile(CAPTURED, 1 - table.mover))
        return [
            sum(bits[name] for name, marble in there.items() if marble != GONE),
            *(sum(bits[name] for name, marble in there.items() if marble == colour) for colour in COLOURS),
            *(pile.count(colour) for pile in held for colour in COLOURS),
            _MEMOS.index(table.memo),
            int(rules.of_each == ZertzBlitz.of_each),
        ]

    def write(self, position: Position, turn: Cells) -> str:
        """See `Kernel`."""
        table, name, ring = _table_of(position), int(turn[NAME]), int(turn[TWO])
        names = NAMES_OF[len(table.points)]
        if name == PASS:
            return "pass"
        if name >= JUMPS:
            return f"x{names[name - JUMPS]}{_write_jumps(table, name - JUMPS, int(turn[ONE]))}"
        placed = f"{COLOURS[name // POINT_COUNT]}{names[name % POINT_COUNT]}"
        return f"{placed},{names[ring - 1]}" if ring else placed


KERNEL = ZertzKernel()


def _table_of(position: Position) -> Table:
    assert isinstance(position, KitPosition)
    table: Table = position.state
    return table


def _write_jumps(table: Table, point: int, jumps: int) -> str:
    names, text = NAMES_OF[len(table.points)], ""
    while jumps:
        at = point * WAYS + (jumps & 7) - 1
        text += f"{table[names[int(BESIDE[at])]]}{names[int(BEHIND[at])]}"
        point, jumps = int(BEHIND[at]), jumps >> 3
    return text
