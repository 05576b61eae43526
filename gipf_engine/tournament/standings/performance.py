"""Tie-breaks from ratings (FIDE C.07, article 10).

Only games over the board count, in round robins too (article 16.1). Where anyone is unrated these
tie-breaks say nothing, unless the variant `/U` gives a rating for none.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.results import SideResult
from gipf_engine.tournament.crosstable import CrossTable
from gipf_engine.tournament.numbers import half_up
from gipf_engine.tournament.standings.base import Modifier, TieBreak, Value, register
from gipf_engine.tournament.standings.expectancy import difference, expected_score, perfect_performance
from gipf_engine.tournament.standings.score_history import ScoreHistory, score_history
from gipf_engine.tournament.standings.terms import join_sum

HALVES = {SideResult.WIN: 2, SideResult.DRAW: 1, SideResult.LOSS: 0}


@dataclass(frozen=True, slots=True)
class RatedGame:
    """A game over the board: against whom, their rating, and what it scored in half points of 1-½-0."""

    opponent: int
    rating: int
    halves: int


class _FromRatings(TieBreak):
    """What all of them share: the games, and silence where a person has no rating."""

    modifiers = "U"

    @abstractmethod
    def value(self, history: ScoreHistory, number: int) -> Value:
        """The value of one entrant in a field where everybody is rated; None without games."""

    @abstractmethod
    def sum_of(self, history: ScoreHistory, number: int, value: int) -> Message:
        """How `value` came about."""

    def values(self, table: CrossTable, tied: Sequence[Sequence[int]]) -> dict[int, Value]:
        """The values, or None for all."""
        history = score_history(table)
        rated = self.everybody_rated(history)
        return {number: self.value(history, number) if rated else None for number in history.lines}

    def explain(self, table: CrossTable, number: int, tied: Sequence[Sequence[int]] = ()) -> Message:
        """How it came about, or why there is nothing."""
        history = score_history(table)
        if not self.everybody_rated(history):
            return Message(_("not valid: some players have no rating"))
        value = self.value(history, number)
        if value is None:
            return Message(_("no game over the board"))
        return self.sum_of(history, number, int(value))

    def everybody_rated(self, history: ScoreHistory) -> bool:
        """Whether each entrant has a rating, given or stood in for."""
        return self.variant.unrated is not None or None not in history.ratings.values()

    def rating(self, history: ScoreHistory, number: int) -> int:
        """An entrant's rating, or what stands for none."""
        known = history.ratings.get(number)
        return known if known is not None else self.variant.unrated or 0

    def games(self, history: ScoreHistory, number: int) -> list[RatedGame]:
        """All games over the board, in their order."""
        everybody: dict[int, list[RatedGame]] = history.once(
            ("games", self.variant.unrated), lambda: {each: self._rated_games(history, each) for each in history.lines}
        )
        return everybody[number]

    def _rated_games(self, history: ScoreHistory, number: int) -> list[RatedGame]:
        return [
            RatedGame(line.opponent, self.rating(history, line.opponent), HALVES[side.outcome])
            for line in history.lines[number]
            for side in line.games
            if line.opponent is not None and side.played and side.outcome is not None
        ]


@register
class Rating(_FromRatings):
    """RTNG: the rating that the event knows (article 10.6)."""

    key = "RTNG"
    name = _("Rating")
    help = _("The rating at the start of the event.")
    modifiers = "UR"

    def value(self, history: ScoreHistory, number: int) -> Value:
        """The rating itself."""
        return self.rating(history, number)

    def sum_of(self, history: ScoreHistory, number: int, value: int) -> Message:
        """The rating itself."""
        return Message(_("rating %(rating)d"), {"rating": value})


@register
class AverageRatingOfOpponents(_FromRatings):
    """ARO: the mean rating of the opponents met (article 10.1), whole number, half up."""

    key = "ARO"
    name = _("Average rating of opponents")
    help = _("The mean rating of the opponents met over the board.")
    modifiers = "CMU"

    def value(self, history: ScoreHistory, number: int) -> Value:
        """The mean of those that are not cut."""
        counted, _cut = self._split_cut(history, number)
        return mean_rating(counted) if counted else None

    def sum_of(self, history: ScoreHistory, number: int, value: int) -> Message:
        """The sum, its divisor, and what was cut."""
        counted, cut = self._split_cut(history, number)
        details = {
            "value": value,
            "sum": join_sum([_rating_phrase(history, game) for game in counted]),
            "count": len(counted),
        }
        result = Message(_("%(value)d = (%(sum)s) ÷ %(count)d"), details)
        if not cut:
            return result
        without = [_rating_phrase(history, game) for game in cut]
        return Message(_("%(result)s; without %(cut)s"), {"result": result, "cut": without})

    def _split_cut(self, history: ScoreHistory, number: int) -> tuple[list[RatedGame], list[RatedGame]]:
        """The games that count and those that are cut, each in the order of the rounds."""
        games = self.games(history, number)
        by_rating = sorted(range(len(games)), key=lambda at: games[at].rating)
        within = set(by_rating[self.variant.cut_low : len(games) - self.variant.cut_high])
        counted = [game for at, game in enumerate(games) if at in within]
        return counted, [game for at, game in enumerate(games) if at not in within]


@register
class Performance(_FromRatings):
    """TPR: the mean rating of the opponents and what the score adds to it (article 10.2)."""

    key = "TPR"
    name = _("Tournament performance")
    help = _("The opponents' mean rating, and the table's difference for the score.")

    def value(self, history: ScoreHistory, number: int) -> Value:
        """Mean rating and difference."""
        games = self.games(history, number)
        return mean_rating(games) + difference(score_percent(games)) if games else None

    def sum_of(self, history: ScoreHistory, number: int, value: int) -> Message:
        """Mean rating, percentage and difference."""
        games = self.games(history, number)
        percent = score_percent(games)
        details = {
            "value": value,
            "mean": mean_rating(games),
            "difference": difference(percent),
            "score": f"{float(score(games)):g}",
            "games": len(games),
            "percent": percent,
        }
        return Message(_("%(value)d = %(mean)d %(difference)+d for %(score)s of %(games)d (%(percent)d %%)"), details)


@register
class PerfectPerformance(_FromRatings):
    """PTP: the lowest rating that would have expected the score (article 10.3)."""

    key = "PTP"
    name = _("Perfect tournament performance")
    help = _("The lowest rating whose expected score against these opponents is the score made.")

    def value(self, history: ScoreHistory, number: int) -> Value:
        """The rating searched for."""
        games = self.games(history, number)
        return perfect_performance(score(games), _ratings(games)) if games else None

    def sum_of(self, history: ScoreHistory, number: int, value: int) -> Message:
        """What the rating and the next lower one expect."""
        games = self.games(history, number)
        if not score(games):
            lowest = {"value": value, "lowest": min(_ratings(games))}
            return Message(_("%(value)d = %(lowest)d - 800, for no point scored"), lowest)
        details = {
            "value": value,
            "below": value - 1,
            "expected": f"{float(expected_score(value, _ratings(games))):.2f}",
            "less": f"{float(expected_score(value - 1, _ratings(games))):.2f}",
            "score": f"{float(score(games)):g}",
        }
        return Message(
            _("%(score)s scored: %(value)d expects %(expected)s, %(below)d only %(less)s"),
            details,
        )


class _MeanOverOpponents(_FromRatings):
    """The mean of a rating-based value of the opponents met, whole number, half up."""

    of: type[_FromRatings]

    def values(self, table: CrossTable, tied: Sequence[Sequence[int]]) -> dict[int, Value]:
        """The means; what they are made of is worked out once for each entrant."""
        history = score_history(table)
        if not self.everybody_rated(history):
            return dict.fromkeys(history.lines)
        theirs = self._measure(history, history.lines)
        return {number: self._mean(history, number, theirs) for number in history.lines}

    def value(self, history: ScoreHistory, number: int) -> Value:
        """The mean."""
        return self._mean(history, number, self._of_opponents(history, number))

    def sum_of(self, history: ScoreHistory, number: int, value: int) -> Message:
        """The sum and its divisor."""
        theirs = self._of_opponents(history, number)
        parts = [
            Message(
                _("%(rating)d (%(name)s)"),
                {"rating": theirs[game.opponent], "name": history.names.get(game.opponent, "?")},
            )
            for game in self.games(history, number)
        ]
        return Message(
            _("%(value)d = (%(sum)s) ÷ %(count)d"), {"value": value, "sum": join_sum(parts), "count": len(parts)}
        )

    def _of_opponents(self, history: ScoreHistory, number: int) -> dict[int, int]:
        return self._measure(history, {game.opponent for game in self.games(history, number)})

    def _measure(self, history: ScoreHistory, numbers: Iterable[int]) -> dict[int, int]:
        """What is averaged, of all these entrants who have played."""
        measure = self.of(Modifier(unrated=self.variant.unrated))
        found = {number: measure.value(history, number) for number in numbers}
        return {number: int(value) for number, value in found.items() if value is not None}

    def _mean(self, history: ScoreHistory, number: int, theirs: Mapping[int, int]) -> Value:
        values = [theirs[game.opponent] for game in self.games(history, number)]
        return int(half_up(Fraction(sum(values), len(values)))) if values else None


@register
class AveragePerformanceOfOpponents(_MeanOverOpponents):
    """APRO: the mean of the opponents' TPR (article 10.4)."""

    key = "APRO"
    name = _("Average performance of opponents")
    help = _("The mean tournament performance of the opponents met.")
    of = Performance


@register
class AveragePerfectPerformanceOfOpponents(_MeanOverOpponents):
    """APPO: the mean of the opponents' PTP (article 10.5)."""

    key = "APPO"
    name = _("Average perfect performance of opponents")
    help = _("The mean perfect tournament performance of the opponents met.")
    of = PerfectPerformance


def mean_rating(games: Sequence[RatedGame]) -> int:
    """The mean rating of the opponents, whole number, half up."""
    return int(half_up(Fraction(sum(_ratings(games)), len(games))))


def score(games: Sequence[RatedGame]) -> Fraction:
    """Points of the games by 1-½-0, whatever the event gives."""
    return Fraction(sum(game.halves for game in games), 2)


def score_percent(games: Sequence[RatedGame]) -> int:
    """The score in whole percents, half up."""
    return int(half_up(score(games) / len(games) * 100))


def _ratings(games: Sequence[RatedGame]) -> list[int]:
    return [game.rating for game in games]


def _rating_phrase(history: ScoreHistory, game: RatedGame) -> Message:
    return Message(_("%(rating)d (%(name)s)"), {"rating": game.rating, "name": history.names.get(game.opponent, "?")})
