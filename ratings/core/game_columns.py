"""The games of a list from PostgreSQL, as columns of numbers.

A row an event crosses the connection, not a row a game, and nothing as text.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date
from itertools import groupby
from operator import itemgetter

import numpy as np
from django.db import connection, router
from django.db.models import Case, F, Value, When

from common.bulk_rows import copy_rows
from games.models import Game
from gipf_engine.ratings.columns.state import Ints
from players.models import Person
from ratings.core.ledger import SCORES, games_by_record
from ratings.models import Pool

Event = tuple[date, int, list[Ints]]
"""Day, parent scope, and the columns White, Black and others."""
_BEFORE = 20
"""Bytes before the first element of an array as PostgreSQL sends it: five numbers of 32 bits."""


def read_events(pool: Pool, numbers: Sequence[Case | F]) -> Iterator[Event]:
    """Day, parent scope and the columns White, Black and `numbers` of each event that a pool rates, in order.

    Seats are persons; games of one person alone are left out. One query.
    """
    merges = _Merges()
    events = list[Event]()
    for day, parent_scope, *sent in _ask(pool, numbers):
        if day is None or parent_scope is None:
            merges = _Merges(*sent[:2])
        else:
            events.append((day, parent_scope, [_elements(column) for column in sent]))
    events.sort(key=itemgetter(0, 1))  # the database would sort them with everything that hangs on them
    for day, parent_scope, (white, black, *others) in events:
        white, black = merges.canonical(white), merges.canonical(black)
        two = white != black
        if two.any():
            yield day, parent_scope, [column[two] for column in (white, black, *others)]


def write_games(pool: Pool) -> Iterator[tuple[date, int, str]]:
    """Day by day how many games the pool rates, and a line of each: day, id, parent scope, White, Black and result."""
    codes = list(SCORES)
    number = Case(*(When(counted=code, then=Value(place)) for place, code in enumerate(codes)))
    for day, of_day in groupby(read_events(pool, (number, F("pk"))), key=itemgetter(0)):
        lines = list[str]()
        for _day, parent_scope, (white, black, result, game) in of_day:
            line = f"{day};%d;{parent_scope};%d;%d;%s\n"
            results = [codes[place] for place in result.tolist()]
            numbers = (each.tolist() for each in (game, white, black))
            lines += [line % row for row in zip(*numbers, results, strict=True)]
        yield day, len(lines), "".join(lines)


def _ask(pool: Pool, numbers: Sequence[Case | F]) -> Iterator[tuple[date | None, int | None, *tuple[bytes, ...]]]:
    """Day, parent scope and columns of each event, and a row without both of the few records that were merged into
    others.

    Joining those to a million games would take as long as all else. One statement, so both are of one moment.
    """
    rows = games_by_record(pool).values_list("counts_from", "parent_scope", "white", "black", *numbers)
    games, values = rows.query.sql_with_params()
    people = connection.ops.quote_name(Person._meta.db_table)
    names = ["white", "black", *(f"number{place}" for place in range(len(numbers)))]
    columns = ", ".join(f"array_send(array_agg({name}::bigint))" for name in names)
    query = f"""
        (SELECT NULL::date, NULL::bigint, array_send(array_agg(id)), array_send(array_agg(merged_into_id))
            {", NULL::bytea" * len(numbers)} FROM {people} WHERE merged_into_id IS NOT NULL HAVING count(*) > 0)
        UNION ALL
        (SELECT day, parent_scope, {columns} FROM ({games}) AS games(day, parent_scope, {", ".join(names)})
            GROUP BY day, parent_scope)"""  # noqa: S608
    return copy_rows(router.db_for_read(Game), query, values, ("date", "int8", *(["bytea"] * len(names))))


def _elements(sent: bytes) -> Ints:
    """The 64-bit numbers of an array in PostgreSQL's binary format, where each stands behind its size."""
    found = np.frombuffer(sent, dtype=[("size", ">i4"), ("number", ">i8")], offset=_BEFORE)
    return found["number"].astype(np.int64)


class _Merges:
    """Which records were merged into which: two arrays as they are sent, none where no record was."""

    def __init__(self, *sent: bytes) -> None:
        none = np.zeros(0, dtype=np.int64)
        gone, kept = map(_elements, sent) if sent else (none, none)
        order = np.argsort(gone)
        self._gone, self._kept = gone[order], kept[order]

    def canonical(self, records: Ints) -> Ints:
        """The ids that stand for the persons of these records."""
        if not len(self._gone):
            return records
        places = np.minimum(np.searchsorted(self._gone, records), len(self._gone) - 1)
        found: Ints = np.where(self._gone[places] == records, self._kept[places], records)
        return found
