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

from gipf_engine.ratings.base import Game, System
from ratings.core.ledger import SCORES, games_of, steps_of_games
from ratings.core.packed_lines import LAYOUT
from ratings.models import Pool

VERSION = 1
"""Part of every fingerprint. Raise it whenever a system comes to other numbers from the same games, as by a default."""
_TENTHS = Case(*(When(counted=code, then=Value(score)) for code, score in SCORES.items()), output_field=IntegerField())


@dataclass(frozen=True, slots=True)
class Period:
    """An event: its day as an ordinal number, the id of its scope, its games, and a fingerprint of them.

    Where games count at once, the games of an event that count from one day.

    The games are three columns of 64 bits a number: White, Black and White's score; where the system weighs handicaps
    White's steps are a fourth. The fingerprint is of everything up to here, with the system and its numbers: two that
    are equal stand for the same ledger up to this period.
    """

    day: int
    parent_scope: int
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
    for day, parent_scope, columns in _events(pool, _numbers(system)):
        size = len(columns[0]) // array("q").itemsize
        hashed = hashlib.sha256(digest)
        hashed.update(array("q", (day.toordinal(), parent_scope, size)).tobytes())
        for column in columns:
            hashed.update(column)
        digest = hashed.digest()
        periods.append(Period(day.toordinal(), parent_scope, size, columns, digest))
    return periods


def _seed(system: System) -> bytes:
    """Of the parameters those that are set: a list is not rated anew where a system gets one more."""
    parts = (VERSION, LAYOUT, system.key, sorted(system.own_parameters.items()), [value.key for value in system.values])
    return hashlib.sha256(repr(parts).encode()).digest()


Event = tuple[date, int, tuple[bytes, ...]]


def _numbers(system: System) -> list[Case]:
    """What is read of each game beside its players."""
    return [_TENTHS, steps_of_games()] if system.weighs_handicap else [_TENTHS]


def _events(pool: Pool, numbers: Sequence[Case]) -> Iterator[Event]:
    """Day, parent scope, and the columns White, Black and `numbers` of each event."""
    if connection.vendor == "postgresql":
        from ratings.core.game_columns import read_events  # numpy, which small installations on SQLite do without

        for day, parent_scope, columns in read_events(pool, numbers):
            yield day, parent_scope, tuple(column.tobytes() for column in columns)
        return
    rows = games_of(pool).values_list("counts_from", "parent_scope", "white_person", "black_person", *numbers)
    for (day, parent_scope), found in groupby(rows.iterator(chunk_size=10_000), key=lambda row: (row[0], row[1])):
        _days, _parent_scopes, *numbered = zip(*found, strict=True)
        yield day, parent_scope, tuple(array("q", column).tobytes() for column in numbered)
