"""GIPF compiled: its three rule sets without options, for the search and for perft."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from gipf_engine.games.gipf import kernel_turns
from gipf_engine.games.gipf.bits import LINES_IN
from gipf_engine.games.gipf.board import WAYS
from gipf_engine.games.gipf.kernel_bits import FOLDER
from gipf_engine.games.gipf.kernel_turns import AS_GIPF, NO_PIECE
from gipf_engine.games.gipf.notation import name_removal
from gipf_engine.games.gipf.rules import Gipf
from gipf_engine.games.gipf.state import GIPFS_ONLY, NOTHING_YET, SINGLES, GipfState
from gipf_engine.kit.kernel import NAME, ONE, TURN_WORDS, TWO, Kernel
from gipf_engine.kit.position import KitPosition

if TYPE_CHECKING:
    from gipf_engine.kit.kernel import Cells
    from gipf_engine.rules.base import Position

_PHASES = (NOTHING_YET, GIPFS_ONLY, SINGLES)


class GipfKernel(Kernel):
    """See `Kernel`."""

    name = "gipf"
    words = 8
    most_turns = 1 << 17
    scratch_words = 1 << 14
    folder = FOLDER
    compiled = kernel_turns

    def pack(self, position: Position) -> list[int]:
        """See `Kernel`."""
        state = _state_of(position)
        own, other = state.own, state.other
        return [
            own.pieces,
            other.pieces,
            state.gipfs,
            own.reserve,
            other.reserve,
            _PHASES.index(own.phase),
            _PHASES.index(other.phase),
            int(_rules_of(position).has_gipfs),
        ]

    def write(self, position: Position, turn: Cells) -> str:
        """See `Kernel`."""
        state = _state_of(position)
        before, name, after = int(turn[ONE]), int(turn[NAME]), int(turn[TWO])
        parts = [name_removal(state, before)]
        state = state.without(before)
        if name != NO_PIECE:
            way = WAYS[name % AS_GIPF]
            entry = LINES_IN[f"{way.dot}-{way.spots[0]}"].entry(state.occupied)
            assert entry is not None
            parts.append(f"{'G' * (name >= AS_GIPF)}{entry.name}")
            parts.append(name_removal(state.push(entry, name >= AS_GIPF), after))
        return ";".join(filter(None, parts))

    def count(self, position: Position, depth: int, way: str) -> int:
        """See `Kernel`."""
        if way not in ("", "dots"):
            raise ValueError(f"the kernel of GIPF does not count {way}")
        from gipf_engine.games.gipf.kernel_count import count_tree  # compiled where something is counted

        rows = np.zeros((depth + 1, self.words), np.int64)
        rows[0] = self.pack(position)
        turns = np.zeros((self.most_turns, TURN_WORDS), np.int64)
        scratch = np.zeros(self.scratch_words, np.int64)
        return int(count_tree(rows, 0, depth, way == "dots", turns, 0, scratch))


KERNEL = GipfKernel()


def _rules_of(position: Position) -> Gipf:
    rules = position.rules
    if not isinstance(rules, Gipf) or rules.options:
        raise ValueError(f"no kernel plays {rules.key} with these options")
    return rules


def _state_of(position: Position) -> GipfState:
    assert isinstance(position, KitPosition)
    assert isinstance(position.state, GipfState)
    return position.state
