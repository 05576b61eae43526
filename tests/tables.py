"""What the database holds, to compare: after a refusal it is what it was before."""

from __future__ import annotations

from collections import defaultdict
from functools import cache
from typing import Any

from django.apps import apps
from django.db import connection

BESIDE = {"players.session", "players.apitoken", "jobs.probe"}
"""Tables that move when somebody merely comes by: a session begins, a key notes its last use, a probe writes."""

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


def changed(before: Rows, after: Rows) -> list[str]:
    """The tables whose rows are not the same."""
    return [table for table, rows in before.items() if rows != after[table]]
