"""The boards of ZÈRTZ as numbers for its kernel: all lie on the largest, whose ring number n is the bit 1 << n."""

from __future__ import annotations

import numpy as np

from gipf_engine.games.zertz.board import BOARDS
from gipf_engine.kit.kernel import Words


def _table(values: list[int]) -> Words:
    return np.array(values, dtype=np.int64)


WHOLE = BOARDS[61]
POINT_COUNT = len(WHOLE)
WAYS = 6
NONE = -1
_NUMBERS = {place: number for number, place in enumerate(WHOLE.places.values())}
_CORNERS = {37: (1, 1), 48: (0, 0), 61: (0, 0)}
"""By how many columns and rows each board lies away from the corner of the largest."""
NUMBERS = {
    rings: {
        name: _NUMBERS[column + _CORNERS[rings][0], row + _CORNERS[rings][1]]
        for name, (column, row) in board.places.items()
    }
    for rings, board in BOARDS.items()
}
"""For each board the numbers of its rings by name."""
NAMES_OF = {rings: {number: name for name, number in numbers.items()} for rings, numbers in NUMBERS.items()}

_BESIDE = [[NONE if name is None else WHOLE.index[name] for name in WHOLE.neighbours[point]] for point in WHOLE.names]
BESIDE = _table([number for six in _BESIDE for number in six])
"""For each ring and each way out of it, in turn round it, the ring beside it; `NONE` where the largest board ends."""
BEHIND = _table([_BESIDE[number][way] if number != NONE else NONE for six in _BESIDE for way, number in enumerate(six)])
"""And the ring behind that one."""
AROUND = _table([sum(1 << number for number in six if number != NONE) for six in _BESIDE])
"""The rings beside each, as bits."""
PAIRS = _table(
    [
        sum(1 << number for number in {six[way], six[(way + 1) % WAYS]} if number != NONE)
        for six in _BESIDE
        for way in range(WAYS)
    ]
)
"""For each ring and each way out of it, the ring beside it and the next one round, as bits."""
