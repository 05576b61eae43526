"""The ledger of a pool from its games: from nothing, or from the last checkpoint that the games of today lead to."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import accumulate

from ratings.core.courses import course_of
from ratings.core.ledger import Ledger, standings_of
from ratings.core.lines import value_keys
from ratings.core.periods import Period, read_periods
from ratings.models import Checkpoint, Pool

LEAST_GAMES = 1_000
"""A shorter list is rated from nothing: that is done before a checkpoint is read."""
MOST_CHECKPOINTS = 10


@dataclass(frozen=True)
class Replayed:
    """A ledger, the checkpoints that a next recompute may begin from, and the day it was rated from, None for all.

    `games` were read, with the fingerprint `input_digest`; `taken_up` is the day of the checkpoint, None for nothing.
    """

    ledger: Ledger
    new: Sequence[Checkpoint] = ()
    kept: frozenset[int] = frozenset()
    rated_from: date | None = None
    games: int = 0
    input_digest: str = ""
    taken_up: date | None = None


def replay(pool: Pool) -> Ledger:
    """The ledger from nothing: every event's games together, against the ratings before it."""
    return replay_from(pool, None).ledger


def _report_nothing(_done: int, _games: int) -> None:
    pass


def replay_from(
    pool: Pool,
    stored: Mapping[int, bytes] | None,
    tell: Callable[[int, int], None] = _report_nothing,
) -> Replayed:
    """Rate what a checkpoint does not cover, and put it behind the lines of before.

    `stored` are the lines of the table, known to be those of the last recompute; None to rate from nothing. `tell` is
    called after each period: how many games are rated, and how many there are.
    """
    system, keys = pool.rating_system, value_keys(pool)
    periods = read_periods(pool, system)
    sums = list(accumulate(period.size for period in periods))
    course = course_of(system, len(keys), periods)
    last, kept = -1, {}
    if stored is not None and sums and sums[-1] >= LEAST_GAMES:
        kept = _valid(pool, periods)
        last = max(kept, default=-1)
        if kept:
            course.take_up(bytes(kept[last].state), bytes(kept[last].counts))
    places = _checkpoint_places(sums, kept) if sums and sums[-1] >= LEAST_GAMES else set()
    new = []
    for place, period in enumerate(periods[last + 1 :], start=last + 1):
        course.rate(period)
        tell(sums[place], sums[-1])
        if place in places:
            new.append(_checkpoint(pool, period, sums[place], *course.dump()))
    histories = course.histories(stored or {})
    return Replayed(
        Ledger(keys, histories, standings_of(histories, system, keys)),
        new,
        frozenset(each.pk for place, each in kept.items() if place in places),
        date.fromordinal(periods[last + 1].day) if last >= 0 and last + 1 < len(periods) else None,
        sums[-1] if sums else 0,
        periods[-1].digest.hex() if periods else "",
        kept[last].day if last >= 0 else None,
    )


def _valid(pool: Pool, periods: Sequence[Period]) -> dict[int, Checkpoint]:
    """The checkpoints that the games of today lead to, by the place of their period; the last alone with its state."""
    places = {period.digest: place for place, period in enumerate(periods)}
    found = Checkpoint.objects.filter(pool=pool).defer("state", "counts")
    return {places[bytes(each.digest)]: each for each in found if bytes(each.digest) in places}


def _checkpoint(pool: Pool, period: Period, games: int, state: bytes, counts: bytes) -> Checkpoint:
    day = date.fromordinal(period.day)
    return Checkpoint(pool=pool, day=day, games=games, digest=period.digest, state=state, counts=counts)


def _checkpoint_places(sums: Sequence[int], kept: Iterable[int]) -> set[int]:
    """After which periods there shall be checkpoints: the last two, and so often that ten divide the games.

    Those that are there stay where they are not too close to one another.
    """
    step, reached, places = sums[-1] / MOST_CHECKPOINTS, 0, {len(sums) - 1, max(len(sums) - 2, 0)}
    there = set(kept)
    for place, games in enumerate(sums):
        if games - reached >= step or (place in there and games - reached >= step / 2):
            places.add(place)
            reached = games
    return places
