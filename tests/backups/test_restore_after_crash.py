"""SQLite leaves its log behind when it is killed, and replays it into whatever file has the database's name."""

from __future__ import annotations

import os
import shutil
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from django.db import connection

from testing import PROJECT
from testing.servers import free_port

pytestmark = pytest.mark.skipif(connection.vendor != "sqlite", reason="about the files of SQLite")
_WRITE_AND_WAIT = """
from django.db import connection
from players.models import Person
connection.ensure_connection()
connection.cursor().execute("PRAGMA wal_autocheckpoint=0")
for checkpoint in (True, False):
    Person.objects.bulk_create(Person(name=f"After the backup {n} " + "x" * 60) for n in range(1500))
    if checkpoint:
        connection.cursor().execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
print("written", flush=True)
input()
"""


class Server:
    """The data of an embedded server, and its commands."""

    def __init__(self, home: Path) -> None:
        self.home, self.database = home, home / "gipfel.sqlite3"
        inherited = {key: value for key, value in os.environ.items() if key not in ("DATABASE_URL", "REDIS_URL")}
        self.environment = inherited | {"GIPFEL_HOME": str(home), "DJANGO_SETTINGS_MODULE": "gipfel.settings"}

    def run(self, *command: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, *command],
            cwd=PROJECT,
            env=self.environment,
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )

    def write_and_crash(self) -> None:
        """Write 3000 people and be killed when SQLite has moved half of them from its log into the file."""
        command = [sys.executable, "manage.py", "shell", "-v", "0", "-c", _WRITE_AND_WAIT]
        with subprocess.Popen(
            command, cwd=PROJECT, env=self.environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE
        ) as process:
            assert process.stdout is not None
            assert process.stdout.readline() == b"written\n"
            process.send_signal(signal.SIGKILL)

    def dump(self) -> list[str]:
        with closing(sqlite3.connect(self.database)) as database:
            return list(database.iterdump())

    @property
    def log(self) -> Path:
        return self.database.with_name("gipfel.sqlite3-wal")


@pytest.fixture
def crashed(crashed_once: tuple[Path, list[str]], tmp_path: Path) -> tuple[Server, Path, list[str]]:
    """A server that was killed after a backup, the backup, and what it holds."""
    folder, before = crashed_once
    shutil.copytree(folder, tmp_path / "site")
    return Server(tmp_path / "site" / "home"), tmp_path / "site" / "copy", before


@pytest.fixture(scope="module")
def crashed_once(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[str]]:
    folder = tmp_path_factory.mktemp("crashed")
    server, copy = Server(folder / "home"), folder / "copy"
    server.home.mkdir()
    assert server.run("manage.py", "migrate", "-v", "0").returncode == 0
    before = server.dump()
    done = server.run("manage.py", "backup", str(copy))
    assert done.returncode == 0, done.stderr
    server.write_and_crash()
    assert server.log.stat().st_size > 100_000
    return folder, before


@pytest.mark.slow
def test_a_restore_after_a_crash_is_equal_to_the_backup(crashed: tuple[Server, Path, list[str]]) -> None:
    server, copy, before = crashed
    done = server.run("manage.py", "restore", str(copy))
    assert done.returncode == 0, done.stderr
    assert server.dump() == before
    (kept,) = server.home.glob("gipfel.sqlite3.before-*Z")
    with closing(sqlite3.connect(kept)) as old:
        assert old.execute("SELECT count(*) FROM players_person").fetchone() == (3000,)


def test_a_copy_that_was_put_there_by_hand_is_found_to_be_damaged_before_anything_is_served(
    crashed: tuple[Server, Path, list[str]],
) -> None:
    server, copy, before = crashed
    shutil.copyfile(copy, server.database)
    done = server.run("-m", "gipfel.serve", "--port", str(free_port()))
    assert done.returncode == 1
    assert done.stderr.startswith("Gipfel cannot start: the database is damaged (")
    assert "manage.py restore FILE" in done.stderr and done.stderr.count("\n") == 1
    assert server.run("manage.py", "restore", str(copy)).returncode == 0
    assert server.dump() == before


def test_the_launcher_and_a_restore_keep_each_other_out(crashed: tuple[Server, Path, list[str]]) -> None:
    import fcntl

    server, copy, _before = crashed
    with (server.home / "address").open("a+") as handle:
        fcntl.flock(handle, fcntl.LOCK_EX)
        done = server.run("manage.py", "restore", str(copy))
    assert done.returncode == 1
    assert "Stop it first" in done.stderr and server.log.exists()
