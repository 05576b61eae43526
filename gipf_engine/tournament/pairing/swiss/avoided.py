"""Pairs that the event avoids where the criteria allow: the assignment with the fewest of them, and leaving one out.

No article of FIDE's knows such pairs, so they are counted after all criteria of a system and before the order of its
candidates: a pairing that is better by any criterion is taken whichever players meet in it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from gipf_engine.tournament.pairing.swiss.assignment import Pairs
from gipf_engine.tournament.pairing.swiss.bracket_graph import POINTER_BYTES
from gipf_engine.tournament.pairing.swiss.matching import heaviest_perfect_matching
from gipf_engine.tournament.pairing.swiss.pairing_field import PairingField

Misses = Callable[[int, int], bool]


def assign_avoiding(field: PairingField, rows: Sequence[int], columns: Sequence[int], misses: Misses) -> Pairs:
    """An assignment of all rows: as few pairs that miss something, then as few avoided ones, then the first in order.

    There is one; `misses` tells what the system's criteria count of a pair.
    """
    size = len(rows)
    field.steps.take(4 * size * size)
    digit = size.bit_length()
    avoided = 1 << digit * size
    missed = avoided << digit + 1
    legal = missed << digit + 1
    field.steps.need_bytes(2 * size * size * (legal.bit_length() // 8 + POINTER_BYTES))
    weights = [[0] * (2 * size) for _each in range(2 * size)]
    for place, row in enumerate(rows):
        for at, column in enumerate(columns):
            if not field.allowed[row] >> column & 1:
                continue
            weight = legal - missed * misses(row, column) - avoided * field.avoids(row, column)
            weight -= at << digit * (size - 1 - place)
            weights[place][size + at] = weights[size + at][place] = weight
    mates = heaviest_perfect_matching(weights, field.steps)
    return [(row, columns[mates[place] - size]) for place, row in enumerate(rows)]


def bar_pair(field: PairingField, one: int, two: int) -> None:
    """Do not let two meet."""
    field.allowed[one] &= ~(1 << two)
    field.allowed[two] &= ~(1 << one)
