"""The performance of an entrant against those of the opponents who have a rating (B.02, article 1.4.8)."""

from __future__ import annotations

from dataclasses import dataclass

from gipf_engine.ratings.fide_tables import performance
from gipf_engine.tournament.crosstable import CrossTable
from gipf_engine.tournament.standings.expectancy import expected_percent
from gipf_engine.tournament.standings.performance import HALVES
from gipf_engine.tournament.standings.score_history import score_history

TENTHS_OF_HALF, PERCENTS_OF_TENTH = 5, 10


@dataclass(frozen=True, slots=True)
class RatedGames:
    """Games over the board against opponents with a rating: these, and the score in tenths of a point."""

    opponents: tuple[int, ...]
    score: int

    @property
    def performance(self) -> int | None:
        """The rating that goes with the score; None without a game."""
        return performance(list(self.opponents), self.score) if self.opponents else None

    def expected(self, rating: int) -> int:
        """The score in tenths of a point that a rating promises, to the nearest."""
        return round(sum(expected_percent(rating, other) for other in self.opponents) / PERCENTS_OF_TENTH)


def rated_games(table: CrossTable, number: int) -> RatedGames:
    """An entrant's games against rated opponents. A win counts one point, a draw half of one, as rating lists do."""
    history = score_history(table)
    games = [
        (rating, HALVES[side.outcome])
        for line in history.lines[number]
        for side in line.games
        if side.played and side.outcome is not None and (rating := history.ratings.get(line.opponent or 0)) is not None
    ]
    return RatedGames(
        tuple(rating for rating, _halves in games), TENTHS_OF_HALF * sum(halves for _each, halves in games)
    )


def performance_rating(table: CrossTable, number: int) -> int | None:
    """The rating that goes with an entrant's score over the board against rated opponents; None without any.

    A win counts one point and a draw half of one, whatever they are worth in the event. Unlike the tie-break TPR it
    says something where not everybody is rated.
    """
    return rated_games(table, number).performance
