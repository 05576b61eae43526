"""Parts of migrations: all tables of an app at once, and SQL for PostgreSQL alone."""

from __future__ import annotations

from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations import Migration, RunSQL
from django.db.migrations.state import ProjectState


class InitialMigration(Migration):
    """Makes the tables of an app from one state of its models.

    Django makes a state for each operation, and with each new model all that are related to it once more: for a
    hundred tables that took four times as long as everything else of `migrate`.
    """

    initial = True

    def apply(
        self, project_state: ProjectState, schema_editor: BaseDatabaseSchemaEditor, collect_sql: bool = False
    ) -> ProjectState:
        """Make everything in `schema_editor`; the state after it."""
        after = project_state.clone()
        after.__dict__.pop("apps", None)  # its models, made again once, when the first table is
        self.mutate_state(after, preserve=False)
        for operation in self.operations:
            operation.database_forwards(self.app_label, schema_editor, project_state, after)
        return after


class RunOnPostgreSQL(RunSQL):
    """RunSQL, skipped on any other database."""

    def database_forwards(
        self, app_label: str, schema_editor: BaseDatabaseSchemaEditor, from_state: ProjectState, to_state: ProjectState
    ) -> None:
        if schema_editor.connection.vendor == "postgresql":
            super().database_forwards(app_label, schema_editor, from_state, to_state)

    def database_backwards(
        self, app_label: str, schema_editor: BaseDatabaseSchemaEditor, from_state: ProjectState, to_state: ProjectState
    ) -> None:
        if schema_editor.connection.vendor == "postgresql":
            super().database_backwards(app_label, schema_editor, from_state, to_state)
