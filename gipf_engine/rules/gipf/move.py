"""A GIPF turn as the fast checker has it: bits and an entry number."""

from __future__ import annotations

from typing import NamedTuple

from gipf_engine.rules.gipf import bits
from gipf_engine.rules.gipf.notation import Mark, write_removal

NO_ENTRY = -1


class GipfMove(NamedTuple):
    """Taken before, entry, taken after: equal exactly when it is the same turn (GIPF 3).

    `before` and `after` are bits of spots; `entry` is a number into `bits.NAMES`, or `NO_ENTRY` for a
    removal that ends the game; `gipf` whether a GIPF-piece comes in.
    """

    before: int
    entry: int
    gipf: bool
    after: int

    def __str__(self) -> str:
        """The turn as it may be written without knowing the position: what comes off has no marks."""
        entry = "G" * self.gipf + bits.NAMES[self.entry] if self.entry != NO_ENTRY else ""
        removals = [write_removal(map(Mark, bits.spots(part))) for part in (self.before, self.after)]
        return ";".join(part for part in (removals[0], entry, removals[1]) if part not in ("", "x"))
