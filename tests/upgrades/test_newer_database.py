"""An older release refuses the database of a newer one, wherever it starts, in one line that says what to do."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client

from gipfel import write_probe
from gipfel.upgrades import NewerDatabase, known_migrations, refuse_newer_database, unknown
from tests import PROJECT
from tests.databases import template_file
from tests.servers import free_port

OF_TOMORROW = "INSERT INTO django_migrations (app, name, applied) VALUES ('games', '0999_of_tomorrow', '2030-01-01')"
SAID = "The database is that of a newer release (1 unknown migrations, games.0999_of_tomorrow among them)."


@pytest.fixture
def newer(db: None) -> None:
    write_probe.forget()
    with connection.cursor() as cursor:
        cursor.execute(OF_TOMORROW)


def test_every_migration_of_this_release_is_known(db: None) -> None:
    refuse_newer_database()
    assert ("games", "0002_append_only") in known_migrations()


def test_an_app_that_only_a_newer_release_has_is_a_sign_of_it() -> None:
    assert unknown({("games", "0001_initial"), ("leagues", "0001_initial")}) == [("leagues", "0001_initial")]


def test_a_newer_database_is_refused(newer: None) -> None:
    with pytest.raises(NewerDatabase, match="Start the newer release, or restore a backup"):
        refuse_newer_database()


def test_migrate_by_an_older_release_is_refused_instead_of_saying_that_all_is_well(newer: None) -> None:
    with pytest.raises(CommandError, match=r"games\.0999_of_tomorrow"):
        call_command("migrate", verbosity=0)


def test_a_server_whose_database_was_upgraded_under_it_is_not_ready(client: Client, newer: None) -> None:
    answer = client.get("/readyz")
    assert answer.status_code == 503
    assert answer.json()["migrations"].startswith(SAID)


# --- each way to start -----------------------------------------------------------------------------


@pytest.fixture(scope="module")
def home(django_db_setup: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The data of an embedded server that a newer release has been at."""
    folder = tmp_path_factory.mktemp("newer")
    database = sqlite3.connect(shutil.copy(template_file(), folder / "gipfel.sqlite3"))
    with database:
        database.execute(OF_TOMORROW)
    database.execute("PRAGMA journal_mode=WAL")  # as the server has it
    database.close()
    yield folder


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
    ("command", "lines"),
    [
        (("manage.py", "migrate"), 1),
        (("manage.py", "work"), 1),
        (("-m", "gipfel.serve", "--port", str(free_port())), 1),
        (("-c", "import gipfel.wsgi"), None),  # Python's own lines of a failed import come before it
        (("-c", "import gipfel.asgi"), None),
    ],
)
def test_no_way_to_start_goes_on(home: Path, command: tuple[str, ...], lines: int | None) -> None:
    before = (home / "gipfel.sqlite3").read_bytes()
    done = _run(home, *command)
    assert done.returncode != 0
    said = done.stderr.splitlines()
    assert SAID in said[-1] and "manage.py restore FILE" in said[-1]
    assert lines is None or len(said) == lines
    assert (home / "gipfel.sqlite3").read_bytes() == before
