"""What the database holds, to compare: after a refusal it is what it was before."""

from __future__ import annotations

from typing import Any

from django.apps import apps
from django.db import connection

BESIDE = {"players.session", "players.apitoken", "jobs.probe"}
"""Tables that move when somebody merely comes by: a session begins, a key notes its last use, a probe writes."""

Rows = dict[str, frozenset[tuple[Any, ...]]]


def rows_of_all_tables() -> Rows:
    """Every row of every table, as the database gives it: models would take ten times as long."""
    found: Rows = {}
    with connection.cursor() as cursor:
        for model in apps.get_models():
            if model._meta.label_lower not in BESIDE:
                cursor.execute(f"SELECT * FROM {connection.ops.quote_name(model._meta.db_table)}")
                found[model._meta.label] = frozenset(cursor.fetchall())
    return found


def changed(before: Rows, after: Rows) -> list[str]:
    """The tables whose rows are not the same."""
    return [table for table, rows in before.items() if rows != after[table]]
