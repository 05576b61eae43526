"""FIDE's initial rating from results (B.02, articles 7 and 8.2, in force since 1 March 2024), as whole numbers.

A newcomer's games against rated players are pooled, event by event, until they are enough. What the articles leave
open is read so: "26 months" are calendar months, that of the last event among them; an event without a point is left
out whenever nothing else is pooled, as though it had not been played; halves are rounded upwards.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple

from gipf_engine.ratings.fide_tables import FULL, rating_difference

ADDED = 2
"""Draws against `initial_mean` that are added to a newcomer's games (8.2.2): a point in two games."""
_TENTHS = 10
_MONTHS = 12


class PooledEvent(NamedTuple):
    """What a person without a rating did against rated players in one event: by game their rating and the own score.

    `day` as an ordinal number, scores in tenths of a point, games sorted.
    """

    day: int
    games: tuple[tuple[int, int], ...]

    @property
    def score(self) -> int:
        """All points, in tenths."""
        return sum(score for _rating, score in self.games)


@dataclass(frozen=True, slots=True)
class InitialRating:
    """The sum behind an initial rating.

    `opponents` (a sum of ratings), `games` and `score` (tenths) hold the added draws, `percentage` is in hundredths;
    `total` is the rating times the games before it is rounded, `rating` is rounded, and at most the greatest.
    """

    opponents: int
    games: int
    score: int
    percentage: int
    difference: int
    total: int
    rating: int


class InitialRule:
    """When a newcomer gets a rating, and which, by a pool's parameters (`initial_…`)."""

    def __init__(self, parameters: Mapping[str, int]) -> None:
        keys = ("initial_games", "initial_months", "initial_mean", "initial_floor", "initial_top")
        self.games, self.months, self.mean, self.floor, self.top = (parameters[key] for key in keys)

    def pool(self, events: Iterable[PooledEvent], day: int) -> list[PooledEvent]:
        """The events, the oldest first, that still count on `day`: recent enough, and not begun by one of no point."""
        kept: list[PooledEvent] = []
        for event in events:
            if _month(day) - _month(event.day) < self.months and (kept or event.score):
                kept.append(event)
        return kept

    def rate(self, pooled: Sequence[PooledEvent]) -> InitialRating | None:
        """The rating of the one who played these events; None while there is none: too few games, or too low."""
        played = [game for event in pooled for game in event.games]
        if len(played) < self.games:
            return None
        found = self.work_out(played)
        return found if found.rating >= self.floor else None

    def work_out(self, played: Sequence[tuple[int, int]]) -> InitialRating:
        """The sum over games (opponent's rating, own score in tenths), however many they are."""
        games, opponents = len(played) + ADDED, sum(rating for rating, _score in played) + ADDED * self.mean
        score = sum(score for _rating, score in played) + ADDED * _TENTHS // 2
        percentage = (2 * FULL * score + _TENTHS * games) // (2 * _TENTHS * games)
        difference = rating_difference(percentage)
        total = opponents + difference * games
        rating = min((2 * total + games) // (2 * games), self.top)
        return InitialRating(opponents, games, score, percentage, difference, total, rating)


def _month(day: int) -> int:
    on = date.fromordinal(max(day, 1))
    return _MONTHS * on.year + on.month
