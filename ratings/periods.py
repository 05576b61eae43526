"""The games of a pool, period by period, each with its fingerprint: so one can tell which period changed first."""

from __future__ import annotations

import hashlib
from array import array
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from itertools import groupby
from typing import TYPE_CHECKING, Any

from django.db import connection
from django.db.models import Case, IntegerField, QuerySet, Value, When

from common.bulk_read import copy_rows
from engine.ratings.base import Game, System
from ratings.ledger import SCORES, games_of
from ratings.models import Pool
from ratings.packed_lines import LAYOUT

if TYPE_CHECKING:
    from engine.ratings.columns import Ints

VERSION = 1
"""Part of every fingerprint. Raise it whenever a system comes to other numbers from the same games."""


@dataclass(frozen=True, slots=True)
class Period:
    """An event: its day as an ordinal number, the id of its scope, its games, and a fingerprint of them.

    The games are three columns of 64 bits a number: White, Black and White's score. The fingerprint is of everything
    up to here, with the system and its numbers: two that are equal stand for the same ledger up to this period.
    """

    day: int
    occasion: int
    size: int
    columns: tuple[bytes, bytes, bytes]
    digest: bytes

    @property
    def games(self) -> list[Game]:
        """A tuple a game."""
        white, black, score = (memoryview(column).cast("q") for column in self.columns)
        return list(zip(white, black, score, strict=True))


def read_periods(pool: Pool, system: System) -> list[Period]:
    """Every event that the pool rates, in order. One query."""
    rated: QuerySet[Any] = games_of(pool)
    games = rated.annotate(
        tenths=Case(
            *(When(counted=code, then=Value(score)) for code, score in SCORES.items()), output_field=IntegerField()
        )
    )
    digest, periods = _seed(system), []
    for day, occasion, columns in _events(games):
        size = len(columns[0]) // array("q").itemsize
        told = hashlib.sha256(digest)
        told.update(array("q", (day.toordinal(), occasion, size)).tobytes())
        for column in columns:
            told.update(column)
        digest = told.digest()
        periods.append(Period(day.toordinal(), occasion, size, columns, digest))
    return periods


def _seed(system: System) -> bytes:
    told = (VERSION, LAYOUT, system.key, sorted(system.parameters.items()), [value.key for value in system.values])
    return hashlib.sha256(repr(told).encode()).digest()


Event = tuple[date, int, tuple[bytes, bytes, bytes]]


def _events(games: QuerySet[Any]) -> Iterator[Event]:
    """Day, occasion, and the columns White, Black and score of each event."""
    rows = games.values_list("rated_on", "occasion", "white_person", "black_person", "tenths")
    if connection.vendor == "postgresql":
        yield from _arrays(rows)
        return
    for (day, occasion), found in groupby(rows.iterator(chunk_size=10_000), key=lambda row: (row[0], row[1])):
        _days, _occasions, white, black, score = zip(*found, strict=True)
        yield day, occasion, (array("q", white).tobytes(), array("q", black).tobytes(), array("q", score).tobytes())


def _arrays(rows: QuerySet[Any, Any]) -> Iterator[Event]:
    """As arrays of the database: a row an event crosses the connection, not a row a game, and nothing as text."""
    query, values = rows.query.sql_with_params()
    by_event = (
        "SELECT day, occasion, array_agg(white), array_agg(black), array_agg(score::bigint)"  # noqa: S608  Django's
        f" FROM ({query}) AS games(day, occasion, white, black, score) GROUP BY day, occasion ORDER BY day, occasion"
    )
    for day, occasion, *columns in copy_rows(by_event, values, ("date", "int8", "bytea", "bytea", "bytea")):
        white, black, score = (_elements(column).tobytes() for column in columns)
        yield day, occasion, (white, black, score)


def _elements(sent: bytes) -> Ints:
    """The 64-bit numbers of an array in PostgreSQL's binary format: five numbers about it, then each with its size."""
    import numpy as np  # which the workers of a small installation on SQLite do without

    elements = np.frombuffer(sent, dtype=[("size", ">i4"), ("number", ">i8")], offset=20)
    return elements["number"].astype(np.int64)
