"""Many clubs out of one: each row of a small database again and again, by statements of PostgreSQL.

Copy k of a row has its key, and the keys that it refers to, k times `STRIDE` higher; what is unique is made so again.
Rows of the whole server (its lists, its scope, roles) stay as they are, and copies refer to them. Triggers and foreign
keys sleep meanwhile; checks do not. Days move back by a week a copy, so that the copies fill ten years.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.apps import apps
from django.db import connection
from django.db.models import Field, Model

STRIDE = 100_000
"""More than any key of the small database."""
OF_OTHERS = {"auth", "contenttypes", "sessions", "jobs", "signing"}
"""Apps whose rows are no club's."""
_OF_SERVER = "key !~ ':[0-9]+$' OR key ~ '^(lobby|pool|day|practice|rated-games)'"
SHARED = {
    "ratings_pool": "club_id IS NULL",
    "journal_scope": _OF_SERVER,
    "journal_line": f"scope_id IN (SELECT id FROM journal_scope WHERE {_OF_SERVER})",
    "players_person": "program_level IS NOT NULL",
}
"""By table, the rows that stay alone."""
ONCE = {"ratings_ratinglist", "ratings_published", "ratings_run", "ratings_checkpoint", "play_presence", "play_daydeal"}
"""Tables that are copied with nothing that belongs to a club."""
MOVED_DAYS = {"tournaments_event": ("starts_on", "ends_on"), "games_game": ("played_on", "rated_on", "stands_on")}
WEEKS = 520


def multiply(copies: int) -> dict[str, int]:
    """Make so many clubs more. Returns the rows of each table that has any."""
    models = [model for model in apps.get_models() if model._meta.app_label not in OF_OTHERS and model._meta.managed]
    with connection.cursor() as cursor:
        cursor.execute("SET session_replication_role = replica")
        for model in models:
            if model._meta.db_table not in ONCE:
                cursor.execute(_statement(model, copies))
        cursor.execute("SET session_replication_role = DEFAULT")
        _move_sequences(cursor, models)
    connection.commit() if not connection.get_autocommit() else None
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")
    return {model._meta.db_table: count for model in models if (count := model._base_manager.count())}


def _statement(model: type[Model], copies: int) -> str:
    table, fields = model._meta.db_table, model._meta.concrete_fields
    columns = ", ".join(f'"{field.column}"' for field in fields)
    values = ", ".join(_value(table, field) for field in fields)
    kept = SHARED.get(table)
    chosen = f"WHERE NOT ({kept})" if kept else ""
    return (
        f"INSERT INTO {table} ({columns}) SELECT {values} "
        f"FROM (SELECT * FROM {table} {chosen}) AS old CROSS JOIN generate_series(1, {copies}) AS k"
    )


def _value(table: str, field: Field[Any, Any]) -> str:
    """What the copy has in a column."""
    column = f'old."{field.column}"'
    if field.remote_field is not None and field.remote_field.model._meta.app_label not in OF_OTHERS:
        return _reference(field.remote_field.model, column)
    if field.primary_key and field.get_internal_type().endswith("AutoField"):
        return f"{column} + k * {STRIDE}"
    if (table, field.column) == ("journal_scope", "key"):
        return f"split_part({column}, ':', 1) || ':' || (split_part({column}, ':', 2)::bigint + k * {STRIDE})"
    if field.column in MOVED_DAYS.get(table, ()):
        return f"{column} - 7 * (k % {WEEKS})"
    if _is_text(field) and (field.unique or (table, field.column) in {("players_person", "name")}):
        return f"left({column}, {(field.max_length or 250) - 8}) || '-' || k"
    if (table, field.column) == ("players_person", "folded"):
        return f"{column} || ' ' || k"
    if field.unique and not field.primary_key and field.get_internal_type() == "UUIDField":
        return "gen_random_uuid()"
    return column


def _reference(model: type[Model], column: str) -> str:
    moved = f"{column} + k * {STRIDE}"
    kept = SHARED.get(model._meta.db_table)
    if kept is None:
        return moved
    shared = f"SELECT id FROM {model._meta.db_table} WHERE {kept}"
    return f"CASE WHEN {column} IN ({shared}) THEN {column} ELSE {moved} END"


def _is_text(field: Field[Any, Any]) -> bool:
    return field.get_internal_type() in ("CharField", "SlugField", "TextField")


def _move_sequences(cursor: Any, models: Iterable[type[Model]]) -> None:
    for model in models:
        key = model._meta.pk
        if key.get_internal_type().endswith("AutoField"):
            table = model._meta.db_table
            highest = f"SELECT COALESCE(max({key.column}), 0) + 1 FROM {table}"
            cursor.execute(f"SELECT setval(pg_get_serial_sequence('{table}', '{key.column}'), ({highest}), false)")
