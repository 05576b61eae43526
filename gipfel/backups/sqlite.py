"""Backups of SQLite: a copy by its backup API, which readers and writers do not notice (sqlite.org/backup.html)."""

from __future__ import annotations

import fcntl
import os
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from django.db import connection, connections

from gipfel import environment as env
from gipfel.backups.errors import BackupError
from gipfel.backups.files import sync, sync_folder
from gipfel.backups.manifest import Found, Manifest
from gipfel.upgrades import Migration

_MAGIC = b"SQLite format 3\0"
_PAGES_AT_ONCE = 2000
_OPEN_CONNECTIONS = (0x40000002, 510)
"""The bytes that every open connection locks together with others (sqlite.org/src, os.h: SHARED_FIRST, SHARED_SIZE)."""


def dump(part: Path, progress: Callable[[int, int], None]) -> dict[str, int]:
    """Copy the database as it is at one moment to `part`; the number of rows by table at that moment."""
    try:
        with closing(_open(_database(), "rw")) as source, closing(sqlite3.connect(part)) as target:
            source.execute("BEGIN")  # one snapshot for the counts and for all pages of the copy
            rows = _row_counts(source)
            source.backup(target, pages=_PAGES_AT_ONCE, progress=lambda _, left, total: progress(total - left, total))
            target.execute("PRAGMA journal_mode=DELETE")  # one file, without a log beside it
    except sqlite3.Error as error:
        for each in _logs(part):  # SQLite leaves its journal where the disk is full
            each.unlink(missing_ok=True)
        raise BackupError(f"SQLite says: {error}. Is there room for it, and does the database work?") from None
    return rows


def recognise(file: Path) -> None:
    """Refuse what is no SQLite file."""
    with file.open("rb") as handle:
        if handle.read(len(_MAGIC)) != _MAGIC:
            raise BackupError(f"{file} is no backup of SQLite, which this server uses (see DATABASE_URL).")


def inspect(file: Path) -> Found:
    """Read all of a file. BackupError where anything in it is damaged."""
    try:
        with closing(_open(file, "ro")) as copy:
            findings = [row[0] for row in copy.execute("PRAGMA integrity_check(3)")]
            if findings != ["ok"] or copy.execute("PRAGMA foreign_key_check").fetchone():
                raise BackupError(f"{file} is damaged ({findings[0]}). Take another backup.")
            return Found(_migrations(copy), _row_counts(copy))
    except sqlite3.DatabaseError as error:
        raise BackupError(f"{file} is damaged ({error}). Take another backup.") from None


def restore(file: Path, manifest: Manifest | None, accept: Callable[[set[Migration]], None], stamp: str) -> str:
    """Replace the database by a copy of `file`; where the old one is kept.

    Whenever this is interrupted, the old database is in place, or the new one alone: the old log goes before the new
    file comes, for SQLite replays a log into whatever file has the name.
    """
    database = _database()
    part = database.with_name(f".{database.name}.restoring")
    connections.close_all()
    with _hold(database):
        try:
            _copy(file, part, log=manifest is None)
            accept(inspect(part).migrations)
            sync(part)
            kept = _keep(database, stamp)
            _remove_log(database)
            part.replace(database)
            sync_folder(database.parent)
        finally:
            for each in (part, *_logs(part)):
                each.unlink(missing_ok=True)
    return kept


def _copy(file: Path, part: Path, *, log: bool) -> None:
    """Copy a backup to `part`. `log`: it is a copy made by hand, and what lies in its log belongs to it."""
    for each in (part, *_logs(part)):
        each.unlink(missing_ok=True)
    os.close(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    shutil.copyfile(file, part)
    if log and _wal(file).exists():
        shutil.copyfile(_wal(file), _wal(part))
    try:
        with closing(_open(part, "rw")) as copy:
            copy.execute("PRAGMA journal_mode=DELETE")
    except sqlite3.DatabaseError as error:
        raise BackupError(f"{file} is damaged ({error}). Take another backup.") from None


def _keep(database: Path, stamp: str) -> str:
    """Keep what is there, with its log, under another name."""
    if not database.exists():
        return ""
    kept = database.with_name(f"{database.name}.before-{stamp}")
    if _wal(database).exists() and _wal(database).stat().st_size:
        shutil.copy2(database, kept)
        shutil.copy2(_wal(database), _wal(kept))
        sync(_wal(kept))
    else:
        os.link(database, kept)
    sync(kept)
    sync_folder(kept.parent)
    return str(kept)


def _remove_log(database: Path) -> None:
    """Put into the file what lies in its log, and remove the log. Of a damaged one nothing has to be put anywhere."""
    if database.exists():
        try:
            with closing(_open(database, "rw")) as old:
                old.execute("PRAGMA journal_mode=DELETE")
        except sqlite3.DatabaseError as error:
            if _is_busy(error):
                raise _in_use(database) from None
    for each in _logs(database):
        each.unlink(missing_ok=True)
    sync_folder(database.parent)


def _is_busy(error: sqlite3.Error) -> bool:
    return getattr(error, "sqlite_errorcode", 0) & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)


# --- who else is at it -----------------------------------------------------------------------------


@contextmanager
def _hold(database: Path) -> Iterator[None]:
    """Refuse while anyone has the database open, and keep `./run` from starting meanwhile."""
    address = env.home() / env.ADDRESS_FILE
    address.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with address.open("a+", encoding="utf-8") as handle:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise _in_use(database) from None
        if database.exists() and _is_open_elsewhere(database):
            raise _in_use(database)
        yield


def _is_open_elsewhere(database: Path) -> bool:
    """Whether another process holds the lock of an open connection. Asked without touching what is in the file."""
    with database.open("rb+") as handle:
        first, size = _OPEN_CONNECTIONS
        try:
            fcntl.lockf(handle, fcntl.LOCK_EX | fcntl.LOCK_NB, size, first)
        except OSError:
            return True
    return False


def _in_use(database: Path) -> BackupError:
    return BackupError(f"The server runs with {database}, or something else has it open. Stop it first.")


# --- the file ----------------------------------------------------------------------------------------


def _database() -> Path:
    return Path(connection.settings_dict["NAME"])


def _wal(file: Path) -> Path:
    return file.with_name(f"{file.name}-wal")


def _logs(file: Path) -> tuple[Path, ...]:
    """The files that SQLite keeps beside a database."""
    return tuple(file.with_name(f"{file.name}-{kind}") for kind in ("wal", "shm", "journal"))


def _open(file: Path, mode: str) -> sqlite3.Connection:
    return sqlite3.connect(f"{file.resolve().as_uri()}?mode={mode}", uri=True, isolation_level=None, timeout=2)


def _migrations(copy: sqlite3.Connection) -> set[Migration]:
    if "django_migrations" not in _tables(copy):
        return set()
    return set(copy.execute("SELECT app, name FROM django_migrations"))


def _row_counts(copy: sqlite3.Connection) -> dict[str, int]:
    names = _tables(copy)
    return {name: copy.execute(f'SELECT count(*) FROM "{name}"').fetchone()[0] for name in names}  # noqa: S608


def _tables(copy: sqlite3.Connection) -> list[str]:
    """By name. SQLite's own are left out."""
    question = (
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY 1"
    )
    return [name for (name,) in copy.execute(question)]
