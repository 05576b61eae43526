"""All rows of a database, taken out as they are stored and put back: sooner than what made them is done again."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from django.db import connection

from testing.tables import KEPT

Kept = dict[str, Any]
"""By table its rows: on SQLite a list of tuples, on PostgreSQL the bytes of COPY."""
COUNTERS = "sqlite_sequence"
"""The table in which SQLite counts ids. Sequences of PostgreSQL go on by themselves: no transaction takes them back."""


def take_rows() -> Kept:
    """What every table holds; those that hold nothing, or what migrating wrote, are left out."""
    take = _copied_out if connection.vendor == "postgresql" else _as_stored
    taken = {table: take(table, columns) for table, columns in _columns().items()}
    return {table: rows for table, rows in taken.items() if rows}


def put_rows_back(kept: Kept) -> None:
    """Into a database that holds nothing else."""
    with connection.cursor() as cursor:
        for table, rows in kept.items():
            into = _named(table, _columns()[table])
            if isinstance(rows, bytes):
                with cursor.copy(f"COPY {into} FROM STDIN") as copy:
                    copy.write(rows)
                continue
            if table == COUNTERS:  # the last one: the rows before have moved them
                cursor.execute(f"DELETE FROM {COUNTERS}")
            cursor.executemany(f"INSERT INTO {into} VALUES ({', '.join(['%s'] * len(rows[0]))})", rows)
    connection.check_constraints()  # once, and not after each test anew


def _as_stored(table: str, columns: Sequence[str]) -> list[tuple[object, ...]]:
    """The sign before a column keeps its type away, by which Python would turn it into something else."""
    asked = ", ".join(f"+{connection.ops.quote_name(column)}" for column in columns)
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {asked} FROM {connection.ops.quote_name(table)}")
        return list(cursor.fetchall())


def _copied_out(table: str, columns: Sequence[str]) -> bytes:
    with connection.cursor() as cursor, cursor.copy(f"COPY {_named(table, columns)} TO STDOUT") as copy:
        return b"".join(bytes(piece) for piece in copy)


def _named(table: str, columns: Sequence[str]) -> str:
    quoted = connection.ops.quote_name
    return f"{quoted(table)} ({', '.join(map(quoted, columns))})"


@cache
def _columns() -> dict[str, list[str]]:
    """By table the columns that are written, and not worked out by the database."""
    found: dict[str, list[str]] = {}
    with connection.cursor() as cursor:
        for table in connection.introspection.django_table_names(only_existing=True):
            if table not in KEPT:
                cursor.execute(_WRITTEN[connection.vendor], [table])
                found[table] = [name for (name,) in cursor.fetchall()]
    return found | ({COUNTERS: ["name", "seq"]} if connection.vendor == "sqlite" else {})


_WRITTEN = {
    "sqlite": "SELECT name FROM pragma_table_info(%s)",
    "postgresql": "SELECT column_name FROM information_schema.columns WHERE table_schema = current_schema()"
    " AND table_name = %s AND is_generated = 'NEVER' ORDER BY ordinal_position",
}
