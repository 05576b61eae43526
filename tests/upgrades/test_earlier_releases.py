"""The data of every earlier release come through the upgrade: every row, what protects it, what is computed from it."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.db import connection

from testing import PROJECT
from tests.upgrades.releases import NEVER_USED, OF_LONG_LISTS, load_postgresql, load_sqlite, releases

pytestmark = [pytest.mark.postgresql, pytest.mark.slow]
MADE_BY_DJANGO = {"django_migrations", "django_content_type", "auth_permission"}
"""Lists of what the code has. They grow with it."""
REWRITTEN: set[tuple[str, str]] = set()
"""(table, column) whose values a later release means to change in rows that are there. Give a reason beside each."""
EVIDENCE = ("games_claim", "journal_line", "ratings_published", "tournaments_deal")
_READS = """
from django.test import Client
from django.conf import settings
from tournaments.models import Event
from players.models import Person
settings.ALLOWED_HOSTS = ["testserver"]
pages = ["/", "/search?q=a"] + [f"/events/{e.pk}" for e in Event.objects.exclude(state="draft")]
pages += [f"/people/{p.pk}" for p in Person.objects.filter(merged_into=None)]
print({page: Client().get(page).status_code for page in pages if Client().get(page).status_code not in (200, 301, 302)})
"""
Rows = dict[str, dict[Any, dict[str, Any]]]


@dataclass
class Old:
    """A database as a release left it. `ask` runs a question and gives names of columns and rows."""

    url: str
    ask: Callable[[str], tuple[list[str], list[tuple[Any, ...]]]]
    tables: Callable[[], list[str]]

    def rows(self) -> Rows:
        """By table and primary key, every row by its columns."""
        found: Rows = {}
        for table in self.tables():
            names, rows = self.ask(f'SELECT * FROM "{table}"')
            key = names.index("id") if "id" in names else 0
            found[table] = {row[key]: dict(zip(names, row, strict=True)) for row in rows}
        return found

    def manage(self, *command: str) -> subprocess.CompletedProcess[str]:
        environment = os.environ | {"DATABASE_URL": self.url, "DJANGO_SETTINGS_MODULE": "gipfel.settings_test"}
        return subprocess.run(
            [sys.executable, "manage.py", *command],
            cwd=PROJECT,
            env=environment,
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )


@pytest.fixture(params=releases())
def old(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Old]:
    make = _postgresql if connection.vendor == "postgresql" else _sqlite
    yield from make(request.param, tmp_path)


def _sqlite(release: str, folder: Path) -> Iterator[Old]:
    file = folder / "old.sqlite3"
    load_sqlite(release, file)

    def ask(question: str) -> tuple[list[str], list[tuple[Any, ...]]]:
        database = sqlite3.connect(file)
        try:
            with database:
                cursor = database.execute(question)
                return [each[0] for each in cursor.description or ()], cursor.fetchall()
        finally:
            database.close()

    def tables() -> list[str]:
        names = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'"
        return [name for (name,) in ask(names)[1]]

    yield Old(f"sqlite:///{file}", ask, tables)


def _postgresql(release: str, folder: Path) -> Iterator[Old]:
    where = {key: connection.settings_dict[key.upper()] for key in ("host", "port", "user")}
    name = f"upgrade_{release.replace('.', '_')}_{os.getpid()}"
    with psycopg.connect(**where, dbname="postgres", autocommit=True) as server:
        server.execute(f'CREATE DATABASE "{name}"')
    url = f"postgres://{where['user']}@{where['host']}:{where['port']}/{name}"
    load_postgresql(release, url)

    def ask(question: str) -> tuple[list[str], list[tuple[Any, ...]]]:
        with psycopg.connect(url) as database:
            cursor = database.execute(question)
            return [each.name for each in cursor.description or ()], cursor.fetchall() if cursor.description else []

    def tables() -> list[str]:
        return [table for (table,) in ask("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")[1]]

    yield Old(url, ask, tables)
    with psycopg.connect(**where, dbname="postgres", autocommit=True) as server:
        server.execute(f'DROP DATABASE "{name}" WITH (FORCE)')


def test_every_row_comes_through_and_stays_protected(old: Old) -> None:
    before = old.rows()
    done = old.manage("migrate", "-v", "0")
    assert done.returncode == 0, done.stderr
    after = old.rows()

    assert _lost(before, after) == []
    for table in EVIDENCE:
        assert after[table], f"no row of {table} to try"
        with pytest.raises((sqlite3.IntegrityError, psycopg.IntegrityError), match=f"{table} is append-only"):
            old.ask(f"UPDATE {table} SET id = id")

    assert old.manage("migrate", "--check").returncode == 0
    assert old.manage("recompute", "--check").returncode == 0
    worked = old.manage("work", "--once")  # what was due when the release stopped waits for a worker of the new one
    assert worked.returncode == 0, worked.stderr
    read = old.manage("shell", "-v", "0", "-c", _READS)
    assert (read.stdout.strip().splitlines()[-1], read.returncode) == ("{}", 0), read.stderr


def _lost(before: Rows, after: Rows) -> list[str]:
    """What was there before and is no more, or says something else."""
    found = []
    for table in before.keys() - MADE_BY_DJANGO:
        for key, row in before[table].items():
            now = after.get(table, {}).get(key)
            if now is None:
                found.append(f"{table} {key} is gone")
                continue
            changed = [name for name, value in row.items() if (table, name) not in REWRITTEN and now.get(name) != value]
            found += [f"{table} {key}: {name} was {row[name]!r}, is {now.get(name)!r}" for name in changed]
    return found


def test_every_release_has_rows_in_every_table_it_knew(old: Old) -> None:
    empty = {table for table, rows in old.rows().items() if not rows}
    assert empty <= NEVER_USED | OF_LONG_LISTS
