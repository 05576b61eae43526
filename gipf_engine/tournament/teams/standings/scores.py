"""Tie-breaks from the two scores of teams (FIDE C.07, articles 11, 13.1, 13.2 and 13.4)."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from fractions import Fraction
from typing import ClassVar

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.tournament.numbers import half_up, points_text
from gipf_engine.tournament.standings.base import Modifier, Value
from gipf_engine.tournament.standings.buchholz import Buchholz
from gipf_engine.tournament.standings.opposition import Opponent, opponent_label, opponents_of
from gipf_engine.tournament.standings.terms import Term, apply_cuts, join_sum, sum_phrase, terms_that_count
from gipf_engine.tournament.teams.standings.base import TeamScores, TeamTieBreak, points_of, register
from gipf_engine.tournament.teams.values import Score


class _Points(TeamTieBreak):
    """The points of one score."""

    decimals = 1

    @abstractmethod
    def chosen(self, scores: TeamScores) -> Score:
        """The score."""

    def values(self, scores: TeamScores, tied: Sequence[Sequence[int]]) -> dict[int, Value]:
        """The points of every team."""
        return {number: points_of(points) for number, points in scores.history(self.chosen(scores)).points.items()}

    def explain(self, scores: TeamScores, number: int, tied: Sequence[Sequence[int]] = ()) -> Message:
        """The points of the rounds."""
        lines = scores.history(self.chosen(scores)).lines[number]
        total = points_text(sum(line.points for line in lines))
        parts = [points_text(line.points) for line in lines]
        return Message(_("%(total)s = %(sum)s"), {"total": total, "sum": join_sum(parts)})


@register
class MatchPointsColumn(_Points):
    """MPTS: match points (article 11.1.1), for lists that give them a place of their own."""

    key = "MPTS"
    name = _("Match points")
    help = _("The points of matches won and drawn.")
    replaces_points = True

    def chosen(self, scores: TeamScores) -> Score:
        """Match points."""
        return Score.MATCH


@register
class GamePointsColumn(_Points):
    """GPTS: game points (article 11.1.2)."""

    key = "GPTS"
    name = _("Game points")
    help = _("The points of all boards.")
    replaces_points = True

    def chosen(self, scores: TeamScores) -> Score:
        """Game points."""
        return Score.GAME


@register
class OtherPoints(_Points):
    """MPVGP: game points where match points rank, and the other way round (article 13.1)."""

    key = "MPVGP"
    name = _("Match points or game points")
    help = _("The other score: game points where match points rank, match points where game points do.")

    def chosen(self, scores: TeamScores) -> Score:
        """The score that does not rank."""
        return scores.primary.other


class _SonnebornBerger(TeamTieBreak):
    """Each opponent's total of one score times what was scored against it in the same or the other (article 13.2)."""

    decimals = 2
    modifiers = "CMP"

    @abstractmethod
    def sides(self, scores: TeamScores) -> tuple[Score, Score]:
        """The score of the opponent's total, and that of the round's own points."""

    def values(self, scores: TeamScores, tied: Sequence[Sequence[int]]) -> dict[int, Value]:
        """The sums."""
        return {team.number: self._total(scores, team.number) for team in scores.table.teams}

    def explain(self, scores: TeamScores, number: int, tied: Sequence[Sequence[int]] = ()) -> Message:
        """The products, and what was cut."""
        history = scores.history(self.sides(scores)[0])
        labels = {
            each.line.round: Message(
                _("%(own)s×%(score)s (%(who)s)"),
                {
                    "own": points_text(self._own(scores, number, each.line.round)),
                    "score": points_text(each.score),
                    "who": opponent_label(history, each),
                },
            )
            for each in self._opponents(scores, number)
        }
        total = self.format_value(self._total(scores, number))
        return sum_phrase(total, self._terms(scores, number), labels)

    def _opponents(self, scores: TeamScores, number: int) -> list[Opponent]:
        history = scores.history(self.sides(scores)[0])
        return opponents_of(history, number, forfeits=self.variant.forfeits, fore=False)

    def _own(self, scores: TeamScores, number: int, round_number: int) -> int:
        return scores.history(self.sides(scores)[1]).lines[number][round_number - 1].points

    def _terms(self, scores: TeamScores, number: int) -> list[Term]:
        terms = [
            Term(
                each.line.round,
                each.score * self._own(scores, number, each.line.round),
                each.score,
                each.voluntary,
            )
            for each in self._opponents(scores, number)
        ]
        return apply_cuts(terms, self.variant.cut_low, self.variant.cut_high)

    def _total(self, scores: TeamScores, number: int) -> Fraction:
        return Fraction(terms_that_count(self._terms(scores, number)), 100)


@register
class SonnebornBerger(_SonnebornBerger):
    """SB: both by the reference score (article 9.1)."""

    key = "SB"
    name = _("Sonneborn-Berger")
    help = _("Each opponent's points times the points scored against it.")
    takes_score = True

    def sides(self, scores: TeamScores) -> tuple[Score, Score]:
        """The reference score twice."""
        chosen = self.score or scores.primary
        return chosen, chosen


class _FixedSonnebornBerger(_SonnebornBerger):
    totals: ClassVar[Score]
    own: ClassVar[Score]

    def sides(self, scores: TeamScores) -> tuple[Score, Score]:
        """As the code says."""
        return self.totals, self.own


@register
class MatchMatch(_FixedSonnebornBerger):
    """EMMSB (article 13.2.1)."""

    key = "EMMSB"
    name = _("Extended Sonneborn-Berger, match × match")
    help = _("Each opponent's match points times the match points scored against it.")
    totals, own = Score.MATCH, Score.MATCH


@register
class MatchGame(_FixedSonnebornBerger):
    """EMGSB (article 13.2.2)."""

    key = "EMGSB"
    name = _("Extended Sonneborn-Berger, match × game")
    help = _("Each opponent's match points times the game points scored against it.")
    totals, own = Score.MATCH, Score.GAME


@register
class GameMatch(_FixedSonnebornBerger):
    """EGMSB (article 13.2.3)."""

    key = "EGMSB"
    name = _("Extended Sonneborn-Berger, game × match")
    help = _("Each opponent's game points times the match points scored against it.")
    totals, own = Score.GAME, Score.MATCH


@register
class GameGame(_FixedSonnebornBerger):
    """EGGSB (article 13.2.4)."""

    key = "EGGSB"
    name = _("Extended Sonneborn-Berger, game × game")
    help = _("Each opponent's game points times the game points scored against it.")
    totals, own = Score.GAME, Score.GAME


@register
class ScoresAndStrength(TeamTieBreak):
    """SSSC: the other score, and Buchholz by the primary one divided (article 13.4); /K sets the divisor, /F fore."""

    key = "SSSC"
    name = _("Scores and schedule strength")
    help = _("The other score, and Buchholz divided so that both weigh alike.")
    decimals = 2
    modifiers = "PFK"
    for_predetermined = False

    def values(self, scores: TeamScores, tied: Sequence[Sequence[int]]) -> dict[int, Value]:
        """Rounded to hundredths, halves up."""
        return {team.number: self._weigh(scores, team.number)[0] for team in scores.table.teams}

    def explain(self, scores: TeamScores, number: int, tied: Sequence[Sequence[int]] = ()) -> Message:
        """Both parts."""
        total, other, strength, divisor = self._weigh(scores, number)
        params = {
            "total": self.format_value(total),
            "other": f"{float(other):g}",
            "strength": f"{float(strength):g}",
            "divisor": divisor,
        }
        return Message(_("%(total)s = %(other)s + Buchholz %(strength)s ÷ %(divisor)d"), params)

    def divisor(self, scores: TeamScores) -> int:
        """The highest primary score of the rounds so far over the highest other score of a match, towards zero."""
        if self.variant.divisor is not None:
            return self.variant.divisor
        best, best_other = (scores.by(score).scoring.win for score in (scores.primary, scores.primary.other))
        return max(1, best * scores.table.rounds_played // best_other) if best_other else 1

    def _weigh(self, scores: TeamScores, number: int) -> tuple[Fraction, Fraction, Fraction, int]:
        buchholz = Buchholz(Modifier(forfeits=self.variant.forfeits, fore=self.variant.fore))
        strength = buchholz.total(scores.history(scores.primary), number)
        other = points_of(scores.history(scores.primary.other).points[number])
        divisor = self.divisor(scores)
        return half_up(other + strength / divisor, 2), other, strength, divisor
