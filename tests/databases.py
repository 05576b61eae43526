"""The database of a test process: a copy of a template, which is migrated once for the same migrations and models.

On SQLite the template is a file in `.test_cache/`, and the copy is in memory, or a file where threads of a live server
make connections of their own; on PostgreSQL both are databases of the server. Processes that begin at once wait for the
one that makes the template.
"""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from django.core.management import call_command
from django.db import connection

from testing import PROJECT
from testing.kept_files import CACHE, one_at_a_time

SOURCES = (
    "*/migrations/*.py",
    "*/*/migrations/*.py",
    "*/models.py",
    "*/*/models.py",
    "*/models/*.py",
    "common/journal/operations.py",  # triggers
    "tournaments/rating_columns.py",  # a kind of column
    "requirements.txt",  # Django writes tables too
)
"""What decides how an empty database looks; `tests/upgrades/test_template.py` compares the template with a new one."""
IN_MEMORY = "file:memorydb_default?mode=memory&cache=shared"


@contextmanager
def copied_database(process: str, file: Path | None = None) -> Iterator[None]:
    """Connect to a copy until the end of the block; `process` tells those beside each other apart ("gw0", or "").

    On SQLite the copy is in memory, where one connection serves all threads, or in this `file`.
    """
    known = connection.settings_dict
    usual = known["NAME"]
    if connection.vendor == "sqlite":
        known["NAME"] = str(file or IN_MEMORY)
        _copy_file()
    else:
        known["NAME"] = f"test_{usual}_{process}".rstrip("_")
        _copy_on_server(known["NAME"])
    try:
        yield
    finally:
        connection.close()
        name, known["NAME"] = known["NAME"], usual
        if connection.vendor != "sqlite":
            _on_server(f'DROP DATABASE "{name}" WITH (FORCE)')


def template_file() -> Path:
    """The template of SQLite. It is there as soon as a process on SQLite has its copy."""
    return CACHE / f"{_digest()}.sqlite3"


def _digest() -> str:
    """Names a template: other migrations or models, another name."""
    found = hashlib.sha256()
    for path in sorted({path for pattern in SOURCES for path in PROJECT.glob(pattern)}):
        found.update(f"{path.relative_to(PROJECT)}\n".encode() + path.read_bytes())
    return found.hexdigest()[:16]


def _migrate() -> None:
    call_command("migrate", verbosity=0, interactive=False)


# --- SQLite ------------------------------------------------------------------------------------------


def _copy_file() -> None:
    connection.ensure_connection()  # as long as it is open, the database is there
    template = template_file()
    with one_at_a_time("databases"):
        if not template.exists():
            _migrate()
            _keep(template)
            return
    with closing(sqlite3.connect(template)) as file:
        file.backup(connection.connection)


def _keep(template: Path) -> None:
    for old in CACHE.glob("*.sqlite3"):
        old.unlink()
    new = template.with_suffix(".new")
    new.unlink(missing_ok=True)
    with closing(sqlite3.connect(new)) as file:
        connection.connection.backup(file)
    new.rename(template)


# --- PostgreSQL --------------------------------------------------------------------------------------


def _copy_on_server(name: str) -> None:
    template = f"template_of_tests_{_digest()}"
    with one_at_a_time("databases"):
        if not _on_server("SELECT 1 FROM pg_database WHERE datname = %s", [template]):
            _make_on_server(template)
        _on_server(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')
        _on_server(f'CREATE DATABASE "{name}" TEMPLATE "{template}"')


def _make_on_server(template: str) -> None:
    """Under another name until it is complete."""
    known, new = connection.settings_dict, f"{template}_new"
    its_name = known["NAME"]
    _on_server(f'DROP DATABASE IF EXISTS "{new}"')
    _on_server(f'CREATE DATABASE "{new}"')
    known["NAME"] = new
    try:
        _migrate()
    finally:
        connection.close()
        known["NAME"] = its_name
    _on_server(f'ALTER DATABASE "{new}" RENAME TO "{template}"')


def _on_server(statement: str, values: Iterable[str] = ()) -> list[tuple[object, ...]]:
    """Ask the server itself, in no database of the tests; the rows that it answers."""
    with connection._nodb_cursor() as cursor:
        cursor.execute(statement, tuple(values) or None)
        return list(cursor.fetchall()) if cursor.description else []
