"""Tie-breaks from the opponents' points (FIDE C.07, articles 8 and 9): Sonneborn-Berger, Buchholz, Koya."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from fractions import Fraction

from phrases import Phrase
from phrases import gettext_noop as _
from tournaments.crosstable import CrossTable
from tournaments.standings.api import TieBreak, Value, register
from tournaments.standings.field import Faced, faced, who
from tournaments.standings.ledger import Ledger, Line, ledger
from tournaments.standings.numbers import in_points, points_text
from tournaments.standings.sums import SumOfTerms
from tournaments.standings.terms import Term, kept, sum_phrase, with_cuts

BELOW = Phrase(_("(below the limit)"))


class OpponentSum(SumOfTerms):
    """A sum over the rounds' opponents, least and greatest contributions cut as the variant says."""

    modifiers = "CMP"

    @abstractmethod
    def contribution(self, against: Faced) -> int:
        """What one round adds."""

    @abstractmethod
    def label(self, book: Ledger, against: Faced) -> Phrase:
        """What one round adds, in words."""

    @property
    def fore(self) -> bool:
        """Whether the last round's games are taken as draws."""
        return self.variant.fore

    def faced(self, book: Ledger, number: int) -> list[Faced]:
        """The rounds that count."""
        return faced(book, number, forfeits=self.variant.forfeits, fore=self.fore)

    def terms(self, book: Ledger, number: int) -> list[Term]:
        """All contributions of one entrant, the cut ones marked."""
        terms = [
            Term(each.line.round, self.contribution(each), each.score, each.voluntary)
            for each in self.faced(book, number)
        ]
        return with_cuts(terms, self.variant.cut_low, self.variant.cut_high)

    def labels(self, book: Ledger, number: int) -> dict[int, Phrase]:
        """Each contribution with the opponent's name."""
        return {each.line.round: self.label(book, each) for each in self.faced(book, number)}


@register
class SonnebornBerger(OpponentSum):
    """SB: what was scored against each opponent times that opponent's score (article 9.1)."""

    key = "SB"
    name = _("Sonneborn-Berger")
    help = _("The scores of those beaten and half the scores of those drawn with.")
    decimals = 2
    unit = 100

    def contribution(self, against: Faced) -> int:
        """Own points of the round times the opponent's score."""
        return against.line.points * against.score

    def label(self, book: Ledger, against: Faced) -> Phrase:
        """The product and what it is of."""
        points = against.line.points
        product = {"own": points_text(points), "score": points_text(against.score), "who": who(book, against)}
        if against.is_dummy:
            return Phrase(_("%(own)s×%(score)s (%(who)s)"), product)
        if points >= book.win:
            return Phrase(_("%(own)s×%(score)s (beat %(who)s)"), product)
        if points == book.draw:
            return Phrase(_("%(own)s×%(score)s (drew with %(who)s)"), product)
        return Phrase(_("%(own)s×%(score)s (lost to %(who)s)"), product)


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
        book = ledger(table)
        limit = self.limit(book)
        return {number: in_points(kept(self._terms(book, number, limit))) for number in book.lines}

    def explain(self, table: CrossTable, number: int, tied: Sequence[Sequence[int]] = ()) -> Phrase:
        """The games that count, with the limit."""
        book = ledger(table)
        limit = self.limit(book)
        terms = self._terms(book, number, limit)
        counted = [term for term in terms if term.cut is None]
        total = self.formatted(in_points(kept(terms)))
        labels = {line.round: _koya_label(book, line) for line in book.lines[number] if line.opponent is not None}
        against = {"sum": sum_phrase(total, counted, labels), "limit": f"{float(limit) / 10:g}"}
        return Phrase(_("%(sum)s: opponents with %(limit)s points or more"), against)

    def limit(self, book: Ledger) -> Fraction:
        """The points, in tenths, from which an opponent counts."""
        return Fraction(book.win * _games_to_play(book), 2) + 5 * self.variant.limit

    def _terms(self, book: Ledger, number: int, limit: Fraction) -> list[Term]:
        return [
            Term(line.round, line.points, cut=BELOW if book.points.get(line.opponent, 0) < limit else None)
            for line in book.lines[number]
            if line.opponent is not None
        ]


def _games_to_play(book: Ledger) -> int:
    """Rounds in which an entrant can score: a rest round of a round robin is not one of them."""
    if not book.table.predetermined:
        return book.rounds
    return max((sum(line.opponent is not None for line in lines) for lines in book.lines.values()), default=0)


def _koya_label(book: Ledger, line: Line) -> Phrase:
    opponent = line.opponent or 0
    theirs = points_text(book.points.get(opponent, 0))
    details = {"points": points_text(line.points), "name": book.names.get(opponent, "?"), "score": theirs}
    return Phrase(_("%(points)s (%(name)s, who has %(score)s)"), details)
