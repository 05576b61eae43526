"""The lines of LYNGK as numbers for its kernel. A spot is its index, as everywhere here, and 1 << it a bit."""

from __future__ import annotations

import numpy as np

from gipf_engine.games.lyngk.board import BOARD, COLOURS, INDEX
from gipf_engine.kit.kernel import Words

SPOT_COUNT = len(BOARD.names)
COLOUR_COUNT = len(COLOURS)
JOKER_TOP = COLOUR_COUNT
"""What is on top of a stack that no one moves, where colours are 0 to 4."""
END = -1
LINES: Words = np.array([number for line in BOARD.lines for number in (*(INDEX[spot] for spot in line), END)], np.int64)
"""The spots of each line in turn, `END` behind each."""
