"""How well each rating system predicts the games of a list, each game from what was known before its event."""

from __future__ import annotations

import logging
import pickle
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from datetime import date

from django.core.cache import cache

from common.cached_values import read_as
from common.limited_process import LimitReached, Limits, run
from common.release import release
from gipf_engine.messages import Message
from gipf_engine.ratings import System, all_systems, system_for
from gipf_engine.ratings.base import WIN
from gipf_engine.ratings.evidence import Evidence
from gipf_engine.ratings.first_move import FirstMove
from gipf_engine.ratings.handicaps import HandicapWorth, UnequalGame
from gipf_engine.ratings.judging import HandicapPeriod, Judged, Work
from gipf_engine.rules import all_rules
from ratings.core.ledger import EVEN, SCORES, games_by_record, games_of
from ratings.core.periods import Period, read_periods
from ratings.models import Pool
from ratings.pools.queries import others_of

log = logging.getLogger(__name__)

MOST_GAMES = 50_000
"""A list of more games is judged by `python -m gipf_engine rategames --evidence`, not by a worker."""
LIMITS = Limits(cpu_seconds=90, wall_seconds=100, memory=1200 * 2**20)
"""Of one system. Most take some seconds; the first that is compiled takes twenty."""
_WORK = "gipf_engine.ratings.judging:judge_packed"
KEEP_SECONDS = 7 * 24 * 3600


class NotJudgedYet(Exception):
    """A worker has not judged this list as it is now: ask for it."""


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

    Systems by which the list is not rated have their default numbers; slow ones are left out of longer lists. A worker
    computes it (`judge_next_system`), and it is kept while list and release stay as they are. Raises `NotJudgedYet`.
    """
    others = {other.system: other for other in others_of(pool)}
    kept = read_as(list[SystemEvidence], cache.get(_cache_key(pool, others.values())))
    if kept is not None:
        return kept
    count = games_by_record(pool).order_by()[: MOST_GAMES + 1].count()
    if count > MOST_GAMES:
        return None
    if count == 0:
        return []
    raise NotJudgedYet


def judge_next_system(pool: Pool) -> bool:
    """Judge one more system by the games of a list; whether that was the last. What needs too much is left out."""
    others = {other.system: other for other in others_of(pool)}
    key = _cache_key(pool, others.values())
    if read_as(list[SystemEvidence], cache.get(key)) is not None:
        return True
    periods = read_periods(pool, pool.rating_system)
    games = sum(period.size for period in periods)
    if games > MOST_GAMES:
        return True
    systems = [system for system in _systems(pool, others) if 0 < games <= system.most_judged]
    parts = {system.key: f"{key}:{system.key}" for system in systems}
    kept = {part: read_as(list[SystemEvidence], each) for part, each in cache.get_many(parts.values()).items()}
    known = {part: found for part, found in kept.items() if found is not None}
    missing = [system for system in systems if parts[system.key] not in known]
    if missing:
        system = missing[0]
        found = _judge(pool, system, periods, is_beside=system.key in others)
        known[parts[system.key]] = found
        cache.set(parts[system.key], found, KEEP_SECONDS)
    if len(missing) > 1:
        return False
    cache.set(key, [each for part in parts.values() for each in known[part]], KEEP_SECONDS)
    return True


def _unequal_games(pool: Pool) -> tuple[System, list[HandicapPeriod]] | None:
    """The games with a handicap of the list's rules, and the system that rates those without one; None without any.

    So the estimate does not follow what the list counts.
    """
    rules = all_rules().get(pool.rules)
    if rules is None:
        return None
    counting, even, swap = copy(pool), copy(pool), rules().swap_handicap
    counting.parameters = pool.parameters | {"rate_handicap": 1}
    even.parameters = pool.parameters | {"rate_handicap": 0}
    columns = ("counts_from", "parent_scope", "white_person", "black_person", "counted", "handicap")
    rows = games_of(counting).exclude(handicap__in=EVEN).values_list(*columns)
    unequal: defaultdict[tuple[date, int], list[UnequalGame]] = defaultdict(list)
    for day, parent_scope, white, black, result, handicap in rows:
        score, key = SCORES[result], max(handicap, swap(handicap))  # 2/0 is the same to White as 0/2 to Black
        seen = UnequalGame(key, white, black, score) if key == handicap else UnequalGame(key, black, white, WIN - score)
        unequal[day, parent_scope].append(seen)
    if not unequal:
        return None
    found = read_periods(even, even.rating_system)
    rated = {(date.fromordinal(period.day), period.parent_scope): period.games for period in found}
    events = sorted({*rated, *unequal})
    periods: list[HandicapPeriod] = [
        (event[0].toordinal(), rated.get(event, []), unequal.get(event, [])) for event in events
    ]
    return even.rating_system.without_first_move(), periods


def _cache_key(pool: Pool, others: Iterable[Pool]) -> str:
    """A digest is that of the ledger, so of games, system and numbers."""
    beside = "".join(f":{other.pk}:{other.digest}" for other in others)
    return f"rating-evidence:{release()}:{pool.pk}:{pool.digest}{beside}"


def _systems(pool: Pool, others: Mapping[str, Pool]) -> list[System]:
    """That of the pool, those by which the list is also rated, and all others."""
    rating = [pool.rating_system, *(other.rating_system for other in others.values())]
    left = sorted(all_systems().keys() - {system.key for system in rating})
    return [*rating, *(system_for(key) for key in left)]


def _judge(pool: Pool, system: System, periods: Sequence[Period], *, is_beside: bool) -> list[SystemEvidence]:
    """The system's evidence, by a process of its own; nothing where that needs too much."""
    is_own = system.key == pool.system
    rated, steps = [(period.day, period.games) for period in periods], [period.steps for period in periods]
    work = Work(system, rated, steps, _unequal_games(pool) if is_own else None)
    try:
        made = run(_WORK, pickle.dumps(work), LIMITS, lane="job")
    except LimitReached as limit:
        log.warning("list %d is not judged by %s: %s", pool.pk, system.key, limit)
        return []
    judged: Judged = pickle.loads(made)  # noqa: S301  of our own process, which read numbers alone
    name = Message(system.name)
    return [SystemEvidence(system.key, name, is_own, is_beside, judged.evidence, judged.first_move, judged.handicaps)]
