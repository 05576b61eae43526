"""Tie-breaks from the opponents' points (FIDE C.07, articles 8 and 9): Sonneborn-Berger, Buchholz, Koya."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from fractions import Fraction

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.tournament.crosstable import CrossTable
from gipf_engine.tournament.numbers import in_points, points_text
from gipf_engine.tournament.standings.base import TieBreak, Value, register
from gipf_engine.tournament.standings.opposition import Opponent, opponent_label, opponents_of
from gipf_engine.tournament.standings.score_history import ScoreHistory, ScoreLine, score_history
from gipf_engine.tournament.standings.sums import SumOfTerms
from gipf_engine.tournament.standings.terms import Term, apply_cuts, sum_after_cuts, sum_phrase, terms_that_count

BELOW = Message(_("(below the limit)"))


class OpponentSum(SumOfTerms):
    """A sum over the rounds' opponents, least and greatest contributions cut as the variant says."""

    modifiers = "CMP"

    @abstractmethod
    def contribution(self, against: Opponent) -> int:
        """What one round adds."""

    @abstractmethod
    def label(self, history: ScoreHistory, against: Opponent) -> Message:
        """What one round adds, in words."""

    @property
    def fore(self) -> bool:
        """Whether the last round's games are taken as draws."""
        return self.variant.fore

    def list_opponents(self, history: ScoreHistory, number: int) -> list[Opponent]:
        """The rounds that count."""
        return opponents_of(history, number, forfeits=self.variant.forfeits, fore=self.fore)

    def terms(self, history: ScoreHistory, number: int) -> list[Term]:
        """All contributions of one entrant, the cut ones marked."""
        return apply_cuts(self._contributions(history, number), self.variant.cut_low, self.variant.cut_high)

    def _contributions(self, history: ScoreHistory, number: int) -> list[Term]:
        return [
            Term(each.line.round, self.contribution(each), each.score, each.voluntary)
            for each in self.list_opponents(history, number)
        ]

    def total(self, history: ScoreHistory, number: int) -> Fraction:
        """The value of one entrant: where nothing is cut, without making terms of what is added up."""
        low, high = self.variant.cut_low, self.variant.cut_high
        if low or high:
            return Fraction(sum_after_cuts(self._contributions(history, number), low, high), self.unit)
        return Fraction(sum(map(self.contribution, self.list_opponents(history, number))), self.unit)

    def labels(self, history: ScoreHistory, number: int) -> dict[int, Message]:
        """Each contribution with the opponent's name."""
        return {each.line.round: self.label(history, each) for each in self.list_opponents(history, number)}


@register
class SonnebornBerger(OpponentSum):
    """SB: what was scored against each opponent times that opponent's score (article 9.1)."""

    key = "SB"
    name = _("Sonneborn-Berger")
    help = _("The scores of those beaten and half the scores of those drawn with.")
    decimals = 2
    unit = 100

    def contribution(self, against: Opponent) -> int:
        """Own points of the round times the opponent's score."""
        return against.line.points * against.score

    def label(self, history: ScoreHistory, against: Opponent) -> Message:
        """The product and what it is of."""
        points = against.line.points
        product = {
            "own": points_text(points),
            "score": points_text(against.score),
            "who": opponent_label(history, against),
        }
        if against.is_dummy:
            return Message(_("%(own)s×%(score)s (%(who)s)"), product)
        if points >= history.win:
            return Message(_("%(own)s×%(score)s (beat %(who)s)"), product)
        if points == history.draw:
            return Message(_("%(own)s×%(score)s (drew with %(who)s)"), product)
        return Message(_("%(own)s×%(score)s (lost to %(who)s)"), product)


@register
class Koya(TieBreak):
    """KS: points against those who have half of the possible points (article 9.2); /L+1 wants ½ more."""

    key = "KS"
    name = _("Koya")
    help = _("Points scored against opponents with at least half of the possible points.")
    decimals = 1
    modifiers = "L"

    def values(self, table: CrossTable, tied: Sequence[Sequence[int]]) -> dict[int, Value]:
        """Points against the upper half, forfeits included."""
        history = score_history(table)
        limit = self.limit(history)
        return {number: in_points(terms_that_count(self._terms(history, number, limit))) for number in history.lines}

    def explain(self, table: CrossTable, number: int, tied: Sequence[Sequence[int]] = ()) -> Message:
        """The games that count, with the limit."""
        history = score_history(table)
        limit = self.limit(history)
        terms = self._terms(history, number, limit)
        counted = [term for term in terms if term.cut is None]
        total = self.format_value(in_points(terms_that_count(terms)))
        labels = {line.round: _koya_label(history, line) for line in history.lines[number] if line.opponent is not None}
        against = {"sum": sum_phrase(total, counted, labels), "limit": f"{float(limit) / 10:g}"}
        return Message(_("%(sum)s: opponents with %(limit)s points or more"), against)

    def limit(self, history: ScoreHistory) -> Fraction:
        """The points, in tenths, from which an opponent counts."""
        return Fraction(history.win * _games_to_play(history), 2) + 5 * self.variant.limit

    def _terms(self, history: ScoreHistory, number: int, limit: Fraction) -> list[Term]:
        return [
            Term(line.round, line.points, cut=BELOW if history.points.get(line.opponent, 0) < limit else None)
            for line in history.lines[number]
            if line.opponent is not None
        ]


def _games_to_play(history: ScoreHistory) -> int:
    """Rounds in which an entrant can score: a rest round of a round robin is not one of them."""
    if not history.table.predetermined:
        return history.rounds
    return max((sum(line.opponent is not None for line in lines) for lines in history.lines.values()), default=0)


def _koya_label(history: ScoreHistory, line: ScoreLine) -> Message:
    opponent = line.opponent or 0
    theirs = points_text(history.points.get(opponent, 0))
    details = {"points": points_text(line.points), "name": history.names.get(opponent, "?"), "score": theirs}
    return Message(_("%(points)s (%(name)s, who has %(score)s)"), details)
