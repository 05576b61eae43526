"""A GIPF turn as the fast checker has it: bits and an entry number."""

from __future__ import annotations

from typing import NamedTuple

NO_ENTRY = -1


class Turn(NamedTuple):
    """Taken before, entry, taken after: equal exactly when it is the same turn (GIPF 3).

    `before` and `after` are bits of spots; `entry` is a number into `bits.NAMES`, or `NO_ENTRY` for a
    removal that ends the game; `gipf` whether a GIPF-piece comes in.
    """

    before: int
    entry: int
    gipf: bool
    after: int
