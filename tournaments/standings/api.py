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

from phrases import Phrase
from tournaments.crosstable import CrossTable

Value = Fraction | int | None


class TieBreak(ABC):
    """One tie-break of FIDE's C.07 or of these games.

    key is the field's code ("SB", "BH/C1"), name and help are for people. Points-based values are in
    points (not tenths). `higher_is_better` tells the direction of the ranking. `formatted` is the
    value as it is printed, with the decimals the field uses.
    """

    key: ClassVar[str]
    name: ClassVar[str]
    help: ClassVar[str]
    higher_is_better: ClassVar[bool] = True

    @abstractmethod
    def values(self, table: CrossTable, tied: Sequence[Sequence[int]]) -> dict[int, Value]:
        """The value of every entrant, by pairing number.

        `tied` are the groups still equal by everything before: only direct encounter looks at them.
        """

    @abstractmethod
    def explain(self, table: CrossTable, number: int) -> Phrase:
        """The value of one entrant as the sum that it is."""

    def formatted(self, value: Value) -> str:
        """The value as printed."""
        if value is None:
            return "–"
        return str(value) if isinstance(value, int) else f"{float(value):g}"


TIE_BREAKS: dict[str, type[TieBreak]] = {}
T = TypeVar("T", bound=type[TieBreak])


def register(cls: T) -> T:
    """Class decorator: make a tie-break known under its key."""
    if cls.key in TIE_BREAKS:
        raise ValueError(f"two tie-breaks are called {cls.key}")
    TIE_BREAKS[cls.key] = cls
    return cls


@dataclass(frozen=True, slots=True)
class Standing:
    """One row: `rank` from 1, shared by those whom nothing separates; `points` in tenths."""

    rank: int
    number: int
    points: int
    values: tuple[Value, ...]
