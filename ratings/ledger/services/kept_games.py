"""Keep the games of long lists by day, and compare what is kept with the games themselves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import date, timedelta
from typing import TYPE_CHECKING

from django.db import OperationalError, connection, transaction
from django.db.models import F, Model, Q
from django.utils import timezone

from common.bulk_insert import upsert_rows
from common.bulk_read import copy_rows
from common.jobs import services as jobs
from common.journal.models import Scope
from games.models import Game
from players.models import Club
from ratings.core.periods import read_periods
from ratings.models import ChangedDay, GamesOfDay, KeptGames, Pool
from ratings.pools.services.pools import RATE

if TYPE_CHECKING:
    from ratings.core.kept_games import Reading

CHECK = "check-kept-games"
"""The kind of job that compares kept games with the games; its subject is the pool's id."""
CHECK_EVERY = timedelta(days=1)
LEAST_GAMES = 50_000
"""Fewer are read in a fraction of a second."""
MOST_BYTES = 2_000_000
"""Of one transaction."""
LOCK_SECONDS = 0.1
TRIES = 3


class Moved(Exception):
    """Somebody else writes what belongs to the pool."""


class KeptWrong(Exception):
    """What was kept of a list's games was not what the games say."""


def begin_reading(pool: Pool, *, afresh: bool) -> Reading | None:
    """How a recompute reads the games of a list that keeps them; None for any other. `afresh`: all games themselves."""
    if connection.vendor != "postgresql" or not KeptGames.objects.filter(pool=pool).exists():
        return None
    from ratings.core.kept_games import Reading  # numpy, which small installations on SQLite do without

    return Reading(pool, afresh=afresh)


def keep_games(pool: Pool, reading: Reading | None, version: int, games: int) -> None:
    """Keep what a recompute has read, where the pool's scope is still at `version`; else the next one does it.

    A list that has become long begins to keep its games: from then on each change of them is noted, and the next
    recompute keeps them.
    """
    if reading is None:
        if connection.vendor == "postgresql" and games >= LEAST_GAMES:
            _begin_keeping(pool)
        return
    if not reading.is_news:
        return
    with suppress(Moved):
        *parts, last = _split(_others(reading))
        for part in parts:
            version = _write_part(reading, part, version, is_first=part is parts[0])
        _write_last(reading, last, version)


def _begin_keeping(pool: Pool) -> None:
    """Once in the life of a list. No writer may be under way: what it changes would not be noted."""
    tables = ", ".join(connection.ops.quote_name(model._meta.db_table) for model in _NOTED)
    with suppress(OperationalError), transaction.atomic():  # not now: the next recompute tries again
        with connection.cursor() as cursor:
            cursor.execute(f"SET LOCAL lock_timeout = '{LOCK_SECONDS}s'")
            cursor.execute(f"LOCK TABLE {tables} IN SHARE MODE")
        KeptGames.objects.get_or_create(pool=pool)
        jobs.request(RATE, str(pool.pk))


_NOTED: tuple[type[Model], ...] = (Game, Scope, Club)
"""The tables whose triggers note changes."""
_Rows = Sequence[tuple[date, bytes | None]]


def _others(reading: Reading) -> Mapping[date, bytes | None]:
    """What is to be kept and is not yet. Games are often those that were kept before."""
    if not reading.is_whole:
        return reading.days
    rows = GamesOfDay.objects.filter(pool=reading.pool).order_by().values_list("day", "games")
    there = dict(copy_rows(rows.db, *rows.query.sql_with_params(), ("date", "bytea")))
    return {day: games for day, games in reading.days.items() if there.get(day) != games}


def _split(days: Mapping[date, bytes | None]) -> Iterator[_Rows]:
    """What is to be kept, in parts; one at least."""
    part, size = list[tuple[date, bytes | None]](), 0
    for day, games in sorted(days.items()):
        part.append((day, games))
        size += len(games or b"")
        if size >= MOST_BYTES:
            yield part
            part, size = [], 0
    yield part


def _write_part(reading: Reading, part: _Rows, version: int, *, is_first: bool) -> int:
    """Until the last part is there, what is kept answers no question: nobody takes it."""
    with transaction.atomic():
        _move_version(reading.pool, version)
        if is_first:
            KeptGames.objects.filter(pool=reading.pool).update(read_by="")
        _write_days(reading.pool, part)
    return version + 1


def _write_last(reading: Reading, part: _Rows, version: int) -> None:
    pool = reading.pool
    with transaction.atomic():
        _move_version(pool, version)
        _write_days(pool, part)
        if reading.is_whole:
            GamesOfDay.objects.filter(pool=pool).exclude(day__in=list(reading.days)).delete()
        gone, _by_table = ChangedDay.objects.filter(pk__in=reading.seen).delete()
        if gone != len(reading.seen):  # another recompute has kept them, so it has seen more than this one
            raise Moved
        KeptGames.objects.filter(pool=pool).update(read_by=reading.read_by)


def _move_version(pool: Pool, version: int) -> None:
    """Whoever read something before this must begin anew."""
    if not Scope.objects.filter(key=pool.scope, version=version).update(version=F("version") + 1):
        raise Moved


def _write_days(pool: Pool, part: _Rows) -> None:
    there = [(pool.pk, day, games) for day, games in part if games is not None]
    upsert_rows(GamesOfDay, ("pool_id", "day"), ("pool_id", "day", "games"), there)
    gone = [day for day, games in part if games is None]
    if gone:
        GamesOfDay.objects.filter(pool=pool, day__in=gone).delete()


def request_due_checks() -> None:
    """Ask for the lists whose kept games were not compared with the games for a day."""
    due = KeptGames.objects.filter(Q(checked_at=None) | Q(checked_at__lte=timezone.now() - CHECK_EVERY))
    jobs.request_many(CHECK, (str(pool) for pool in due.values_list("pool", flat=True)))


def check_kept_games(pool_id: int) -> None:
    """Compare what is kept with the games. Where it differs it is forgotten, the list rated anew, and `KeptWrong`
    raised: something has changed a game that no trigger has noted."""
    pool = Pool.objects.filter(pk=pool_id).first()
    if pool is None or not KeptGames.objects.filter(pool=pool).exists():
        return
    if are_kept_games_right(pool):
        KeptGames.objects.filter(pool=pool).update(checked_at=timezone.now())
        return
    with transaction.atomic():
        KeptGames.objects.filter(pool=pool).update(read_by="")
        jobs.request(RATE, str(pool.pk))
    raise KeptWrong(f"the kept games of pool {pool_id} were not those of the games; they are read anew")


def are_kept_games_right(pool: Pool) -> bool:
    """Whether reading what is kept comes to the same as reading all games. True where nothing is kept.

    Games may change between the two, so that a difference is looked at again.
    """
    if begin_reading(pool, afresh=False) is None:
        return True
    system = pool.rating_system
    for _try in range(TRIES):
        reading = begin_reading(pool, afresh=False)
        if read_periods(pool, system, reading) == read_periods(pool, system):
            return True
    return False
