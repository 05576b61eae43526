"""A migration operation: the database itself refuses to change the rows of a table.

Claims and journal lines are evidence. A row may go with everything it belongs to (an example club that
is removed), but never be rewritten.

SQLite cannot change most of a table in place: a migration makes the table anew, and its triggers are gone with the
old one, without a word. So after every `migrate` the triggers are compared with what the applied migrations ask for,
and what is missing is made again (`restore_triggers`, connected in apps.py).
"""

from __future__ import annotations

from functools import cache
from typing import Any

from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations.base import Operation
from django.db.migrations.recorder import MigrationRecorder
from django.db.migrations.state import ProjectState

_SQLITE = """
CREATE TRIGGER {table}_append_only BEFORE UPDATE ON {table}
BEGIN SELECT RAISE(ABORT, '{table} is append-only'); END;
"""
_POSTGRESQL = """
CREATE OR REPLACE FUNCTION {table}_append_only() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN RAISE EXCEPTION '{table} is append-only' USING ERRCODE = 'integrity_constraint_violation'; END $$;
CREATE TRIGGER {table}_append_only BEFORE UPDATE ON {table}
FOR EACH ROW EXECUTE FUNCTION {table}_append_only();
"""
_TRIGGERS = {
    "sqlite": "SELECT tbl_name FROM sqlite_master WHERE type = 'trigger' AND name = tbl_name || '_append_only'",
    "postgresql": """
        SELECT relname FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid
        WHERE tgname = relname || '_append_only' AND tgenabled = 'O' AND relnamespace = current_schema()::regnamespace
    """,
}


class AppendOnly(Operation):
    """Refuse UPDATE on `table`, on SQLite and on PostgreSQL."""

    reversible = True

    def __init__(self, table: str) -> None:
        self.table = table

    def state_forwards(self, app_label: str, state: ProjectState) -> None:
        """Triggers are not part of the models' state."""

    def database_forwards(
        self, app_label: str, schema_editor: BaseDatabaseSchemaEditor, from_state: ProjectState, to_state: ProjectState
    ) -> None:
        schema_editor.execute(_sql(schema_editor.connection.vendor, self.table))

    def database_backwards(
        self, app_label: str, schema_editor: BaseDatabaseSchemaEditor, from_state: ProjectState, to_state: ProjectState
    ) -> None:
        if schema_editor.connection.vendor == "postgresql":
            schema_editor.execute(f"DROP TRIGGER {self.table}_append_only ON {self.table}")
        else:
            schema_editor.execute(f"DROP TRIGGER {self.table}_append_only")

    def describe(self) -> str:
        return f"Refuse to change rows of {self.table}"


def _sql(vendor: str, table: str) -> str:
    return (_POSTGRESQL if vendor == "postgresql" else _SQLITE).format(table=table)


def restore_triggers(using: str = "default", **_signal: Any) -> list[str]:
    """Make every trigger again that the applied migrations ask for and the database lacks; the tables it was for."""
    connection = connections[using]
    missing = sorted(tables(connection) - protected_tables(connection))
    with connection.cursor() as cursor:
        for table in missing:
            cursor.execute(_sql(connection.vendor, table))
    return missing


def tables(connection: BaseDatabaseWrapper) -> frozenset[str]:
    """The tables that exist and that an applied migration makes append-only."""
    recorder = MigrationRecorder(connection)
    if not recorder.has_table():
        return frozenset()
    applied = recorder.applied_migrations()
    asked = {table for migration, table in _declared_tables() if migration in applied}
    return frozenset(asked & set(connection.introspection.table_names()))


def protected_tables(connection: BaseDatabaseWrapper) -> frozenset[str]:
    """The tables whose trigger is there and at work."""
    with connection.cursor() as cursor:
        cursor.execute(_TRIGGERS[connection.vendor])
        return frozenset(table for (table,) in cursor.fetchall())


@cache
def _declared_tables() -> frozenset[tuple[tuple[str, str], str]]:
    """(migration, table) of every operation of this kind, in all migrations of the code."""
    migrations = MigrationLoader(None).disk_migrations
    return frozenset(
        (key, operation.table)
        for key, migration in migrations.items()
        for operation in migration.operations
        if isinstance(operation, AppendOnly)
    )
