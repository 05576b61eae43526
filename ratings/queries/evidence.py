"""How well each rating system predicts the games of a list, each game from what was known before its event."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace
from datetime import date

from django.core.cache import cache

from common.release import release
from engine.messages import Message
from engine.ratings import System, all_systems, system_for
from engine.ratings.base import WIN
from engine.ratings.evidence import Evidence, forecasts, judge
from engine.ratings.first_move import FirstMove, estimate_first_move
from engine.ratings.handicaps import HandicapWorth, UnequalGame, estimate_handicaps
from engine.rules import all_rules
from ratings.ledger import EVEN, SCORES, games_by_record, games_of
from ratings.models import Pool
from ratings.periods import Period, read_periods
from ratings.queries.side_by_side import others_of

MOST_GAMES = 50_000
"""A list of more games is judged by `python -m engine rategames --evidence`, not while a reader waits."""
KEEP_SECONDS = 7 * 24 * 3600


@dataclass(frozen=True, slots=True)
class SystemEvidence:
    """How a system predicts the games of a list; `is_own`: this pool is rated by it, with the numbers of the pool.

    `is_beside`: the list is rated by it as well, with the numbers of that pool. `first_move` is what beginning is worth
    by its forecasts, which do not know who begins; `handicaps` what handicaps are worth, of the own system alone.
    """

    key: str
    name: Message
    is_own: bool
    is_beside: bool
    evidence: Evidence
    first_move: FirstMove
    handicaps: Sequence[HandicapWorth] = ()


def pool_evidence(pool: Pool) -> list[SystemEvidence] | None:
    """What every registered system, the list's own first, would have predicted; none without games, None for too many.

    Systems by which the list is not rated have their default numbers; slow ones are left out of longer lists. Kept
    while list and release stay as they are.
    """
    others = {other.system: other for other in others_of(pool)}
    key = _cache_key(pool, others.values())
    kept: list[SystemEvidence] | None = cache.get(key) if pool.digest else None
    if kept is not None:
        return kept
    if games_by_record(pool).order_by()[: MOST_GAMES + 1].count() > MOST_GAMES:
        return None
    periods = read_periods(pool, pool.rating_system)
    games = sum(period.size for period in periods)
    systems = [system for system in _systems(pool, others) if 0 < games <= system.most_judged]
    found = [_judge(pool, system, periods, is_beside=system.key in others) for system in systems]
    if found:
        found[0] = replace(found[0], handicaps=_handicaps(pool))
    if pool.digest:
        cache.set(key, found, KEEP_SECONDS)
    return found


def _handicaps(pool: Pool) -> list[HandicapWorth]:
    """What handicaps are worth in the games of the list's rules, by the ratings of those without one.

    So the estimate does not follow what the list counts.
    """
    rules = all_rules().get(pool.rules)
    if rules is None:
        return []
    counting, even, swap = copy(pool), copy(pool), rules().swap_handicap
    counting.parameters = pool.parameters | {"rate_handicap": 1}
    even.parameters = pool.parameters | {"rate_handicap": 0}
    columns = ("counts_from", "occasion", "white_person", "black_person", "counted", "handicap")
    rows = games_of(counting).exclude(handicap__in=EVEN).values_list(*columns)
    unequal: defaultdict[tuple[date, int], list[UnequalGame]] = defaultdict(list)
    for day, occasion, white, black, result, handicap in rows:
        score, key = SCORES[result], max(handicap, swap(handicap))  # 2/0 is the same to White as 0/2 to Black
        seen = UnequalGame(key, white, black, score) if key == handicap else UnequalGame(key, black, white, WIN - score)
        unequal[day, occasion].append(seen)
    if not unequal:
        return []
    found = read_periods(even, even.rating_system)
    rated = {(date.fromordinal(period.day), period.occasion): period.games for period in found}
    events = sorted({*rated, *unequal})
    periods = ((event[0].toordinal(), rated.get(event, []), unequal.get(event, [])) for event in events)
    return estimate_handicaps(even.rating_system.without_first_move(), periods)


def _cache_key(pool: Pool, others: Iterable[Pool]) -> str:
    """A digest is that of the ledger, so of games, system and numbers."""
    beside = "".join(f":{other.pk}:{other.digest}" for other in others)
    return f"rating-evidence:{release()}:{pool.pk}:{pool.digest}{beside}"


def _systems(pool: Pool, others: Mapping[str, Pool]) -> list[System]:
    """That of the pool, those by which the list is also rated, and all others."""
    rating = [pool.rating_system, *(other.rating_system for other in others.values())]
    left = sorted(all_systems().keys() - {system.key for system in rating})
    return [*rating, *(system_for(key) for key in left)]


def _judge(pool: Pool, system: System, periods: Sequence[Period], *, is_beside: bool) -> SystemEvidence:
    rated, steps = [(period.day, period.games) for period in periods], [period.steps for period in periods]
    found, blind = forecasts(system, rated, steps), system.without_first_move()
    first_move = estimate_first_move(found if blind is system else forecasts(blind, rated, steps))
    is_own, name = system.key == pool.system, Message(system.name)
    return SystemEvidence(system.key, name, is_own, is_beside, judge(found), first_move)
