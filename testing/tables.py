"""What the database holds, to compare: after a refusal it is what it was before."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

from django.apps import apps
from django.core.management.color import no_style
from django.db import connection, transaction

BESIDE = {"players.session", "players.apitoken", "jobs.probe"}
"""Tables that move when a reader merely comes by: a session begins, a key notes its last use, a probe writes."""

KEPT = {"django_migrations", "django_content_type", "auth_permission"}
"""What migrating has written stays for all tests."""

Rows = dict[str, frozenset[tuple[Any, ...]]]


def rows_of_all_tables() -> Rows:
    """Every row of every table, as the database gives it: models would take ten times as long."""
    return _rows_as_text() if connection.vendor == "postgresql" else _rows_as_values()


def _rows_as_text() -> Rows:
    """By one query: PostgreSQL writes whole rows as texts, and each question takes its way to the server and back."""
    found: dict[str, set[tuple[Any, ...]]] = defaultdict(set)
    with connection.cursor() as cursor:
        cursor.execute(_every_row())
        for label, row in cursor.fetchall():
            found[label].add((row,))
    return {label: frozenset(found[label]) for label in _tables()}


@cache
def _every_row() -> str:
    return " UNION ALL ".join(f"SELECT '{label}', t::text FROM {table} t" for label, table in _tables().items())


def _rows_as_values() -> Rows:
    found: Rows = {}
    with connection.cursor() as cursor:
        for label, table in _tables().items():
            cursor.execute(f"SELECT * FROM {table}")
            found[label] = frozenset(cursor.fetchall())
    return found


@cache
def _tables() -> dict[str, str]:
    """The tables by the labels of their models."""
    models = [model for model in apps.get_models() if model._meta.label_lower not in BESIDE]
    return {model._meta.label: connection.ops.quote_name(model._meta.db_table) for model in models}


def row_changes() -> int | None:
    """How many rows this connection has inserted, changed and deleted so far: where it stands still no row has moved.

    None on PostgreSQL, which does not say.
    """
    return int(connection.connection.total_changes) if connection.vendor == "sqlite" else None


def changed(before: Rows, after: Rows) -> list[str]:
    """The tables whose rows are not the same."""
    return [table for table, rows in before.items() if rows != after[table]]


@contextmanager
def nothing_moved(before: Rows) -> Iterator[None]:
    """What is done within leaves the tables as they were `before`. They are read where a row has moved."""
    changes = row_changes()
    yield
    if changes is None or changes != row_changes():
        assert changed(before, rows_of_all_tables()) == []


def empty_tables() -> None:
    """Empty the tables that hold anything, after a test that committed.

    Django truncates all of them and writes content types and permissions again, which takes three times as long. What
    guards rows from being deleted (foreign keys, append-only tables) is put aside on PostgreSQL, as TRUNCATE does.
    """
    with connection.cursor() as cursor:
        cursor.execute(_which_hold_rows())
        tables = [table for (table,) in cursor.fetchall()]
    if connection.vendor != "postgresql":
        connection.ops.execute_sql_flush(connection.ops.sql_flush(no_style(), tables))
        return
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL session_replication_role = replica")
        for table in tables:
            cursor.execute(f"DELETE FROM {connection.ops.quote_name(table)}")


@cache
def _which_hold_rows() -> str:
    tables = [table for table in connection.introspection.django_table_names(only_existing=True) if table not in KEPT]
    asked = (f"SELECT '{table}' WHERE EXISTS (SELECT 1 FROM {connection.ops.quote_name(table)})" for table in tables)
    return " UNION ALL ".join(asked)
