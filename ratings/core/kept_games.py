"""Reading the games of a list from PostgreSQL: all of them, or what is kept of them with the days that changed since.

A row an event, or a kept day, crosses the connection, not a row a game, and nothing as text.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date
from itertools import groupby
from operator import itemgetter
from typing import Any

import numpy as np
from django.db import connection, router
from django.db.models import Case, F, Q, QuerySet, Value, When

from common.bulk_read import copy_rows
from games.models import Game
from gipf_engine.ratings.columns.state import Ints
from players.models import Person
from ratings.core.arrays import Merges, elements
from ratings.core.ledger import SCORES, games_by_record
from ratings.models import Pool
from ratings.models.kept import ChangedDay, GamesOfDay, KeptGames

Event = tuple[date, int, list[Ints]]
"""Day, occasion, and the columns White, Black and others, seats as records."""
_MERGES, _CHANGES, _GAMES = range(3)
_EVER = 0


@dataclass
class Reading:
    """What one recompute reads of a list's games, and what is to be kept of it.

    `afresh`: kept games are not believed. Afterwards `read_by` is the fingerprint of the question, `is_whole` says
    whether all games were read themselves, `seen` are the changes (`ChangedDay`) that this takes into account, and
    `days` what is to be kept anew by day, None where a day has no games any more.
    """

    pool: Pool
    afresh: bool = False
    read_by: str = ""
    is_whole: bool = True
    seen: tuple[int, ...] = ()
    days: dict[date, bytes | None] = field(default_factory=dict)

    @property
    def is_news(self) -> bool:
        """Whether something was read that may not be kept yet."""
        return self.is_whole or bool(self.seen)


def read_events(pool: Pool, numbers: Sequence[Case], reading: Reading | None) -> Iterator[Event]:
    """Day, occasion and columns of each event in order, seats as persons; games of one person alone are left out.

    One query, at most three with a `reading`.
    """
    games = games_by_record(pool)
    read_by = hashlib.sha256(repr(_game_columns(games, numbers).query.sql_with_params()).encode()).hexdigest()
    found = None
    if reading is not None:
        reading.read_by, kept = read_by, KeptGames.objects.filter(pool=pool, read_by=read_by).exists()
        found = _read_changed(games, numbers, reading) if kept and not reading.afresh else None
    if found is None:
        found = _read_whole(games, numbers, reading)
    events, merges = found
    for day, occasion, (white, black, *others) in events:
        white, black = merges.canonical(white), merges.canonical(black)
        two = white != black
        if two.any():
            yield day, occasion, [column[two] for column in (white, black, *others)]


def _read_whole(games: QuerySet[Game], numbers: Sequence[Case], reading: Reading | None) -> tuple[list[Event], Merges]:
    parts = [_of_merges(len(numbers)), _of_events(_game_columns(games, numbers), len(numbers))]
    if reading is not None:
        parts.append(_of_changes(reading.pool, len(numbers)))
    merges, changes, events, _kept = _ask(parts, len(numbers))
    if reading is not None:
        reading.is_whole, reading.seen = True, tuple(changes)
        reading.days = {day: pack_day(list(of_day)) for day, of_day in groupby(events, key=itemgetter(0))}
    return events, merges


def _read_changed(
    games: QuerySet[Game], numbers: Sequence[Case], reading: Reading
) -> tuple[list[Event], Merges] | None:
    """Kept days, and the games of those that changed, of one moment. None where everything may have changed."""
    pool, others = reading.pool, len(numbers)
    marked = ChangedDay.objects.filter(pool=pool, day__isnull=False).values("day")
    of_changed = games.filter(Q(("counts_from__in", marked)))
    parts = [_of_merges(others), _of_changes(pool, others), _of_kept_days(pool, others)]
    parts.append(_of_events(_game_columns(of_changed, numbers), others))
    merges, changes, events, kept = _ask(parts, others)
    if _EVER in changes.values():
        return None
    reading.is_whole, reading.seen = False, tuple(changes)
    again = {day: list(of_day) for day, of_day in groupby(events, key=itemgetter(0))}
    changed = {date.fromordinal(day) for day in changes.values()}
    reading.days = {day: pack_day(again[day]) if day in again else None for day in changed}
    for day, games_of_day in kept:
        events.extend((day, occasion, columns) for occasion, columns in unpack_day(games_of_day))
    return sorted(events, key=itemgetter(0, 1)), merges


def write_games(pool: Pool) -> Iterator[tuple[date, int, str]]:
    """Day by day how many games the pool rates, and a line of each: day, id, occasion, White, Black and result."""
    codes = list(SCORES)
    number = Case(*(When(counted=code, then=Value(place)) for place, code in enumerate(codes)))
    numbers = (number, F("pk"))
    parts = [_of_merges(len(numbers)), _of_events(_game_columns(games_by_record(pool), numbers), len(numbers))]
    merges, _changes, events, _kept = _ask(parts, len(numbers))
    for day, of_day in groupby(events, key=itemgetter(0)):
        lines = list[str]()
        for _day, occasion, (white, black, result, game) in of_day:
            white, black = merges.canonical(white), merges.canonical(black)
            two = white != black
            line = f"{day};%d;{occasion};%d;%d;%s\n"
            results = [codes[place] for place in result[two].tolist()]
            columns = (column[two].tolist() for column in (game, white, black))
            lines += [line % row for row in zip(*columns, results, strict=True)]
        if lines:
            yield day, len(lines), "".join(lines)


def _game_columns(games: QuerySet[Game], numbers: Sequence[Case | F]) -> QuerySet[Game, Any]:
    return games.values_list("counts_from", "occasion", "white", "black", *numbers)


Part = tuple[str, Sequence[Any]]
"""A query of the columns kind, day, occasion and as many of bytes as a game has, and its values."""


def _of_merges(numbers: int) -> Part:
    """The few records that were merged into others. Joining them to a million games would take as long as all else."""
    table = connection.ops.quote_name(Person._meta.db_table)
    columns = f"array_send(array_agg(id)), array_send(array_agg(merged_into_id)){_no_bytes(numbers)}"
    where = "WHERE merged_into_id IS NOT NULL"
    return f"SELECT {_MERGES}, NULL::date, NULL::bigint, {columns} FROM {table} {where}", ()  # noqa: S608


def _of_changes(pool: Pool, numbers: int) -> Part:
    table = connection.ops.quote_name(ChangedDay._meta.db_table)
    days = f"coalesce(day - DATE '0001-01-01' + 1, {_EVER})::bigint"
    columns = f"array_send(array_agg(id)), array_send(array_agg({days})){_no_bytes(numbers)}"
    return f"SELECT {_CHANGES}, NULL::date, NULL::bigint, {columns} FROM {table} WHERE pool_id = %s", (pool.pk,)  # noqa: S608


def _of_kept_days(pool: Pool, numbers: int) -> Part:
    """The days that did not change since."""
    kept, changed = (connection.ops.quote_name(model._meta.db_table) for model in (GamesOfDay, ChangedDay))
    lacking = f"NOT EXISTS (SELECT 1 FROM {changed} c WHERE c.pool_id = k.pool_id AND c.day = k.day)"  # noqa: S608
    columns = f"k.games, NULL::bytea{_no_bytes(numbers)}"
    of_pool = f"FROM {kept} k WHERE k.pool_id = %s AND {lacking}"
    return f"SELECT {_GAMES}, k.day, NULL::bigint, {columns} {of_pool}", (pool.pk,)


def _of_events(games: QuerySet[Game, Any], numbers: int) -> Part:
    query, values = games.query.sql_with_params()
    names = ["white", "black", *(f"number{place}" for place in range(numbers))]
    columns = ", ".join(f"array_send(array_agg({name}::bigint))" for name in names)
    of_games = f"({query}) AS games(day, occasion, {', '.join(names)})"
    return f"SELECT {_GAMES}, day, occasion, {columns} FROM {of_games} GROUP BY day, occasion", values  # noqa: S608


def _no_bytes(number: int) -> str:
    return ", NULL::bytea" * number


def _ask(parts: Sequence[Part], numbers: int) -> tuple[Merges, dict[int, int], list[Event], list[tuple[date, bytes]]]:
    """Merges, changes with their days as ordinal numbers, events in order, and kept days: one statement, one moment.

    What comes is put in order here: there it would be sorted with everything that hangs on it.
    """
    query = " UNION ALL ".join(f"({query})" for query, _values in parts)
    types = ("int4", "date", "int8", "bytea", "bytea", *(["bytea"] * numbers))
    merges, changes = Merges(None, None), dict[int, int]()
    events, kept = list[Event](), list[tuple[date, bytes]]()
    values = [each for _query, some in parts for each in some]
    for kind, day, occasion, *columns in copy_rows(router.db_for_read(GamesOfDay), query, values, types):
        if kind == _MERGES:
            merges = Merges(columns[0], columns[1])
        elif kind == _CHANGES:
            if columns[0]:
                ids, days = (elements(column).tolist() for column in columns[:2])
                changes = dict(zip(ids, days, strict=True))
        elif occasion is None:
            kept.append((day, columns[0]))
        else:
            events.append((day, occasion, [elements(column) for column in columns]))
    events.sort(key=itemgetter(0, 1))
    return merges, changes, events, kept


def pack_day(events: Sequence[Event]) -> bytes:
    """The events of a day as numbers of 64 bits: how many events, how many columns, the events' occasions, how many
    games each has, and column by column those of all events."""
    columns = len(events[0][2])
    head = [len(events), columns, *(event[1] for event in events), *(len(event[2][0]) for event in events)]
    whole = [np.array(head), *(event[2][number] for number in range(columns) for event in events)]
    return np.concatenate(whole).astype("<i8").tobytes()


def unpack_day(packed: bytes) -> Iterator[tuple[int, list[Ints]]]:
    """Occasion and columns of each event."""
    numbers = np.frombuffer(packed, dtype="<i8")
    events, columns = int(numbers[0]), int(numbers[1])
    occasions, sizes = numbers[2 : 2 + events].tolist(), numbers[2 + events : 2 + 2 * events].tolist()
    games = numbers[2 + 2 * events :].reshape(columns, -1)
    start = 0
    for occasion, size in zip(occasions, sizes, strict=True):
        yield occasion, [column[start : start + size] for column in games]
        start += size
