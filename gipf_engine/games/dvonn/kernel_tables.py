"""The board of DVONN as numbers for its kernel: the point number n is the bit 1 << n."""

from __future__ import annotations

import numpy as np

from gipf_engine.games.dvonn.board import BOARD
from gipf_engine.kit.kernel import Words

POINT_COUNT = len(BOARD)
WAYS = 6
REACH = 11
"""Points of the longest line: no stack moves as far."""
NONE = -1
EVERYWHERE = (1 << POINT_COUNT) - 1
"""All points, as bits."""


def _as_words(values: list[int]) -> Words:
    return np.array(values, dtype=np.int64)


FAR = _as_words(
    [
        BOARD.index[ray[height - 1]] if 0 < height <= len(ray) else NONE
        for name in BOARD.names
        for ray in BOARD.rays[name]
        for height in range(REACH)
    ]
)
"""For each point, way and height where a stack lands (D5); `NONE` off the board."""
_BESIDE = [[BOARD.index[each] for each in BOARD.neighbours[name] if each] for name in BOARD.names]
NEAR = _as_words([sum(1 << number for number in numbers) for numbers in _BESIDE])
"""The points beside each, as bits."""
SHUT = _as_words([sum(1 << number for number in numbers) if len(numbers) == WAYS else 0 for numbers in _BESIDE])
"""All six points around each, as bits; 0 at the edge, where a stack is never shut in (D6)."""
