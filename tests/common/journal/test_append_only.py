"""Evidence cannot be rewritten, also after migrations that make its tables anew."""

from __future__ import annotations

import pytest
from django.core.management import call_command
from django.db import IntegrityError, connection, models, transaction
from django.db.migrations.loader import MigrationLoader

from common.journal.models import JournalEntry
from common.journal.operations import AppendOnly, protected_tables, restore_triggers, tables
from common.journal.services import commit
from games.models import Claim
from tests.acts import Tried

pytestmark = pytest.mark.postgresql

EVIDENCE = {"games_claim", "journal_line", "players_guardiananswer", "ratings_published", "tournaments_deal"}
"""What this project promises never to rewrite. Whoever takes a table out of here breaks a promise."""


def test_every_table_of_evidence_has_its_trigger_after_all_migrations(db: None) -> None:
    asked = {
        operation.table
        for migration in MigrationLoader(None).disk_migrations.values()
        for operation in migration.operations
        if isinstance(operation, AppendOnly)
    }
    assert asked >= EVIDENCE
    assert protected_tables(connection) == tables(connection) >= EVIDENCE


def _rebuild(model: type[models.Model], name: str) -> None:
    """Alter a column, as a migration does: SQLite makes the table anew for it."""
    old = model._meta.get_field(name)
    new = old.clone()
    new.null = not old.null
    new.set_attributes_from_name(name)
    new.model = model
    with connection.schema_editor() as editor:
        editor.alter_field(model, old, new)
        editor.alter_field(model, new, old)


@pytest.mark.parametrize("model", [Claim, JournalEntry])
def test_a_migration_that_makes_the_table_anew_leaves_it_protected(
    transactional_db: None, model: type[models.Model]
) -> None:
    table = model._meta.db_table
    _rebuild(model, "at")
    if connection.vendor == "sqlite":
        assert table not in protected_tables(connection), "SQLite keeps triggers now: is all this still needed?"
    call_command("migrate", verbosity=0)
    assert table in protected_tables(connection)


def test_a_line_cannot_be_rewritten_after_its_table_was_made_anew(transactional_db: None) -> None:
    _rebuild(JournalEntry, "action")
    call_command("migrate", verbosity=0)
    with commit("server", None, Tried):
        """A line to try to change."""
    with pytest.raises(IntegrityError, match="journal_line is append-only"), transaction.atomic():
        JournalEntry.objects.update(action="rewritten")


def test_a_trigger_that_was_taken_away_by_hand_is_made_again_and_told(transactional_db: None) -> None:
    on = " ON games_claim" if connection.vendor == "postgresql" else ""
    with connection.cursor() as cursor:
        cursor.execute(f"DROP TRIGGER games_claim_append_only{on}")
    assert restore_triggers() == ["games_claim"]
    assert restore_triggers() == []


def test_a_table_is_not_protected_before_its_migration(transactional_db: None) -> None:
    """A migration in between may still fill a new column of rows that are there."""
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM django_migrations WHERE app = 'games' AND name = '0001_initial'")
    try:
        assert "games_claim" not in tables(connection)
    finally:
        with connection.cursor() as cursor:
            cursor.execute(
                "INSERT INTO django_migrations (app, name, applied) VALUES ('games', '0001_initial', '2026-01-01')"
            )
