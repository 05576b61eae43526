"""How good is a bracket's pairing? What systems measure by criteria of their own, and how two pairings compare."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from gipf_engine.tournament.crosstable import Colour
from gipf_engine.tournament.pairing.swiss.player_state import PlayerState

Values = Mapping[StrEnum, tuple[int, ...]]
"""What a pairing is worth by each criterion: counts, or scores in tenths sorted from the highest; less is better."""


@dataclass(frozen=True, slots=True)
class Seat:
    """One pair of a bracket: the upper player (the higher in the field's order), the lower, and upper's colour."""

    upper: PlayerState
    lower: PlayerState
    colour: Colour

    @property
    def sides(self) -> tuple[tuple[PlayerState, Colour], tuple[PlayerState, Colour]]:
        """Both players, each with the colour got."""
        return (self.upper, self.colour), (self.lower, self.colour.other)


@dataclass(frozen=True, slots=True)
class Difference:
    """Where two pairings of one field part: their first bracket that is not the same.

    `score` is that bracket's, None where the bye differs already. `criterion` is the first
    that tells the two apart, with their values for it; None where none does, so that only the order
    of candidates can.
    """

    criterion: StrEnum | None
    score: int | None
    ours: tuple[int, ...] = ()
    theirs: tuple[int, ...] = ()


def worse_criterion(ours: Values, theirs: Values) -> StrEnum | None:
    """The first criterion, in the order of their enumeration, for which two brackets have different values."""
    kinds = {type(criterion): None for criterion in (*ours, *theirs)}
    return next((each for kind in kinds for each in kind if ours.get(each) != theirs.get(each)), None)
