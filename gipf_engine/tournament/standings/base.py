"""What every tie-break is, and how a field is ranked by a list of them.

A new tie-break is one new small class under `@register` in this package. Values are exact
(`Fraction` or int); `None` means that the tie-break says nothing about this entrant.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, TypeVar

from gipf_engine.messages import Message
from gipf_engine.registry import Registry
from gipf_engine.tournament.crosstable import CrossTable

Value = Fraction | int | None


@dataclass(frozen=True, slots=True)
class Modifier:
    """What stands behind the slashes of a tie-break's code (FIDE C.07, article 14).

    `cut_low` and `cut_high` count the least and the greatest contributions left out (`/C1` is one
    low, `/M1` one of each). `forfeits` counts a forfeit as a game against its scheduled opponent
    (`/P`). `fore` takes the games of the last round as draws (`/F`). `limit` shifts Koya's 50 % by
    so many half points (`/L+1`). `unrated` is the rating that stands for none (`/U1000`). `divisor` is
    what SSSC divides by (`/K4`). `reverse` turns the order around (`/R`).
    """

    cut_low: int = 0
    cut_high: int = 0
    forfeits: bool = False
    fore: bool = False
    limit: int = 0
    unrated: int | None = None
    divisor: int | None = None
    reverse: bool = False


PLAIN = Modifier()


class Criterion(ABC):
    """What a field is ranked by: one tie-break of players or of teams.

    key is the field's code ("SB", "BH/C1"), name and help are for people. Points-based values are in
    points (not tenths). `higher_is_better` tells the direction of the ranking. `formatted` is the
    value as it is printed, with the `decimals` the field uses. `modifiers` are the letters that may
    stand behind a slash: C and M (cut, median), P (forfeits), F (fore), L (limit), U (unrated), R
    (reverse). `for_predetermined` is False where C.07 forbids it in round robins. `replaces_points` is
    True for what ranks in the place of points: a list with one of these does not begin with points.
    """

    key: ClassVar[str]
    name: ClassVar[str]
    help: ClassVar[str]
    higher_is_better: ClassVar[bool] = True
    decimals: ClassVar[int] = 0
    modifiers: ClassVar[str] = ""
    for_predetermined: ClassVar[bool] = True
    replaces_points: ClassVar[bool] = False

    def __init__(self, variant: Modifier = PLAIN) -> None:
        self.variant = variant

    @property
    def ranks_high_first(self) -> bool:
        """The direction of this one, `/R` considered."""
        return self.higher_is_better != self.variant.reverse

    def format_value(self, value: Value) -> str:
        """The value as printed."""
        return "–" if value is None else f"{float(value):.{self.decimals}f}"


class TieBreak(Criterion):
    """One tie-break of FIDE's C.07 or of these games.

    `says_more` is True where the explanation says more than the value. `only_in` is the key of the one pairing system
    whose events it belongs to ("": any).
    """

    says_more: ClassVar[bool] = False
    only_in: ClassVar[str] = ""

    @abstractmethod
    def values(self, table: CrossTable, tied: Sequence[Sequence[int]]) -> dict[int, Value]:
        """The value of every entrant, by pairing number.

        `tied` are the groups still equal by everything before: only direct encounter looks at them.
        """

    @abstractmethod
    def explain(self, table: CrossTable, number: int, tied: Sequence[Sequence[int]] = ()) -> Message:
        """The value of one entrant as the sum that it is. `tied` as in `values`."""


TIE_BREAKS: Registry[type[TieBreak]] = Registry(__name__.rpartition(".")[0])
T = TypeVar("T", bound=type[TieBreak])


def register(cls: T) -> T:
    """Class decorator: make a tie-break known under its key."""
    TIE_BREAKS.add(cls.key, cls)
    return cls


@dataclass(frozen=True, slots=True)
class Standing:
    """One row: `rank` from 1, shared by those whom nothing separates; `points` in tenths."""

    rank: int
    number: int
    points: int
    values: tuple[Value, ...]
