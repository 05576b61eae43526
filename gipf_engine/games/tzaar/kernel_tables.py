"""The board of TZAAR as numbers for its kernel: points in the order of texts."""

from __future__ import annotations

import numpy as np

from gipf_engine.games.tzaar.board import BOARD
from gipf_engine.kit.kernel import Words

POINT_COUNT = len(BOARD)
WAYS = 6
NONE = -1


def _as_words(values: list[int]) -> Words:
    return np.array(values, dtype=np.int64)


BESIDE = _as_words(
    [NONE if each is None else BOARD.index[each] for name in BOARD.names for each in BOARD.neighbours[name]]
)
"""For each point and each way out of it, in turn round it, the point beside it; `NONE` at the edge and the hole."""
