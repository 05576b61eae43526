"""Which numbers the games of a list propose, and whom they would change. A worker finds them; nothing is stored."""

from __future__ import annotations

import logging
import pickle
from collections.abc import Mapping
from dataclasses import dataclass

from django.core.cache import cache

from common.cached_values import read_as
from common.limited_process import LimitReached, Limits, run
from common.release import release
from gipf_engine.ratings.base import Parameter, System
from gipf_engine.ratings.deviations import HANDICAP_WORTH
from gipf_engine.ratings.fitting import FEWEST_GAMES, FittedParameter
from gipf_engine.ratings.proposals import Proposal, ProposalWork
from players.core.queries.records import names
from ratings.core.ledger import games_by_record
from ratings.core.periods import read_periods
from ratings.models import Pool, Rating

log = logging.getLogger(__name__)

MOST_GAMES = 50_000
"""A list of more games is fitted by `python -m gipf_engine rategames --fit`, not by a worker."""
LIMITS = Limits(cpu_seconds=150, wall_seconds=170, memory=1200 * 2**20)
"""A list of 25,000 games takes 15 to 30 s; no job may take longer than 180."""
KEEP_SECONDS = 7 * 24 * 3600
MOST_SHOWN = 50
"""Players of whom the page tells what would change, those that would move furthest."""
_WORK = "gipf_engine.ratings.proposals:propose_packed"


class NotFittedYet(Exception):
    """A worker has not fitted this list as it is now: ask for it."""


@dataclass(frozen=True, slots=True)
class Tried:
    """What a worker came to; no proposal where the work needed more time or memory than it may have."""

    proposal: Proposal | None


@dataclass(frozen=True, slots=True)
class ChangedPlayer:
    """A player whose rating would be another one, and the ranks among all who have one."""

    person: int
    name: str
    now: int
    then: int
    rank_now: int
    rank_then: int

    @property
    def change(self) -> int:
        """By how much the rating would be higher."""
        return self.then - self.now


@dataclass(frozen=True, slots=True)
class ShownParameter:
    """A fitted parameter beside what the system says of it, written as on the page of settings."""

    known: Parameter
    found: FittedParameter

    def _write(self, value: int) -> str:
        text = f"{value / 10**self.known.digits:.{self.known.digits}f}"
        return text.replace("-", "−")

    @property
    def now(self) -> str:
        return self._write(self.found.now)

    @property
    def estimate(self) -> str:
        return self._write(self.found.estimate)

    @property
    def proposed(self) -> str:
        return self._write(self.found.proposed)

    @property
    def low(self) -> str:
        return self._write(self.found.low)

    @property
    def high(self) -> str:
        return self._write(self.found.high)


def can_be_fitted(system: System) -> bool:
    """Whether a system has parameters that games can tell."""
    return bool(system.fitted)


def count_games(pool: Pool, most: int) -> int:
    """How many games the list rates, `most` at most."""
    return games_by_record(pool).order_by()[:most].count()


def is_too_long(pool: Pool, games: int) -> bool:
    """Whether a list of so many games is not fitted by a worker."""
    return games > min(MOST_GAMES, pool.rating_system.most_judged)


def pool_fit(pool: Pool) -> Tried | None:
    """What the games of a list propose; None where it has too few, too many, or a system that has nothing to fit.

    Kept while list and release stay as they are. Raises `NotFittedYet`.
    """
    kept = read_as(Tried, cache.get(_cache_key(pool)))
    if kept is not None:
        return kept
    games = count_games(pool, MOST_GAMES + 1)
    if not can_be_fitted(pool.rating_system) or games < FEWEST_GAMES or is_too_long(pool, games):
        return None
    raise NotFittedYet


def fit_pool(pool: Pool) -> None:
    """Fit the list as it is now, in a process of its own, and keep what was found."""
    key = _cache_key(pool)
    system = pool.rating_system
    if read_as(Tried, cache.get(key)) is not None or not can_be_fitted(system):
        return
    periods = read_periods(pool, _telling_steps(system))
    if is_too_long(pool, sum(period.size for period in periods)):
        return
    work = ProposalWork(system, [(each.day, each.games) for each in periods], [each.steps for each in periods])
    try:
        made = run(_WORK, pickle.dumps(work), LIMITS, lane="job")
    except LimitReached as limit:
        log.warning("list %d is not fitted: %s", pool.pk, limit)
        cache.set(key, Tried(None), KEEP_SECONDS)
        return
    proposal: Proposal = pickle.loads(made)  # noqa: S301  of our own process, which read numbers alone
    cache.set(key, Tried(proposal), KEEP_SECONDS)


def shown_parameters(system: System, proposal: Proposal) -> list[ShownParameter]:
    """The fitted parameters, in the order of the settings."""
    known = {each.key: each for each in system.all_known()}
    return [ShownParameter(known[each.key], each) for each in (proposal.fit.parameters if proposal.fit else ())]


def changed_players(pool: Pool, then: Mapping[int, int]) -> list[ChangedPlayer]:
    """Whom other ratings would move, the furthest first. Two queries."""
    now = dict(Rating.objects.filter(pool=pool).order_by().values_list("person", "value"))
    moved = sorted(
        (person for person in now.keys() & then.keys() if now[person] != then[person]),
        key=lambda person: (-abs(then[person] - now[person]), person),
    )
    told, ranks_now, ranks_then = names(moved), _ranks(now), _ranks(then)
    return [
        ChangedPlayer(person, told.get(person, ""), now[person], then[person], ranks_now[person], ranks_then[person])
        for person in moved
    ]


def _ranks(ratings: Mapping[int, int]) -> dict[int, int]:
    """From 1; equal ratings share a rank."""
    first: dict[int, int] = {}
    for place, rating in enumerate(sorted(ratings.values(), reverse=True), start=1):
        first.setdefault(rating, place)
    return {person: first[rating] for person, rating in ratings.items()}


def _telling_steps(system: System) -> System:
    """The system, made to weigh handicaps where it could and the list counts games with them: so steps are read."""
    if HANDICAP_WORTH.key not in system.fitted or system.weighs_handicap or not system.rates_handicap:
        return system
    return type(system)(system.parameters | {HANDICAP_WORTH.key: 1})


def _cache_key(pool: Pool) -> str:
    """A digest is that of the ledger, so of games, system and numbers."""
    return f"rating-fit:{release()}:{pool.pk}:{pool.digest}"
