"""Can a solitaire still be won, and in how few rounds? What every solver answers.

A limit is a number of positions, never a time, so that the same question has the same answer everywhere.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass

from engine.rules.base import Move, Position

LIMIT = 3_000_000
"""Positions that a solver looks at unless it is told otherwise."""


@dataclass(frozen=True, slots=True)
class Solution:
    """What a solver found.

    `can_be_won`: True with a `line` of turns that wins, False where it is proved that none does, None where the limit
    was reached first.

    `par`: the round in which the line wins, counted as the game counts rounds: the fewest that were found, not proved
    to be the fewest there are. `looked_at`: how many positions were.
    """

    can_be_won: bool | None
    line: tuple[Move, ...]
    par: int | None
    looked_at: int


class Solver(ABC):
    """Looks ahead in a solitaire, at what lies face down too."""

    version: str
    """Names the search: another search gets another name, as it may find another par."""

    @abstractmethod
    def solve(self, position: Position, limit: int = LIMIT) -> Solution:
        """Search from `position`, looking at no more than `limit` positions."""
