"""Parts of migrations: all tables of an app at once, an index while others write, and SQL for PostgreSQL alone."""

from __future__ import annotations

from typing import Any

from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations import AddIndex, Migration, RunSQL
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


class AddIndexWhileOthersWrite(AddIndex):
    """AddIndex on a table that may be large: PostgreSQL makes it beside those who write. Its migration is not `atomic`.

    What is left of an attempt that was broken off is removed first, so it can be done again.
    """

    def database_forwards(
        self, app_label: str, schema_editor: BaseDatabaseSchemaEditor, from_state: ProjectState, to_state: ProjectState
    ) -> None:
        if schema_editor.connection.vendor != "postgresql":
            super().database_forwards(app_label, schema_editor, from_state, to_state)
            return
        editor: Any = schema_editor
        model = to_state.apps.get_model(app_label, self.model_name)
        if self.allow_migrate_model(schema_editor.connection.alias, model):
            editor.remove_index(model, self.index, concurrently=True)
            editor.add_index(model, self.index, concurrently=True)

    def database_backwards(
        self, app_label: str, schema_editor: BaseDatabaseSchemaEditor, from_state: ProjectState, to_state: ProjectState
    ) -> None:
        if schema_editor.connection.vendor != "postgresql":
            super().database_backwards(app_label, schema_editor, from_state, to_state)
            return
        editor: Any = schema_editor
        model = from_state.apps.get_model(app_label, self.model_name)
        if self.allow_migrate_model(schema_editor.connection.alias, model):
            editor.remove_index(model, self.index, concurrently=True)


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
