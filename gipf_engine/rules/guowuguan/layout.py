"""How the five games are laid out, and what differs in their rounds (GUO 2 and 3)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

MOST_ROUNDS = 200
"""A game is closed at the end of this round: cycles are possible (GUO 5)."""


@dataclass(frozen=True)
class Layout:
    """Where the 32 tiles lie at the start, and how a round goes.

    `upwards`: phase 1 walks the levels from the bottom up. `any_three`: any three tiles of a level may be lifted, not
    only neighbours. `has_passing`: there is a phase 2, in which levels are passed by cutting generals; without it a
    level that becomes empty is passed (unless `refills_empty`: then it is refilled like the others). `returning`: the
    tile that is put back in the general's place when it is drawn, "" for none. `hidden_commons`: the commons lie face
    down until they are drawn.
    """

    generals: int
    levels: int
    width: int
    commons: int
    upwards: bool = False
    any_three: bool = False
    has_passing: bool = True
    refills_empty: bool = False
    returning: str = ""
    hidden_commons: bool = False

    @cached_property
    def walk(self) -> tuple[int, ...]:
        """The levels, counted from 0 at the top, in the order of phase 1."""
        return tuple(reversed(range(self.levels))) if self.upwards else tuple(range(self.levels))

    @property
    def spends_generals(self) -> bool:
        """Whether a general that is cut is gone for good, so that all of them must be."""
        return bool(self.generals) and not self.returning
