"""What ranks a McMahon event: the McMahon score, the sum of the opponents' and the sum of their sums.

European Go Federation, Tournament System Rules: in a round without an opponent a player's own score at the start counts
in the place of the opponent's.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.tournament.crosstable import CrossTable
from gipf_engine.tournament.numbers import POINT, points_text
from gipf_engine.tournament.pairing.mcmahon_scores import start_scores
from gipf_engine.tournament.standings.base import TieBreak, Value, register
from gipf_engine.tournament.standings.score_history import ScoreHistory, score_history
from gipf_engine.tournament.standings.terms import join_sum

FORMAT = "mcmahon"


@register
class McMahonScore(TieBreak):
    """MMS: where a player started, and the points since."""

    key = "MMS"
    name = _("McMahon score")
    help = _("The points that a player started with for the rating, and those of all rounds.")
    decimals = 1
    replaces_points = True
    only_in = FORMAT

    def values(self, table: CrossTable, tied: Sequence[Sequence[int]]) -> dict[int, Value]:
        """The scores after the last round."""
        return {number: Fraction(score, POINT) for number, score in _scores(score_history(table)).items()}

    def explain(self, table: CrossTable, number: int, tied: Sequence[Sequence[int]] = ()) -> Message:
        """The two parts."""
        history = score_history(table)
        start, points = _start(history)[number], history.points[number]
        return Message(
            _("%(total)s = %(start)s (at the start) + %(points)s (points)"),
            {"total": points_text(start + points), "start": points_text(start), "points": points_text(points)},
        )


class _SumOverOpponents(TieBreak):
    """Something of each round's opponent added up."""

    decimals = 1
    only_in = FORMAT

    @abstractmethod
    def of_opponents(self, history: ScoreHistory) -> Mapping[int, int]:
        """What everybody adds to the sum of an opponent, in tenths."""

    @abstractmethod
    def without_opponent(self, history: ScoreHistory, number: int) -> int:
        """What a round without an opponent adds, in tenths."""

    def total(self, history: ScoreHistory, number: int) -> int:
        """The sum in tenths."""
        theirs = self.of_opponents(history)
        return sum(
            theirs.get(line.opponent, 0) if line.opponent is not None else self.without_opponent(history, number)
            for line in history.lines[number]
        )

    def values(self, table: CrossTable, tied: Sequence[Sequence[int]]) -> dict[int, Value]:
        """The sum of everybody."""
        history = score_history(table)
        return {number: Fraction(self.total(history, number), POINT) for number in history.lines}

    def explain(self, table: CrossTable, number: int, tied: Sequence[Sequence[int]] = ()) -> Message:
        """The sum, with whose each part is."""
        history = score_history(table)
        theirs = self.of_opponents(history)
        parts = [
            Message(
                _("%(score)s (%(who)s)"),
                {"score": points_text(theirs.get(line.opponent, 0)), "who": history.names.get(line.opponent, "?")},
            )
            if line.opponent is not None
            else Message(
                _("%(score)s (no opponent: own start)"), {"score": points_text(self.without_opponent(history, number))}
            )
            for line in history.lines[number]
        ]
        total = points_text(self.total(history, number))
        return Message(_("%(total)s = %(sum)s"), {"total": total, "sum": join_sum(parts)})


@register
class SumOfOpponentScores(_SumOverOpponents):
    """SOS: the opponents' McMahon scores."""

    key = "SOS"
    name = _("Sum of opponents’ McMahon scores")
    help = _("The McMahon scores of all opponents, added up; the player’s own start where there was no opponent.")

    def of_opponents(self, history: ScoreHistory) -> Mapping[int, int]:
        """Everybody's McMahon score."""
        return _scores(history)

    def without_opponent(self, history: ScoreHistory, number: int) -> int:
        """The own start."""
        return _start(history)[number]


@register
class SumOfSums(_SumOverOpponents):
    """SOSOS: the opponents' SOS."""

    key = "SOSOS"
    name = _("Sum of opponents’ SOS")
    help = _("The SOS of all opponents, added up.")

    def of_opponents(self, history: ScoreHistory) -> Mapping[int, int]:
        """Everybody's SOS."""
        sums = SumOfOpponentScores()
        return _once(history, "sos", lambda: {number: sums.total(history, number) for number in history.lines})

    def without_opponent(self, history: ScoreHistory, number: int) -> int:
        """The own start, for each of the rounds that an opponent's sum would have."""
        return _start(history)[number] * history.rounds


def _once(history: ScoreHistory, what: str, work: Callable[[], dict[int, int]]) -> dict[int, int]:
    return history.once(("mcmahon", what), work)


def _start(history: ScoreHistory) -> dict[int, int]:
    return _once(history, "start", lambda: start_scores(history.table))


def _scores(history: ScoreHistory) -> dict[int, int]:
    start = _start(history)
    return _once(
        history, "score", lambda: {number: start[number] + points for number, points in history.points.items()}
    )
