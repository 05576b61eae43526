"""The games of a pool, period by period, each with its fingerprint: so one can tell which period changed first."""

from __future__ import annotations

import hashlib
from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import groupby
from typing import Any

from django.db import connection
from django.db.models import Case, IntegerField, QuerySet, Value, When

from engine.ratings.base import Game, System
from ratings.ledger import SCORES, games_of
from ratings.models import Pool
from ratings.packed_lines import LAYOUT

VERSION = 1
"""Part of every fingerprint. Raise it whenever a system comes to other numbers from the same games."""


@dataclass(frozen=True, slots=True)
class Period:
    """An event: its day as an ordinal number, the id of its scope, its games, and a fingerprint of them.

    The fingerprint is of everything up to here, with the system and its numbers: two that are equal stand for the same
    ledger up to this period.
    """

    day: int
    occasion: int
    games: Sequence[Game]
    digest: bytes


def read_periods(pool: Pool, system: System) -> list[Period]:
    """Every event that the pool rates, in order. One query."""
    rated: QuerySet[Any] = games_of(pool)
    games = rated.annotate(
        tenths=Case(
            *(When(counted=code, then=Value(score)) for code, score in SCORES.items()), output_field=IntegerField()
        )
    )
    digest, periods = _seed(system), []
    for day, occasion, white, black, score in _events(games):
        told = hashlib.sha256(digest)
        told.update(array("q", (day.toordinal(), occasion, len(white))).tobytes())
        for column in (white, black, score):
            told.update(array("q", column).tobytes())
        digest = told.digest()
        periods.append(Period(day.toordinal(), occasion, list(zip(white, black, score, strict=True)), digest))
    return periods


def _seed(system: System) -> bytes:
    told = (VERSION, LAYOUT, system.key, sorted(system.parameters.items()), [value.key for value in system.values])
    return hashlib.sha256(repr(told).encode()).digest()


Event = tuple[date, int, Sequence[int], Sequence[int], Sequence[int]]


def _events(games: QuerySet[Any]) -> Iterator[Event]:
    """Day, occasion, and the columns White, Black and score of each event."""
    rows = games.values_list("rated_on", "occasion", "white_person", "black_person", "tenths")
    if connection.vendor == "postgresql":
        yield from _arrays(rows)
        return
    for (day, occasion), found in groupby(rows.iterator(chunk_size=10_000), key=lambda row: (row[0], row[1])):
        _days, _occasions, white, black, score = zip(*found, strict=True)
        yield day, occasion, white, black, score


def _arrays(rows: QuerySet[Any, Any]) -> list[Event]:
    """As arrays of the database: a row an event crosses the connection, not a row a game."""
    query, values = rows.query.sql_with_params()
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT day, occasion, array_agg(white), array_agg(black), array_agg(score)"  # noqa: S608  Django's query
            f" FROM ({query}) AS games(day, occasion, white, black, score) GROUP BY day, occasion"
            " ORDER BY day, occasion",
            values,
        )
        found: list[Event] = cursor.fetchall()
    return found
