"""A bracket to pair, and the ways it may come out. The words are those of C.04.3, articles 1.3 and 1.4."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


@dataclass(frozen=True, slots=True)
class Bracket:
    """One bracket: the players moved down into it (MDPs), its residents, and what comes after it.

    Players are positions in the field. `following` is the next scoregroup and `rest` everybody below
    that, with the bye while it is not given, both as bit sets. With `gives_bye` the bracket pairs
    everybody but one, who gets the pairing-allocated bye (then C9 counts), and `rest` is without it.
    """

    movers: tuple[int, ...]
    residents: tuple[int, ...]
    following: int
    rest: int
    gives_bye: bool = False

    @property
    def players(self) -> tuple[int, ...]:
        """All of the bracket in the order of their bracket sequence numbers."""
        return self.movers + self.residents


class Method(StrEnum):
    """How a bracket's pairing was found. All three prove what they find."""

    NONE = "none"  # no one in it may meet anyone
    CANDIDATES = "candidates"  # first candidate in order that reaches a bound no candidate can beat
    MATCHING = "matching"  # weighted matching over all criteria


@dataclass(frozen=True, slots=True)
class BracketPairing:
    """A bracket's pairing: pairs as (upper, lower) positions, who floats down, who gets the bye."""

    pairs: tuple[tuple[int, int], ...]
    floaters: tuple[int, ...]
    bye: int | None = None
    method: Method = Method.CANDIDATES


@dataclass(frozen=True, slots=True)
class PairedBracket:
    """A bracket and how it came out. `score` is its residents', in tenths."""

    bracket: Bracket
    outcome: BracketPairing
    score: int

    @property
    def pairs(self) -> tuple[tuple[int, int], ...]:
        """Its pairs, as (upper, lower) positions."""
        return self.outcome.pairs
