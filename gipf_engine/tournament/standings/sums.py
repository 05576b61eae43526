"""Tie-breaks that are a sum over an entrant's rounds: written once, what each round adds is said by the tie-break."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import ClassVar

from gipf_engine.messages import Message
from gipf_engine.tournament.crosstable import CrossTable
from gipf_engine.tournament.numbers import POINT
from gipf_engine.tournament.standings.base import TieBreak, Value
from gipf_engine.tournament.standings.score_history import ScoreHistory, score_history
from gipf_engine.tournament.standings.terms import Term, sum_phrase, terms_that_count


class SumOfTerms(TieBreak):
    """The terms of an entrant's rounds added up, without those that are cut.

    `unit` is what a value of 1 is in the unit of the terms.
    """

    decimals = 1
    unit: ClassVar[int] = POINT

    @abstractmethod
    def terms(self, history: ScoreHistory, number: int) -> list[Term]:
        """What each round adds, the cut ones marked."""

    @abstractmethod
    def labels(self, history: ScoreHistory, number: int) -> Mapping[int, object]:
        """Each term in words or figures, by round."""

    def total(self, history: ScoreHistory, number: int) -> Fraction:
        """The value of one entrant."""
        return Fraction(terms_that_count(self.terms(history, number)), self.unit)

    def values(self, table: CrossTable, tied: Sequence[Sequence[int]]) -> dict[int, Value]:
        """The sum of every entrant."""
        history = score_history(table)
        return {number: self.total(history, number) for number in history.lines}

    def explain(self, table: CrossTable, number: int, tied: Sequence[Sequence[int]] = ()) -> Message:
        """The sum as it stands, and behind it what was cut and why."""
        history = score_history(table)
        total = self.format_value(self.total(history, number))
        return sum_phrase(total, self.terms(history, number), self.labels(history, number))
