"""Each migration after the first is one that the release before bears, or takes away what nothing uses any more."""

from __future__ import annotations

import tomllib

import pytest
from django.db import connection, migrations, models
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ProjectState

from common.migrations import AddIndexWhileOthersWrite
from testing import PROJECT
from tests.upgrades.two_releases import MET_BEFORE, may_take_away, not_borne

RELEASE: str = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
OWN = ("games", "jobs", "journal", "play", "players", "ratings", "signing", "tournaments")


def test_the_release_before_bears_every_migration() -> None:
    loader = MigrationLoader(None)
    faults = [
        f"{app}.{name}: {fault}"
        for (app, name), migration in loader.disk_migrations.items()
        if app in OWN and not migration.initial and not may_take_away(migration, RELEASE)
        for fault in not_borne(
            migration.operations,
            loader.project_state((app, name), at_end=False),
            app,
            getattr(migration, MET_BEFORE, ()),
        )
    ]
    assert faults == [], "see docs/migrations.md"


def test_every_app_of_ours_with_tables_is_looked_at() -> None:
    with_tables = {file.parent.parent.name for file in PROJECT.glob("*/migrations/0001_initial.py")}
    with_tables |= {file.parent.parent.name for file in PROJECT.glob("common/*/migrations/0001_initial.py")}
    assert with_tables == set(OWN)


def before() -> ProjectState:
    """The models of a release: games with a place, which is unique in a year."""
    state = ProjectState()
    fields = [
        ("id", models.BigAutoField(primary_key=True)),
        ("place", models.CharField(max_length=9, null=True)),
        ("title", models.CharField(max_length=9, db_default="")),
        ("year", models.IntegerField()),
    ]
    constraints = [ONE_A_YEAR, models.CheckConstraint(condition=models.Q(year__gt=0), name="of_our_era")]
    migrations.CreateModel("Game", fields, {"constraints": constraints}).state_forwards("games", state)
    return state


ONE_A_YEAR = models.UniqueConstraint(fields=["place", "year"], name="one_a_year")
ONE_A_PLACE = models.UniqueConstraint(fields=["place"], name="one_a_place")


@pytest.mark.parametrize(
    ("operation", "why"),
    [
        (migrations.RemoveField("game", "place"), "still reads it"),
        (migrations.DeleteModel("Game"), "still reads it"),
        (migrations.RenameField("game", "place", "venue"), "the old name only"),
        (migrations.RenameModel("Game", "Match"), "the old name only"),
        (migrations.AlterModelTable("game", "matches"), "the old name only"),
        (migrations.AddField("game", "venue", models.CharField(max_length=9, default="")), "null=True or db_default"),
        (migrations.AlterField("game", "place", models.CharField(max_length=9)), "`met_before`"),
        (migrations.AlterField("game", "place", models.CharField(max_length=8, null=True)), "`met_before`"),
        (migrations.AlterField("game", "title", models.CharField(max_length=9)), "`met_before`"),
        (migrations.AlterField("game", "year", models.CharField(max_length=9)), "`met_before`"),
        (migrations.AlterField("game", "year", models.IntegerField(unique=True)), "`met_before`"),
        (migrations.AddConstraint("game", ONE_A_PLACE), "`met_before`"),
        (migrations.AlterUniqueTogether("game", {("place", "title")}), "`met_before`"),
        (migrations.RemoveConstraint("game", "one_a_year"), "ON CONFLICT"),
        (migrations.AddIndex("game", models.Index(fields=["place"], name="by_place")), "AddIndexWhileOthersWrite"),
        (migrations.RunPython(migrations.RunPython.noop), "in a job"),
        (migrations.RunSQL("ALTER TABLE games_game DROP COLUMN place"), "drops or renames"),
        (migrations.RunSQL("CREATE UNIQUE INDEX one ON games_game (place)"), "`met_before`"),
        (
            migrations.SeparateDatabaseAndState(database_operations=[migrations.RemoveField("game", "place")]),
            "still reads it",
        ),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, Operation) else "",
)
def test_what_the_release_before_does_not_bear_is_found(operation: Operation, why: str) -> None:
    (fault,) = not_borne([operation], before(), "games")
    assert why in fault


def test_what_it_never_asks_for_and_can_leave_out_is_borne() -> None:
    operations = [
        migrations.AddField("game", "venue", models.CharField(max_length=9, null=True)),
        migrations.AddField("game", "seats", models.IntegerField(db_default=2)),
        migrations.AlterField("game", "place", models.CharField(max_length=30, null=True)),
        migrations.AlterField("game", "place", models.TextField(null=True)),
        migrations.AlterField("game", "year", models.IntegerField(null=True, help_text="of our era")),
        migrations.RemoveConstraint("game", "of_our_era"),
        AddIndexWhileOthersWrite("game", models.Index(fields=["place"], name="by_place")),
        migrations.CreateModel("Venue", [("id", models.BigAutoField(primary_key=True))]),
        migrations.AddField("venue", "place", models.CharField(max_length=9, default="")),
        migrations.AddIndex("venue", models.Index(fields=["place"], name="venue_by_place")),
        migrations.AddConstraint("venue", ONE_A_PLACE),
        migrations.SeparateDatabaseAndState(state_operations=[migrations.RemoveField("game", "place")]),
        migrations.RunSQL("UPDATE games_game SET title = '' WHERE title IS NULL"),
    ]
    assert list(not_borne(operations, before(), "games")) == []


def test_a_limit_that_the_release_before_meets_is_borne() -> None:
    operations = [
        migrations.AddConstraint("game", ONE_A_PLACE),
        migrations.AlterField("game", "place", models.CharField(max_length=9)),
    ]
    assert list(not_borne(operations, before(), "games", ("one_a_place", "game.place"))) == []


@pytest.mark.postgresql
def test_an_index_that_is_made_beside_others_can_be_made_again(real_database: None) -> None:
    adding = AddIndexWhileOthersWrite("person", models.Index(fields=["country", "name"], name="made_by_a_test"))
    state = MigrationLoader(connection).project_state()
    after = state.clone()
    adding.state_forwards("players", after)

    def indexes() -> set[str]:
        known = {"sqlite": "SELECT name FROM sqlite_master", "postgresql": "SELECT indexname FROM pg_indexes"}
        with connection.cursor() as cursor:
            cursor.execute(known[connection.vendor])
            return {name for (name,) in cursor.fetchall()}

    def apply(forwards: bool) -> None:
        with connection.schema_editor(atomic=False) as editor:
            move = adding.database_forwards if forwards else adding.database_backwards
            move("players", editor, *((state, after) if forwards else (after, state)))

    apply(forwards=True)
    assert "made_by_a_test" in indexes()
    if connection.vendor == "postgresql":
        apply(forwards=True)  # as after an attempt that was broken off
    apply(forwards=False)
    assert "made_by_a_test" not in indexes()


def test_a_column_goes_a_release_after_the_code_that_used_it() -> None:
    class Contract(migrations.Migration):
        unused_since = "0.3.0"

    assert not may_take_away(Contract("0007_drop_place", "games"), "0.3.0")
    assert may_take_away(Contract("0007_drop_place", "games"), "0.4.0")
    assert not may_take_away(migrations.Migration("0007_drop_place", "games"), "0.4.0")
