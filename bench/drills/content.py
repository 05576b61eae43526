"""One digest of all that a database or a backup holds. None of the site's own code reads it."""

from __future__ import annotations

import hashlib
import sqlite3
import subprocess
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path
from typing import Any

import psycopg

from bench.drills.site import Site

_SCRATCH = "drill_scratch"


def of_site(site: Site) -> dict[str, str]:
    """A digest of the rows of every table of the site, by table."""
    if site.embedded:
        return _of_file(site.database_file)
    return _of_database(site.environment["DATABASE_URL"])


def of_backup(site: Site, file: Path) -> dict[str, str]:
    """The same of a backup: of SQLite's as it lies there, of PostgreSQL's restored beside the site by pg_restore."""
    if site.embedded:
        return _of_file(file)
    assert site.postgres is not None
    url = site.postgres.create(_SCRATCH)
    try:
        command = [str(site.postgres.bin / "pg_restore"), "--no-owner", f"--dbname={url}", str(file)]
        subprocess.run(command, check=True, capture_output=True)
        return _of_database(url)
    finally:
        with psycopg.connect(site.environment["DATABASE_URL"], autocommit=True) as connection:
            connection.execute(f"DROP DATABASE {_SCRATCH}")


def _of_file(file: Path) -> dict[str, str]:
    with closing(sqlite3.connect(file.as_uri() + "?mode=rw", uri=True)) as database:
        names = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'"
        tables = [table for (table,) in database.execute(names)]
        return {table: _digest(database.execute(f'SELECT * FROM "{table}"')) for table in tables}


def _of_database(url: str) -> dict[str, str]:
    with psycopg.connect(url) as database:
        names = database.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'").fetchall()
        return {table: _digest(database.execute(f'SELECT * FROM public."{table}"')) for (table,) in names}


def _digest(rows: Iterable[tuple[Any, ...]]) -> str:
    return hashlib.sha256("\n".join(sorted(map(repr, rows))).encode()).hexdigest()
