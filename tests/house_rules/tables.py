"""What the database holds, to compare: after a refusal it is what it was before."""

from __future__ import annotations

from django.apps import apps

BESIDE = {"sessions.session", "players.apitoken"}
"""Tables that move when somebody merely comes by: a session begins, a key notes its last use."""

Rows = dict[str, list[str]]


def rows_of_all_tables() -> Rows:
    """Every row of every table."""
    models = [model for model in apps.get_models() if model._meta.label_lower not in BESIDE]
    return {model._meta.label: sorted(map(repr, model._default_manager.values_list())) for model in models}


def changed(before: Rows, after: Rows) -> list[str]:
    """The tables whose rows are not the same."""
    return [table for table, rows in before.items() if rows != after[table]]
