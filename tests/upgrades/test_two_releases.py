"""Each migration after the first is one that the release before bears, or takes away what nothing uses any more."""

from __future__ import annotations

import tomllib

import pytest
from django.db import migrations, models
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations.base import Operation

from testing import PROJECT
from tests.upgrades.two_releases import may_take_away, not_borne

RELEASE: str = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
OWN = ("games", "jobs", "journal", "play", "players", "ratings", "signing", "tournaments")


def test_the_release_before_bears_every_migration() -> None:
    faults = [
        f"{app}.{name}: {fault}"
        for (app, name), migration in MigrationLoader(None).disk_migrations.items()
        if app in OWN and not migration.initial and not may_take_away(migration, RELEASE)
        for fault in not_borne(migration.operations)
    ]
    assert faults == [], "see docs/migrations.md"


def test_every_app_of_ours_with_tables_is_looked_at() -> None:
    with_tables = {file.parent.parent.name for file in PROJECT.glob("*/migrations/0001_initial.py")}
    with_tables |= {file.parent.parent.name for file in PROJECT.glob("common/*/migrations/0001_initial.py")}
    assert with_tables == set(OWN)


@pytest.mark.parametrize(
    ("operation", "why"),
    [
        (migrations.RemoveField("game", "place"), "still reads it"),
        (migrations.DeleteModel("Game"), "still reads it"),
        (migrations.RenameField("game", "place", "venue"), "the old name only"),
        (migrations.RenameModel("Game", "Match"), "the old name only"),
        (migrations.AlterModelTable("game", "matches"), "the old name only"),
        (migrations.AddField("game", "place", models.CharField(max_length=9, default="")), "null=True or db_default"),
        (migrations.RunSQL("ALTER TABLE games_game DROP COLUMN place"), "drops or renames"),
        (
            migrations.SeparateDatabaseAndState(database_operations=[migrations.RemoveField("game", "place")]),
            "still reads it",
        ),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, Operation) else "",
)
def test_what_the_release_before_does_not_bear_is_found(operation: Operation, why: str) -> None:
    (fault,) = not_borne([operation])
    assert why in fault


def test_what_it_never_asks_for_and_can_leave_out_is_borne() -> None:
    place = models.CharField(max_length=9, default="")
    operations = [
        migrations.AddField("game", "place", models.CharField(max_length=9, null=True)),
        migrations.AddField("game", "seats", models.IntegerField(db_default=2)),
        migrations.CreateModel("Venue", [("id", models.BigAutoField(primary_key=True))]),
        migrations.AddField("venue", "place", place),
        migrations.AddIndex("game", models.Index(fields=["place"], name="by_place")),
        migrations.SeparateDatabaseAndState(state_operations=[migrations.RemoveField("game", "place")]),
        migrations.RunSQL("UPDATE games_game SET place = '' WHERE place IS NULL"),
    ]
    assert list(not_borne(operations)) == []


def test_a_column_goes_a_release_after_the_code_that_used_it() -> None:
    class Contract(migrations.Migration):
        unused_since = "0.3.0"

    assert not may_take_away(Contract("0007_drop_place", "games"), "0.3.0")
    assert may_take_away(Contract("0007_drop_place", "games"), "0.4.0")
    assert not may_take_away(migrations.Migration("0007_drop_place", "games"), "0.4.0")
