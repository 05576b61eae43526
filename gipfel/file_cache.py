"""A cache in an SQLite file, which all web processes of one machine share: without Redis, throttles count in it.

What is counted must be counted by all, what one process computes the others need not compute again, and a lock that
one holds must keep the others out. Every operation is one statement, so each of them is atomic.

Nothing in it is the truth of anything: it is never synced, `./run` removes it at its start, and where it cannot be read
or written (a full disk, a damaged file) the server is slower and counts no tries, as without its Redis. Whole numbers
are kept as such, all else as JSON (`common.cached_values`).
"""

from __future__ import annotations

import logging
import os
import sqlite3
import tempfile
import threading
import time
from contextlib import closing, suppress
from math import inf
from pathlib import Path
from typing import Any

from django.core.cache.backends.base import DEFAULT_TIMEOUT, BaseCache

from common.cached_values import JsonValues

SUFFIXES = ("", "-wal", "-shm")
BUSY_SECONDS = 0.25
"""Writing takes microseconds: a process that keeps the others out for longer was stopped."""
_CULL_EVERY = 100
_JSON = JsonValues({})
_SCHEMA = """
    PRAGMA journal_mode = WAL;
    CREATE TABLE entry (key TEXT PRIMARY KEY, cache TEXT NOT NULL, value NOT NULL, expires REAL NOT NULL);
    CREATE INDEX entry_expires ON entry (cache, expires);
"""
_SETTINGS = """
    PRAGMA synchronous = OFF;
    PRAGMA secure_delete = ON;
    PRAGMA cache_size = -256;
    PRAGMA journal_size_limit = 4194304;
"""
_SET = (
    "INSERT INTO entry (key, cache, value, expires) VALUES (?, ?, ?, ?) "
    "ON CONFLICT (key) DO UPDATE SET value = excluded.value, expires = excluded.expires"
)
_ADD = f"{_SET} WHERE entry.expires <= ?"
_INCREASE = "UPDATE entry SET value = value + ? WHERE key = ? AND expires > ? AND typeof(value) = 'integer'"
_TOUCH = "UPDATE entry SET expires = ? WHERE key = ? AND expires > ?"
_DELETE_FIRST = "DELETE FROM entry WHERE key IN (SELECT key FROM entry WHERE cache = ? ORDER BY expires LIMIT ?)"

_log = logging.getLogger(__name__)
_of_thread = threading.local()
_of_parent: list[dict[Path, sqlite3.Connection]] = []


class FileCache(BaseCache):
    """A cache in the file LOCATION. Several share a file, each with a KEY_PREFIX of its own.

    At most about MAX_ENTRIES are kept: above it those go that would expire first.
    """

    def __init__(self, location: str | Path, params: dict[str, Any]) -> None:
        super().__init__(params)
        self._file = Path(location)
        self._cull_every = max(1, min(_CULL_EVERY, self._max_entries // _CULL_EVERY))
        self._written = 0

    def get(self, key: Any, default: Any = None, version: int | None = None) -> Any:
        name = self.make_and_validate_key(key, version=version)
        found = self._fetch_rows("SELECT value FROM entry WHERE key = ? AND expires > ?", name, time.time())
        if found and isinstance(found[0][0], int):
            return found[0][0]
        value = _JSON.loads(found[0][0]) if found else None
        return default if value is None else value

    def set(self, key: Any, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> None:
        self._change(_SET, *self._entry(key, value, timeout, version))
        self._cull()

    def add(self, key: Any, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> Any:
        """Whether it was not there; None, which is false as well, where the cache is away, as django-redis has it."""
        added = self._change(_ADD, *self._entry(key, value, timeout, version), time.time())
        self._cull()
        return None if added is None else added > 0

    def incr(self, key: Any, delta: int = 1, version: int | None = None) -> int:
        """ValueError where no whole number is kept, or the cache is away. `decr` comes through here."""
        name = self.make_and_validate_key(key, version=version)
        increased = self._fetch_rows(f"{_INCREASE} RETURNING value", delta, name, time.time())
        if not increased:
            raise ValueError(f"Key '{key}' not found")
        return int(increased[0][0])

    def touch(self, key: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> bool:
        name, until = self.make_and_validate_key(key, version=version), self._until(timeout)
        return bool(self._change(_TOUCH, until, name, time.time()))

    def delete(self, key: Any, version: int | None = None) -> bool:
        name = self.make_and_validate_key(key, version=version)
        return bool(self._change("DELETE FROM entry WHERE key = ?", name))

    def clear(self) -> None:
        self._change("DELETE FROM entry WHERE cache = ?", self.key_prefix)

    def _entry(self, key: Any, value: Any, timeout: Any, version: int | None) -> tuple[str, str, int | bytes, float]:
        name = self.make_and_validate_key(key, version=version)
        plain = isinstance(value, int) and not isinstance(value, bool)
        return name, self.key_prefix, value if plain else _JSON.dumps(value), self._until(timeout)

    def _until(self, timeout: Any) -> float:
        until = self.get_backend_timeout(timeout)
        return inf if until is None else float(until)

    def _cull(self) -> None:
        """From time to time: remove what has expired, and of too many a third."""
        self._written += 1
        if self._written % self._cull_every:
            return
        self._change("DELETE FROM entry WHERE cache = ? AND expires <= ?", self.key_prefix, time.time())
        found = self._fetch_rows("SELECT count(*) FROM entry WHERE cache = ?", self.key_prefix)
        if found and found[0][0] > self._max_entries:
            excess = found[0][0] - self._max_entries + self._max_entries // self._cull_frequency
            self._change(_DELETE_FIRST, self.key_prefix, excess)

    def _fetch_rows(self, statement: str, *values: Any) -> list[tuple[Any, ...]]:
        """What the statement finds; nothing where the cache is away."""
        try:
            return _connection(self._file).execute(statement, values).fetchall()
        except (sqlite3.Error, OSError) as error:
            _give_up(self._file, error)
            return []

    def _change(self, statement: str, *values: Any) -> int | None:
        """How many rows were changed; None where the cache is away."""
        try:
            return _connection(self._file).execute(statement, values).rowcount
        except (sqlite3.Error, OSError) as error:
            _give_up(self._file, error)
            return None


def remove(file: Path) -> None:
    """Remove a cache that no process uses, as an earlier one left it."""
    for suffix in SUFFIXES:
        Path(f"{file}{suffix}").unlink(missing_ok=True)


def _connection(file: Path) -> sqlite3.Connection:
    """This thread's connection."""
    connections: dict[Path, sqlite3.Connection] = _of_thread.__dict__.setdefault("connections", {})
    if file not in connections:
        _make_file(file)
        # Closed when its thread ends, in whichever thread that is noticed.
        made = sqlite3.connect(file, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False)
        made.executescript(_SETTINGS)
        connections[file] = made
    return connections[file]


def _give_up(file: Path, error: Exception) -> None:
    """Say so, and begin with another connection next time."""
    _log.warning("the cache %s is away: %s", file, error)
    broken: sqlite3.Connection | None = _of_thread.__dict__.get("connections", {}).pop(file, None)
    if broken is not None:
        with suppress(sqlite3.Error):
            broken.close()


def _make_file(file: Path) -> None:
    """Make the file where there is none. It gets its name when it is whole: others may come at the same moment."""
    if file.exists():
        return
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    handle, part = tempfile.mkstemp(prefix=f"{file.name}-", dir=file.parent)  # for its owner alone
    os.close(handle)
    try:
        with closing(sqlite3.connect(part)) as connection:
            connection.executescript(_SCHEMA)
        with suppress(FileExistsError):
            os.link(part, file)
    finally:
        remove(Path(part))


def _forget_connections() -> None:
    """SQLite's connections are not for the children of those who made them: neither to be used nor to be closed."""
    _of_parent.append(_of_thread.__dict__.pop("connections", {}))


os.register_at_fork(after_in_child=_forget_connections)
