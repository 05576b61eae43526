"""Positions of GIPF and LYNGK by the thousand, as rows of an array: their turns, actions, and random games.

A row is a position as the game's kernel packs it, seen from the one who is to move; a turn is a row too
(`gipf_engine.kit.kernel`). The **action** of a turn is its index in a policy head: `action_count` of them, one for each
way in and kind of piece (GIPF) or each pair of points (LYNGK). Turns that differ only in what is removed, or claimed
before, have one action: `Batch.turns_of` gives all of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from gipf_engine.analysis.copies import compile_copy
from gipf_engine.analysis.kernels import kernel_for
from gipf_engine.kit.kernel import GOES_ON, NAME, TURN_WORDS, Kernel
from gipf_engine.research import playout_source

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from gipf_engine.rules.base import Position, Rules

ACTIONS = {"gipf": 85, "lyngk": 1850}
"""GIPF: 42 ways in, each for a single piece and a GIPF-piece, and none. LYNGK: 43 × 43 points, and a pass."""
MOST_PLIES = 10_000
_SPREAD = 0x9E3779B97F4A7C15 - (1 << 64)


@dataclass(frozen=True, slots=True)
class Playouts:
    """Random games: how the side to move fared (1, 0, -1; 0 also for a game cut short), and how long they took."""

    results: NDArray[np.int8]
    plies: NDArray[np.int64]


class Batch:
    """Positions of one rule set, and the same as rows."""

    def __init__(self, positions: Sequence[Position]) -> None:
        """ValueError without positions, for several rule sets, and for rules without a kernel."""
        if len({position.rules for position in positions}) != 1:
            raise ValueError("a batch is of positions of one rule set")
        self.positions = tuple(positions)
        self._kernel = kernel_for(positions[0].rules)
        self.rows: NDArray[np.int64] = np.array([self._kernel.pack(each) for each in positions], dtype=np.int64)

    def __len__(self) -> int:
        return len(self.positions)

    def turns(self, place: int) -> NDArray[np.int64]:
        """The legal turns of the position at `place`, a row each; none when the game is over."""
        room = _room_of(self._kernel)
        room.rows[0] = self.rows[place]
        functions = self._kernel.functions
        if functions["judge"](room.rows, 0, room.scratch) != GOES_ON:
            return np.empty((0, TURN_WORDS), np.int64)
        count = int(functions["list_turns"](room.rows, 0, room.turns, 0, False, room.scratch))
        found: NDArray[np.int64] = room.turns[:count].copy()
        return found

    def actions(self, place: int) -> NDArray[np.int64]:
        """The action of each legal turn of the position at `place`."""
        return self.turns(place)[:, NAME].copy()

    def legal_actions(self) -> NDArray[np.bool_]:
        """Of each position which actions are legal: a mask for a policy head."""
        found = np.zeros((len(self), action_count(self.positions[0].rules)), np.bool_)
        for place in range(len(self)):
            found[place, self.actions(place)] = True
        return found

    def turns_of(self, place: int, action: int) -> list[str]:
        """Every legal turn of the position at `place` that has this action, in official notation."""
        turns = self.turns(place)
        return [self._kernel.write(self.positions[place], turn) for turn in turns[turns[:, NAME] == action]]

    def action_of(self, place: int, turn: str) -> int:
        """The action of a turn in any notation. Raises `RuleError` where it is not legal."""
        position = self.positions[place]
        official = position.notation(position.parse(turn))
        for each in self.turns(place):
            if self._kernel.write(position, each) == official:
                return int(each[NAME])
        raise ValueError(f"the kernel does not list {official}")

    def play_out(self, games: int, seed: int = 0, most: int = MOST_PLIES) -> Playouts:
        """So many random games from each position, by compiled code; every legal turn is equally likely.

        The results have a row a position. The same seed gives the same games everywhere.
        """
        room, look = _room_of(self._kernel), _compiled_playout(self._kernel)
        results, plies = np.zeros((len(self), games), np.int8), np.zeros((len(self), games), np.int64)
        memory = np.zeros(2, np.int64)
        for place, row in enumerate(self.rows):
            for game in range(games):
                memory[playout_source.CHANCE] = _seed_of(seed, place, game)
                room.rows[0] = row
                ended = look(room.rows, self._kernel.words, room.turns, room.scratch, memory, most)
                results[place, game] = ended if abs(ended) == 1 else 0
                plies[place, game] = memory[playout_source.PLIES]
        return Playouts(results, plies)


def action_count(rules: Rules) -> int:
    """How many actions the turns of these rules have. ValueError where they are not numbered."""
    if rules.game not in ACTIONS:
        raise ValueError(f"the actions of {rules.key} are not numbered")
    return ACTIONS[rules.game]


def _seed_of(seed: int, place: int, game: int) -> int:
    """A word that is not 0, and far from its neighbours'."""
    mixed = ((seed * 1_000_003 + place) * 1_000_003 + game + 1) * _SPREAD % (1 << 64)
    mixed ^= mixed >> 31
    return int(np.uint64(mixed or 1).astype(np.int64))


@dataclass(frozen=True, slots=True)
class _Room:
    """What compiled functions write to."""

    rows: NDArray[np.int64]
    turns: NDArray[np.int64]
    scratch: NDArray[np.int64]


@cache
def _room_of(kernel: Kernel) -> _Room:
    return _Room(
        np.zeros((2, kernel.words), np.int64),
        np.zeros((kernel.most_turns, TURN_WORDS), np.int64),
        np.zeros(kernel.scratch_words, np.int64),
    )


@cache
def _compiled_playout(kernel: Kernel) -> Callable[..., int]:
    """`playout_source.play_out` with the functions of a kernel in place of the kit's, kept compiled as a search is."""
    found: Callable[..., int] = compile_copy(playout_source, kernel, "playouts").play_out
    return found
