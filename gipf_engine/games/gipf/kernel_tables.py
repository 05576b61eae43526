"""The lines of GIPF as numbers for its kernel: line n is pushed along by ways 2n, towards higher bits, and 2n + 1."""

from __future__ import annotations

import numpy as np

from gipf_engine.games.gipf.bits import BIT
from gipf_engine.games.gipf.board import BOARD, LINES, WAYS, WAYS_INTO
from gipf_engine.kit.kernel import Words


def _table(values: list[int]) -> Words:
    return np.array(values, dtype=np.int64)


LINE_COUNT = len(LINES)
LINE = _table([BOARD.mask(line) for line in LINES])
"""The bits of each line."""
STEP = _table([BIT[line[1]].bit_length() - BIT[line[0]].bit_length() for line in LINES])
"""By how many bits its spots lie apart."""
FIRST = _table([BIT[way.spots[0]] for way in WAYS])
"""For each way the bit where a piece comes in."""
IS_MAIN = _table([WAYS_INTO[way.spots[0]][0] is way for way in WAYS])
"""Whether a piece that pushes nothing is written by this way: spots beside several dots are written once."""
DOTS = _table([len(WAYS_INTO[way.spots[0]]) for way in WAYS])
"""From how many dots a piece gets to the first spot of a way."""
