"""Backups of PostgreSQL by its own programs: pg_dump's custom format, of one snapshot; restored in one transaction.

What a restore replaces stays in the same database, in a schema of its own, until an operator drops it.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

from django.db import connection, transaction
from psycopg.conninfo import make_conninfo

from gipfel.backups.errors import BackupError
from gipfel.backups.manifest import Found, Manifest
from gipfel.upgrades import Migration

_MAGIC = b"PGDMP"
_DEBIAN = Path("/usr/lib/postgresql")
_SCHEMA, _KEPT = "public", "before_"
_SECONDS_BETWEEN = 5.0


def dump(part: Path, progress: Callable[[int, int], None]) -> dict[str, int]:
    """Dump the database as it is at one moment to `part`; the number of rows by table at that moment."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        cursor.execute("SELECT pg_export_snapshot()")
        (snapshot,) = cursor.fetchone()
        tables = connection.introspection.table_names(cursor)
        rows = {}
        for table in tables:
            cursor.execute(f'SELECT count(*) FROM "{table}"')  # noqa: S608  names from the catalog
            rows[table] = cursor.fetchone()[0]
        arguments = [f"--snapshot={snapshot}", f"--exclude-schema={_KEPT}*", "--format=custom", f"--file={part}"]
        with _program("pg_dump", *arguments, database=True) as running:
            while running.poll() is None:
                with suppress(subprocess.TimeoutExpired):
                    running.wait(_SECONDS_BETWEEN)
                progress(0, 0)
    return rows


def recognise(file: Path) -> None:
    """Refuse what is no archive of pg_dump."""
    with file.open("rb") as handle:
        if handle.read(len(_MAGIC)) != _MAGIC:
            raise BackupError(f"{file} is no backup of PostgreSQL, which this server uses (see DATABASE_URL).")


def inspect(file: Path) -> Found:
    """Read all of an archive: its table of contents, and every row in it."""
    rows: dict[str, int] = {}
    migrations: set[Migration] = set()
    with _program("pg_restore", "--data-only", "--file=-", str(file), stdout=subprocess.PIPE) as running:
        assert running.stdout is not None
        for table, columns, lines in _copies(running.stdout):
            rows[table] = 0
            for line in lines:
                rows[table] += 1
                if table == "django_migrations":
                    values = dict(zip(columns, line.split("\t"), strict=True))
                    migrations.add((values["app"], values["name"]))
    return Found(migrations, rows)


def _copies(script: IO[bytes]) -> Iterator[tuple[str, list[str], Iterator[str]]]:
    """(table, its columns, its rows) of each COPY in a script. The rows are to be read before the next."""

    def rows() -> Iterator[str]:
        for line in script:
            if line == b"\\.\n":
                return
            yield line.decode().rstrip("\n")

    for line in script:
        if line.startswith(b"COPY "):
            name, _, columns = line.decode().removeprefix("COPY ").partition(" (")
            yield name.rpartition(".")[2].strip('"'), columns.partition(")")[0].split(", "), rows()


def restore(file: Path, manifest: Manifest | None, accept: Callable[[set[Migration]], None], stamp: str) -> str:
    """Replace all tables by those of `file`, in one transaction; where the old ones are kept.

    The rows are counted before the transaction ends. Whatever fails or is killed leaves the database as it was.
    """
    found = inspect(file)
    if manifest is not None and manifest.rows != found.rows:
        raise BackupError(f"{file} does not hold what its manifest says. Take another backup.")
    accept(found.migrations)
    _refuse_while_others_are_connected()
    kept = f"{_KEPT}{stamp.lower()}"
    script = ["--no-psqlrc", "--quiet", "--set=ON_ERROR_STOP=1", "--file=-"]
    tables, extensions = connection.introspection.table_names(), _list_extensions()
    connection.close()
    with _program("psql", *script, database=True, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL) as running:
        assert running.stdin is not None
        with suppress(BrokenPipeError), running.stdin:  # why it ended is what psql says
            running.stdin.write(_before(tables, extensions, kept).encode())
            with _program(
                "pg_restore", "--no-owner", "--no-privileges", "--file=-", str(file), stdout=subprocess.PIPE
            ) as archive:
                assert archive.stdout is not None
                shutil.copyfileobj(archive.stdout, running.stdin)
            running.stdin.write(_check_row_counts(found.rows).encode())
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    return f'the schema "{kept}" of the same database'


def _before(tables: list[str], extensions: list[str], kept: str) -> str:
    """Make room. A program in the middle of something has a lock on a table, and this fails at once.

    Extensions go to the new schema: a database holds each of them once, what is kept still finds its own by number,
    and they stay when what is kept is dropped.
    """
    locks = [f'LOCK TABLE {_SCHEMA}."{table}" IN ACCESS EXCLUSIVE MODE NOWAIT;' for table in tables]
    rename = [f"ALTER SCHEMA {_SCHEMA} RENAME TO {kept};", f"CREATE SCHEMA {_SCHEMA};"]
    move = [f'ALTER EXTENSION "{name}" SET SCHEMA {_SCHEMA};' for name in extensions]
    return "\n".join(["BEGIN;", *locks, *rename, *move, ""])


def _list_extensions() -> list[str]:
    """The names of the extensions that our tables are written with."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT extname FROM pg_extension JOIN pg_namespace ON pg_namespace.oid = extnamespace WHERE nspname = %s",
            [_SCHEMA],
        )
        return [name for (name,) in cursor.fetchall()]


def _check_row_counts(rows: Mapping[str, int]) -> str:
    """Fail where a table lacks rows. A script that breaks off before its end is never committed."""
    checks = [
        f'IF (SELECT count(*) FROM {_SCHEMA}."{table}") <> {count} THEN'  # noqa: S608  names and counts of the archive
        f" RAISE EXCEPTION 'the table {table} was not restored whole'; END IF;"
        for table, count in rows.items()
    ]
    return "\nDO $$ BEGIN\n" + "\n".join(checks) + "\nEND $$;\nCOMMIT;\n"


def _refuse_while_others_are_connected() -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'"
        )
        (count,) = cursor.fetchone()
    if count:
        raise BackupError(f"{count} other connections use the database. Stop web, worker and beat first.")


# --- PostgreSQL's programs --------------------------------------------------------------------------


@contextmanager
def _program(
    name: str, *arguments: str, database: bool = False, stdin: int | None = None, stdout: int | None = None
) -> Iterator[subprocess.Popen[bytes]]:
    """Run a program of PostgreSQL's, on our database where `database`; BackupError with what it said if it fails."""
    command = [_find_program(name), *arguments]
    environment = dict(os.environ)
    if database:
        settings = connection.get_connection_params()
        known = ["host", "port", "user", "dbname", "sslmode", "sslrootcert", "sslcert", "sslkey", "options"]
        known += ["target_session_attrs", "connect_timeout"]
        command.append("--dbname=" + make_conninfo(**{key: settings[key] for key in known if settings.get(key)}))
        environment["PGPASSWORD"] = settings.get("password", "")  # no one reads it in the list of processes
    running = subprocess.Popen(command, stdin=stdin, stdout=stdout, stderr=subprocess.PIPE, env=environment)  # noqa: S603
    try:
        yield running
        errors = running.stderr.read().decode(errors="replace").strip() if running.stderr else ""
        if running.wait():
            raise BackupError(f"{name}: {errors.partition(chr(10))[0] or 'failed'}")
    finally:
        if running.poll() is None:
            running.kill()
            running.wait()
        for stream in (running.stdin, running.stdout, running.stderr):
            if stream is not None:
                with suppress(BrokenPipeError):
                    stream.close()


def _find_program(name: str) -> str:
    """A program on the path, or where Debian keeps the newest."""
    if found := shutil.which(name):
        return found
    debian = sorted(_DEBIAN.glob(f"*/bin/{name}"), key=lambda path: int(path.parent.parent.name), reverse=True)
    if debian:
        return str(debian[0])
    raise BackupError(f"{name} is not on this machine. Install PostgreSQL's programs (Debian: postgresql-client).")
