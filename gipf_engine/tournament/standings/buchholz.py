"""Buchholz and its relatives (FIDE C.07, article 8), and the median Buchholz of the GIPF championships.

None of them is for round robins, where everybody meets the same field.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.tournament.crosstable import CrossTable
from gipf_engine.tournament.numbers import half_up, points_text
from gipf_engine.tournament.standings.base import Modifier, TieBreak, Value, register
from gipf_engine.tournament.standings.opponents import OpponentSum
from gipf_engine.tournament.standings.opposition import Opponent, opponent_label
from gipf_engine.tournament.standings.own_results import bye_phrase
from gipf_engine.tournament.standings.score_history import ScoreHistory, ScoreLine, score_history
from gipf_engine.tournament.standings.sums import SumOfTerms
from gipf_engine.tournament.standings.terms import Term, apply_cuts, join_sum


@register
class Buchholz(OpponentSum):
    """BH: the opponents' adjusted scores added up (article 8.1)."""

    key = "BH"
    name = _("Buchholz")
    help = _("The scores of all opponents, added up.")
    modifiers = "CMPF"
    for_predetermined = False

    def contribution(self, against: Opponent) -> int:
        """The opponent's score, or the dummy's."""
        return against.score

    def label(self, history: ScoreHistory, against: Opponent) -> Message:
        """The score and whose it is."""
        return Message(
            _("%(score)s (%(who)s)"), {"score": points_text(against.score), "who": opponent_label(history, against)}
        )


@register
class ForeBuchholz(Buchholz):
    """FB: Buchholz with the games of the last round taken as draws (article 8.3)."""

    key = "FB"
    name = _("Fore Buchholz")
    help = _("Buchholz as if the games of the last round were drawn, so that it is known before them.")
    modifiers = "CMP"

    @property
    def fore(self) -> bool:
        """Always."""
        return True


@register
class AverageOfBuchholz(TieBreak):
    """AOB: the mean of the opponents' Buchholz, over the opponents met (article 8.2)."""

    key = "AOB"
    name = _("Average of opponents' Buchholz")
    help = _("The mean Buchholz of the opponents met over the board.")
    decimals = 2
    modifiers = "F"
    for_predetermined = False

    def values(self, table: CrossTable, tied: Sequence[Sequence[int]]) -> dict[int, Value]:
        """The means; None for one who met no one."""
        history = score_history(table)
        scores = self._scores(history)
        return {number: self._mean(history, scores, number) for number in history.lines}

    def explain(self, table: CrossTable, number: int, tied: Sequence[Sequence[int]] = ()) -> Message:
        """The sum and by what it is divided."""
        history = score_history(table)
        scores = self._scores(history)
        mean, met = self._mean(history, scores, number), _list_opponents(history, number)
        if mean is None:
            return Message(_("no game over the board"))
        parts = [
            Message(_("%(score)s (%(who)s)"), {"score": f"{float(scores[other]):g}", "who": history.names[other]})
            for other in met
        ]
        details = {"total": self.format_value(mean), "sum": join_sum(parts), "count": len(met)}
        return Message(_("%(total)s = (%(sum)s) ÷ %(count)d"), details)

    def format_value(self, value: Value) -> str:
        """Two decimals, or as many as the value was rounded to."""
        if value is None or (value * 100).denominator == 1:
            return super().format_value(value)
        return f"{float(value):g}"

    def _scores(self, history: ScoreHistory) -> dict[int, Fraction]:
        buchholz = Buchholz(Modifier(fore=self.variant.fore))
        return history.once(
            ("buchholz", self.variant.fore),
            lambda: {number: buchholz.total(history, number) for number in history.lines},
        )

    def _mean(self, history: ScoreHistory, scores: dict[int, Fraction], number: int) -> Value:
        met = _list_opponents(history, number)
        if not met:
            return None
        return half_up(sum((scores[other] for other in met), Fraction(0)) / len(met), mean_decimals(history.rounds))


def mean_decimals(rounds: int) -> int:
    """Decimals that keep apart all means over so many rounds."""
    return next((decimals for most, decimals in ((8, 2), (26, 3), (72, 4)) if rounds <= most), 5)


def _list_opponents(history: ScoreHistory, number: int) -> list[int]:
    return [line.opponent for line in history.lines[number] if line.played and line.opponent is not None]


@register
class MedianBuchholz(SumOfTerms):
    """MB: the median Buchholz of the GIPF championships and the Mind Sports Olympiad.

    Older than FIDE's articles on unplayed rounds and without them: the scores of the opponents met
    over the board as the table shows them, a round without a game counting 0, without the highest
    and the lowest of all rounds. `MB/M2` leaves out two of each, as long fields sometimes do.
    """

    key = "MB"
    name = _("Median Buchholz")
    help = _("The scores of the opponents met, without the highest and the lowest.")
    modifiers = "M"
    for_predetermined = False

    def terms(self, history: ScoreHistory, number: int) -> list[Term]:
        """The opponents' scores, the extremes cut."""
        each_side = self.variant.cut_low or 1
        return apply_cuts([_plain_term(history, line) for line in history.lines[number]], each_side, each_side)

    def labels(self, history: ScoreHistory, number: int) -> dict[int, Message]:
        """Each score and whose it is."""
        return {line.round: _plain_label(history, line) for line in history.lines[number]}


def _plain_term(history: ScoreHistory, line: ScoreLine) -> Term:
    score = history.points.get(line.opponent, 0) if line.opponent is not None and _counts(line) else 0
    return Term(line.round, score, score)


def _plain_label(history: ScoreHistory, line: ScoreLine) -> Message:
    if line.opponent is not None and _counts(line):
        score = points_text(history.points.get(line.opponent, 0))
        return Message(_("%(score)s (%(who)s)"), {"score": score, "who": history.names.get(line.opponent, "?")})
    reason = Message(_("no game")) if line.opponent is not None else bye_phrase(line)
    return Message(_("0 (%(reason)s)"), {"reason": reason})


def _counts(line: ScoreLine) -> bool:
    return line.played or line.undecided
