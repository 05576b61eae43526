"""Tie-breaks that are a sum over an entrant's rounds: written once, what each round adds is said by the tie-break."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import ClassVar

from phrases import Phrase
from tournaments.crosstable import CrossTable
from tournaments.standings.api import TieBreak, Value
from tournaments.standings.ledger import Ledger, ledger
from tournaments.standings.numbers import POINT
from tournaments.standings.terms import Term, kept, sum_phrase


class SumOfTerms(TieBreak):
    """The terms of an entrant's rounds added up, without those that are cut.

    `unit` is what a value of 1 is in the unit of the terms.
    """

    decimals = 1
    unit: ClassVar[int] = POINT

    @abstractmethod
    def terms(self, book: Ledger, number: int) -> list[Term]:
        """What each round adds, the cut ones marked."""

    @abstractmethod
    def labels(self, book: Ledger, number: int) -> Mapping[int, object]:
        """Each term in words or figures, by round."""

    def total(self, book: Ledger, number: int) -> Fraction:
        """The value of one entrant."""
        return Fraction(kept(self.terms(book, number)), self.unit)

    def values(self, table: CrossTable, tied: Sequence[Sequence[int]]) -> dict[int, Value]:
        """The sum of every entrant."""
        book = ledger(table)
        return {number: self.total(book, number) for number in book.lines}

    def explain(self, table: CrossTable, number: int, tied: Sequence[Sequence[int]] = ()) -> Phrase:
        """The sum as it stands, and behind it what was cut and why."""
        book = ledger(table)
        total = self.formatted(self.total(book, number))
        return sum_phrase(total, self.terms(book, number), self.labels(book, number))
