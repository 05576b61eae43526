"""LYNGK compiled: both rule sets without options, for the search and for perft."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from gipf_engine.games.lyngk import kernel_turns
from gipf_engine.games.lyngk.board import COLOURS, JOKER
from gipf_engine.games.lyngk.kernel_sight import FOLDER, SCRATCH_WORDS, WORDS
from gipf_engine.games.lyngk.kernel_tables import JOKER_TOP, SPOT_COUNT
from gipf_engine.games.lyngk.kernel_turns import PASS
from gipf_engine.games.lyngk.landings import COLOUR_BITS
from gipf_engine.games.lyngk.notation import TO_PASS, TURNS
from gipf_engine.games.lyngk.state import LyngkState
from gipf_engine.kit.kernel import NAME, ONE, TURN_WORDS, Kernel
from gipf_engine.kit.position import KitPosition

if TYPE_CHECKING:
    from gipf_engine.kit.kernel import Cells
    from gipf_engine.rules.base import Position


class LyngkKernel(Kernel):
    """See `Kernel`."""

    name = "lyngk"
    words = WORDS
    most_turns = 1 << 17
    scratch_words = SCRATCH_WORDS
    folder = FOLDER
    compiled = kernel_turns

    def pack(self, position: Position) -> list[int]:
        """See `Kernel`."""
        if position.rules.options:
            raise ValueError(f"no kernel plays {position.rules.key} with these options")
        assert isinstance(position, KitPosition)
        state: LyngkState = position.state
        claimed = [sum(1 << COLOURS.index(colour) for colour in colours) for colours in state.claimed]
        completed = [len(columns) for columns in state.completed]
        own, other = state.mover, 1 - state.mover
        return [
            *map(_pack_stack, state.stacks),
            claimed[own],
            claimed[other],
            completed[own],
            completed[other],
            state.limit,
        ]

    def write(self, position: Position, turn: Cells) -> str:
        """See `Kernel`."""
        if turn[NAME] == PASS:
            return TO_PASS.text
        claim = COLOURS[turn[ONE] - 1] if turn[ONE] else ""
        source, target = divmod(int(turn[NAME]), SPOT_COUNT)
        return TURNS[claim][source][target]

    def count(self, position: Position, depth: int, way: str) -> int:
        """See `Kernel`."""
        if way not in ("", "moves"):
            raise ValueError(f"the kernel of LYNGK does not count {way}")
        from gipf_engine.games.lyngk.kernel_count import count_tree  # compiled where something is counted

        rows = np.zeros((depth + 1, self.words), np.int64)
        rows[0] = self.pack(position)
        turns = np.zeros((self.most_turns, TURN_WORDS), np.int64)
        scratch = np.zeros(self.scratch_words, np.int64)
        return int(count_tree(rows, 0, depth, way == "", turns, 0, scratch))


KERNEL = LyngkKernel()


def _pack_stack(stack: str) -> int:
    if not stack:
        return 0
    top = JOKER_TOP if stack[-1] == JOKER else COLOURS.index(stack[-1])
    return len(stack) | COLOUR_BITS[stack] << 3 | top << 8
