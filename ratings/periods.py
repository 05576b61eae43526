"""The games of a pool, period by period, each with its fingerprint: so one can tell which period changed first."""

from __future__ import annotations

import hashlib
from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import groupby

from django.db import connection
from django.db.models import Case, IntegerField, Value, When

from common.bulk_read import copy_rows
from engine.ratings.base import Game, System
from players.models import Person
from ratings.ledger import SCORES, games_by_record, games_of, steps_of_games
from ratings.models import Pool
from ratings.packed_lines import LAYOUT

VERSION = 1
"""Part of every fingerprint. Raise it whenever a system comes to other numbers from the same games, as by a default."""
_TENTHS = Case(*(When(counted=code, then=Value(score)) for code, score in SCORES.items()), output_field=IntegerField())
_TYPES = ("date", "int8", "bytea", "bytea")
"""Of what PostgreSQL is asked for before the numbers; its arrays are taken as they are sent."""


@dataclass(frozen=True, slots=True)
class Period:
    """An event: its day as an ordinal number, the id of its scope, its games, and a fingerprint of them.

    Where games count at once, the games of an event that count from one day.

    The games are three columns of 64 bits a number: White, Black and White's score; where the system weighs handicaps
    White's steps are a fourth. The fingerprint is of everything up to here, with the system and its numbers: two that
    are equal stand for the same ledger up to this period.
    """

    day: int
    occasion: int
    size: int
    columns: tuple[bytes, ...]
    digest: bytes

    @property
    def games(self) -> list[Game]:
        """A tuple a game."""
        white, black, score = (memoryview(column).cast("q") for column in self.columns[:3])
        return list(zip(white, black, score, strict=True))

    @property
    def steps(self) -> list[int]:
        """Of each game White's steps of a handicap; empty where the system does not weigh them."""
        return [step for column in self.columns[3:] for step in memoryview(column).cast("q")]


def read_periods(pool: Pool, system: System) -> list[Period]:
    """Every event that the pool rates, in order. One query."""
    digest, periods = _seed(system), []
    for day, occasion, columns in _events(pool, _numbers(system)):
        size = len(columns[0]) // array("q").itemsize
        told = hashlib.sha256(digest)
        told.update(array("q", (day.toordinal(), occasion, size)).tobytes())
        for column in columns:
            told.update(column)
        digest = told.digest()
        periods.append(Period(day.toordinal(), occasion, size, columns, digest))
    return periods


def _seed(system: System) -> bytes:
    """Of the parameters those that are set: a list is not rated anew where a system gets one more."""
    told = (VERSION, LAYOUT, system.key, sorted(system.own_parameters.items()), [value.key for value in system.values])
    return hashlib.sha256(repr(told).encode()).digest()


Event = tuple[date, int, tuple[bytes, ...]]


def _numbers(system: System) -> list[Case]:
    """What is read of each game beside its players."""
    return [_TENTHS, steps_of_games()] if system.weighs_handicap else [_TENTHS]


def _events(pool: Pool, numbers: Sequence[Case]) -> Iterator[Event]:
    """Day, occasion, and the columns White, Black and `numbers` of each event."""
    if connection.vendor == "postgresql":
        yield from _arrays(pool, numbers)
        return
    rows = games_of(pool).values_list("counts_from", "occasion", "white_person", "black_person", *numbers)
    for (day, occasion), found in groupby(rows.iterator(chunk_size=10_000), key=lambda row: (row[0], row[1])):
        _days, _occasions, *columns = zip(*found, strict=True)
        yield day, occasion, tuple(array("q", column).tobytes() for column in columns)


def _arrays(pool: Pool, numbers: Sequence[Case]) -> Iterator[Event]:
    """As arrays of the database: a row an event crosses the connection, not a row a game, and nothing as text.

    The few records that were merged into others come first, in the same query. Joining them to a million games there
    would take as long as all the rest.
    """
    from ratings.arrays import Merges, elements  # numpy, which small installations on SQLite do without

    rows = games_by_record(pool).values_list("counts_from", "occasion", "white", "black", *numbers)
    query, values = rows.query.sql_with_params()
    names = [f"number{place}" for place in range(len(numbers))]
    totals = ", ".join(f"array_agg({name}::bigint)" for name in names)
    of_events = (
        f"SELECT day, occasion, array_agg(white), array_agg(black), {totals}"  # noqa: S608  Django's
        f" FROM ({query}) AS games(day, occasion, white, black, {', '.join(names)}) GROUP BY day, occasion"
    )
    table = connection.ops.quote_name(Person._meta.db_table)
    none = ", ".join("ARRAY[]::bigint[]" for _name in names)
    of_merges = (
        f"SELECT NULL::date, NULL::bigint, array_agg(id), array_agg(merged_into_id), {none}"  # noqa: S608
        f" FROM {table} WHERE merged_into_id IS NOT NULL"
    )
    ordered = f"{of_merges} UNION ALL ({of_events}) ORDER BY 1 NULLS FIRST, 2"
    types = (*_TYPES, *("bytea" for _name in names))
    (_day, _occasion, gone, kept, *_none), *events = copy_rows(ordered, values, types)
    merges = Merges(gone, kept)
    for day, occasion, *columns in events:
        white, black, *others = map(elements, columns)
        white, black = merges.canonical(white), merges.canonical(black)
        two = white != black
        if two.any():
            yield day, occasion, tuple(column[two].tobytes() for column in (white, black, *others))
