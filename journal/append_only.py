"""A migration operation: the database itself refuses to change the rows of a table.

Claims and journal lines are evidence. A row may go with everything it belongs to (an example club that
is removed), but never be rewritten.
"""

from __future__ import annotations

from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.operations.base import Operation
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
        template = _POSTGRESQL if schema_editor.connection.vendor == "postgresql" else _SQLITE
        schema_editor.execute(template.format(table=self.table))

    def database_backwards(
        self, app_label: str, schema_editor: BaseDatabaseSchemaEditor, from_state: ProjectState, to_state: ProjectState
    ) -> None:
        if schema_editor.connection.vendor == "postgresql":
            schema_editor.execute(f"DROP TRIGGER {self.table}_append_only ON {self.table}")
        else:
            schema_editor.execute(f"DROP TRIGGER {self.table}_append_only")

    def describe(self) -> str:
        return f"Refuse to change rows of {self.table}"
