"""A database of a newer release, or of before the first, is refused at each start, in a line that says what to do."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client

from gipfel import write_probe
from gipfel.upgrades import (
    BEFORE_RELEASES,
    NewerDatabase,
    UnreleasedDatabase,
    known_migrations,
    refuse_unknown_database,
    unknown,
)
from testing import PROJECT
from testing.servers import free_port

OF_TOMORROW = "INSERT INTO django_migrations (app, name, applied) VALUES ('games', '0999_of_tomorrow', '2030-01-01')"
SAID_OF_NEWER = "The database is that of a newer release (1 unknown migrations, games.0999_of_tomorrow among them)."
UNRELEASED = """
INSERT INTO django_migrations (app, name, applied) VALUES ('journal', '0002_append_only', '2026-11-22');
INSERT INTO django_migrations (app, name, applied) VALUES ('games', '0003_agreed_draws', '2026-11-22');
DELETE FROM django_migrations WHERE app = 'ratings';
"""
"""As databases were before 0.2.0: migrations that are gone, and an app that came later, on which others now depend."""
SAID_OF_UNRELEASED = "The database was made before 0.2.0, and no release can upgrade it."
REMEDY = {SAID_OF_NEWER: "manage.py restore FILE", SAID_OF_UNRELEASED: "manage.py importevent FILE"}
SERVE = ("-m", "gipfel.serve", "--port", str(free_port()))


@pytest.fixture
def newer(db: None) -> None:
    write_probe.forget()
    with connection.cursor() as cursor:
        cursor.execute(OF_TOMORROW)


@pytest.fixture
def unreleased(db: None) -> None:
    with connection.cursor() as cursor:
        for statement in UNRELEASED.strip().splitlines():
            cursor.execute(statement)


def test_every_migration_of_this_release_is_known(db: None) -> None:
    refuse_unknown_database()
    assert ("games", "0001_initial") in known_migrations()


def test_no_migration_takes_the_name_by_which_databases_of_before_are_known() -> None:
    assert BEFORE_RELEASES not in known_migrations()


def test_an_app_that_only_a_newer_release_has_is_a_sign_of_it() -> None:
    assert unknown({("games", "0001_initial"), ("leagues", "0001_initial")}) == [("leagues", "0001_initial")]


def test_a_newer_database_is_refused(newer: None) -> None:
    with pytest.raises(NewerDatabase, match="Start the newer release, or restore a backup"):
        refuse_unknown_database()


def test_a_database_of_before_the_first_release_is_refused_and_its_events_are_carried_over(unreleased: None) -> None:
    with pytest.raises(
        UnreleasedDatabase, match=r"manage\.py exportevent ID --format json .*manage\.py importevent FILE"
    ):
        refuse_unknown_database()


def test_migrate_says_so_before_django_finds_the_order_of_migrations_wrong(unreleased: None) -> None:
    with pytest.raises(CommandError, match=r"made before 0\.2\.0"):
        call_command("migrate", verbosity=0)


def test_migrate_by_an_older_release_is_refused_instead_of_saying_that_all_is_well(newer: None) -> None:
    with pytest.raises(CommandError, match=r"games\.0999_of_tomorrow"):
        call_command("migrate", verbosity=0)


def test_a_server_whose_database_was_upgraded_under_it_is_not_ready(client: Client, newer: None) -> None:
    answer = client.get("/readyz")
    assert answer.status_code == 503
    assert answer.json()["migrations"].startswith(SAID_OF_NEWER)


# --- each way to start -----------------------------------------------------------------------------


@pytest.fixture(scope="module")
def homes(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The data of an embedded server that a newer release has been at, and of one of before the first release."""
    newer, old = tmp_path_factory.mktemp("newer"), tmp_path_factory.mktemp("unreleased")
    done = _run(newer, "manage.py", "migrate", "-v", "0")
    assert done.returncode == 0, done.stderr
    shutil.copy(newer / "gipfel.sqlite3", old)
    for folder, rows in ((newer, OF_TOMORROW), (old, UNRELEASED)):
        with closing(sqlite3.connect(folder / "gipfel.sqlite3")) as database:
            database.executescript(rows)
    return {SAID_OF_NEWER: newer, SAID_OF_UNRELEASED: old}


def _run(home: Path, *command: str) -> subprocess.CompletedProcess[str]:
    inherited = {key: value for key, value in os.environ.items() if key not in ("DATABASE_URL", "REDIS_URL")}
    environment = {
        "GIPFEL_HOME": str(home),
        "DJANGO_SETTINGS_MODULE": "gipfel.settings",
        "SECRET_KEY": "kT4-Zw0nQe_u7RrX1bM9yVsH3cJdLfGa5PiNo8",
    }
    return subprocess.run(
        [sys.executable, *command],
        cwd=PROJECT,
        env=inherited | environment,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


@pytest.mark.skipif(connection.vendor != "sqlite", reason="how processes start is the same on any database")
@pytest.mark.parametrize(
    ("said", "command", "lines"),
    [
        (SAID_OF_NEWER, ("manage.py", "migrate"), 1),
        (SAID_OF_NEWER, ("manage.py", "work"), 1),
        (SAID_OF_NEWER, SERVE, 1),
        (SAID_OF_NEWER, ("-c", "import gipfel.wsgi"), None),  # Python's own lines of a failed import come before it
        (SAID_OF_NEWER, ("-c", "import gipfel.asgi"), None),
        (SAID_OF_UNRELEASED, ("manage.py", "migrate"), 1),
        (SAID_OF_UNRELEASED, ("manage.py", "work"), 1),
        (SAID_OF_UNRELEASED, SERVE, 1),
    ],
)
def test_no_way_to_start_goes_on(
    homes: dict[str, Path], said: str, command: tuple[str, ...], lines: int | None
) -> None:
    home = homes[said]
    before = (home / "gipfel.sqlite3").read_bytes()
    done = _run(home, *command)
    assert done.returncode != 0
    told = done.stderr.splitlines()
    assert said in told[-1] and REMEDY[said] in told[-1]
    assert lines is None or len(told) == lines
    assert (home / "gipfel.sqlite3").read_bytes() == before
