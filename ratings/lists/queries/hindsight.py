"""A player's strength through time as known by all games that were ever played, where a system says so (WHR)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from django.core.cache import cache

from common.cached_values import read_as
from common.release import release
from gipf_engine.ratings.base import KnownOnDay
from gipf_engine.ratings.deviations import TWO_SIDED_95, to_points
from ratings.core.ledger import games_of
from ratings.core.periods import read_periods
from ratings.models import Pool

MOST_GAMES = 5_000
"""A list of more games is not fitted while a reader waits."""
_KEEP_SECONDS = 24 * 3600
_Curves = dict[int, list[KnownOnDay]]


@dataclass(frozen=True, slots=True)
class Hindsight:
    """What is now known of a player on a day on which he played: a rating, and where it lies in 95 cases of 100."""

    day: date
    rating: int
    spread: int
    low: int
    high: int


def hindsight(pool: Pool, person: int) -> list[Hindsight]:
    """The player's curve, the oldest day first; empty where the list's system has none, or the list is too long.

    The fit is kept while list and release stay as they are.
    """
    if not pool.rating_system.knows_better_later:
        return []
    return [_hindsight(known) for known in _curves(pool).get(person, ())]


def _curves(pool: Pool) -> _Curves:
    key = f"rating-hindsight:{release()}:{pool.pk}:{pool.digest}"
    kept = read_as(_Curves, cache.get(key)) if pool.digest else None
    if kept is not None:
        return kept
    found: _Curves = {}
    if games_of(pool).order_by()[: MOST_GAMES + 1].count() <= MOST_GAMES:
        system = pool.rating_system
        periods = read_periods(pool, system)
        found = system.curves([(each.day, each.games) for each in periods], [each.steps for each in periods])
    if pool.digest:
        cache.set(key, found, _KEEP_SECONDS)
    return found


def _hindsight(known: KnownOnDay) -> Hindsight:
    reach = round(TWO_SIDED_95 * known.deviation)
    ends = (to_points(known.rating - reach), to_points(known.rating + reach))
    return Hindsight(date.fromordinal(known.day), to_points(known.rating), to_points(known.deviation), *ends)
