"""How well each rating system predicts the games of a list, each game from what was known before its event."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.core.cache import cache

from common.release import release
from engine.messages import Message
from engine.ratings import System, all_systems, system_for
from engine.ratings.base import Game
from engine.ratings.evidence import Evidence, forecasts, judge
from engine.ratings.first_move import FirstMove, estimate_first_move
from ratings.ledger import periods_of
from ratings.models import Pool

MOST_GAMES = 50_000
"""A list of more games is judged by `python -m engine rategames --evidence`, not while a reader waits."""
KEEP_SECONDS = 7 * 24 * 3600


@dataclass(frozen=True, slots=True)
class SystemEvidence:
    """How a system predicts the games of a list; `is_own`: the list is rated by it, with the numbers of the list.

    `first_move` is what beginning is worth by its forecasts, which do not know who begins.
    """

    key: str
    name: Message
    is_own: bool
    evidence: Evidence
    first_move: FirstMove


def pool_evidence(pool: Pool) -> list[SystemEvidence] | None:
    """What every registered system, the list's own first, would have predicted; none without games, None for too many.

    Systems that are not the list's have their default numbers; slow ones are left out of longer lists. Kept while list
    and release stay as they are.
    """
    key = _cache_key(pool)
    kept: list[SystemEvidence] | None = cache.get(key) if pool.digest else None
    if kept is not None:
        return kept
    periods = [(day.toordinal(), list(games)) for (day, _occasion), games in periods_of(pool)]
    games = sum(len(played) for _day, played in periods)
    if games > MOST_GAMES:
        return None
    systems = [system for system in _systems(pool) if 0 < games <= system.most_judged]
    found = [_judge(pool, system, periods) for system in systems]
    if pool.digest:
        cache.set(key, found, KEEP_SECONDS)
    return found


def _cache_key(pool: Pool) -> str:
    """The digest is that of the ledger, so of games, system and numbers."""
    return f"rating-evidence:{release()}:{pool.pk}:{pool.digest}"


def _systems(pool: Pool) -> list[System]:
    return [pool.rating_system, *(system_for(key) for key in sorted(all_systems()) if key != pool.system)]


def _judge(pool: Pool, system: System, periods: Sequence[tuple[int, Sequence[Game]]]) -> SystemEvidence:
    found, blind = forecasts(system, periods), system.without_first_move()
    first_move = estimate_first_move(found if blind is system else forecasts(blind, periods))
    return SystemEvidence(system.key, Message(system.name), system.key == pool.system, judge(found), first_move)
