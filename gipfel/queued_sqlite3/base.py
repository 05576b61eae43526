"""Transactions that write to one file wait for each other in a queue, whatever thread or process they are of.

SQLite lets one write at a time, and another meanwhile sleeps and looks again, in the end every 100 ms: much of
that time no one writes, and the latest comer may be the first. Here each waits for its turn (`turn`), and only who
has it asks SQLite.
"""

from __future__ import annotations

import fcntl
import os
import sqlite3
import time
import weakref
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from threading import Event, Lock, Thread
from typing import TYPE_CHECKING, Any

from django.db.backends.sqlite3 import base

from gipfel.monitoring.requests import tell_of_wait

_USUAL_SECONDS = 5.0


if TYPE_CHECKING:

    class _UsualWrapper(base.DatabaseWrapper):
        """Django's, with the methods that its type stubs leave out."""

        def _start_transaction_under_autocommit(self) -> None: ...
        def _set_autocommit(self, autocommit: bool) -> None: ...
        def _commit(self) -> None: ...
        def _close(self) -> None: ...

else:
    _UsualWrapper = base.DatabaseWrapper


class DatabaseWrapper(_UsualWrapper):
    """A connection. `timeout` among its OPTIONS is how many seconds a transaction waits in the queue at most."""

    _turn: Turn | None = None

    def _start_transaction_under_autocommit(self) -> None:
        with self.execute_wrapper(self._wait_for_turn):  # where it is measured like every statement
            try:
                super()._start_transaction_under_autocommit()
            except BaseException:
                self._end_turn()
                raise

    def _set_autocommit(self, autocommit: bool) -> None:
        try:
            super()._set_autocommit(autocommit)
        finally:
            self._end_turn()

    def _commit(self) -> None:
        tell_of_wait()  # what is written is synced to the disk
        super()._commit()

    def _close(self) -> None:
        try:
            super()._close()
        finally:
            self._end_turn()

    def _wait_for_turn(self, execute: Callable[..., Any], *statement: Any) -> Any:
        turn = turn_of(str(self.settings_dict["NAME"]))
        if not turn.take_if_free() and not self._is_given(turn):
            with self.wrap_database_errors:
                raise _locked()
        self._turn = turn
        return execute(*statement)

    def _is_given(self, turn: Turn) -> bool:
        tell_of_wait()
        return turn.wait(self.settings_dict["OPTIONS"].get("timeout", _USUAL_SECONDS))

    def _end_turn(self) -> None:
        turn, self._turn = self._turn, None
        if turn is not None:
            turn.end()


def _locked() -> sqlite3.OperationalError:
    """What SQLite itself says to a writer that has waited too long."""
    error = sqlite3.OperationalError("database is locked")
    error.sqlite_errorcode = sqlite3.SQLITE_BUSY
    return error


class Turn:
    """The turn of one file. Who has taken it ends it, from any thread."""

    def __init__(self, name: str) -> None:
        self._threads = Lock()
        self._processes = Processes(Path(name)) if Path(name).is_file() else None  # in memory there are no others

    def take_if_free(self) -> bool:
        """Take it without waiting; whether no one had it, and no one waited."""
        if not self._threads.acquire(blocking=False):
            return False
        if self._processes is None or self._processes.take_if_free():
            return True
        self._threads.release()
        return False

    def wait(self, seconds: float) -> bool:
        """Take it; whether it came within `seconds`."""
        until = time.monotonic() + seconds
        if not self._threads.acquire(timeout=seconds):
            return False
        if self._processes is None or self._processes.wait(until - time.monotonic()):
            return True
        self._threads.release()
        return False

    def end(self) -> None:
        if self._processes is not None:
            self._processes.end()
        self._threads.release()


class Processes:
    """The turn among processes. One thread of each takes part at a time."""

    def __init__(self, database: Path) -> None:
        self._database = database
        self._locks = _Locks(database)

    def take_if_free(self) -> bool:
        return self._locks.take(fcntl.LOCK_NB)

    def wait(self, seconds: float) -> bool:
        """Let a thread of its own wait: nothing else ends a wait for the system. One that is given up waits on."""
        if self.take_if_free():
            return True
        given, locks = _Given(), self._locks
        Thread(target=partial(given.wait_for, locks), name="turn", daemon=True).start()
        if given.came_within(seconds):
            return True
        self._locks = _Locks(self._database)
        return False

    def end(self) -> None:
        self._locks.end()


class _Given:
    """Whether a turn came while a writer still waited for it."""

    def __init__(self) -> None:
        self._came = Event()
        self._deciding = Lock()
        self._given_up = False

    def wait_for(self, locks: _Locks) -> None:
        locks.take()
        with self._deciding:
            if self._given_up:
                locks.end()
            else:
                self._came.set()

    def came_within(self, seconds: float) -> bool:
        if self._came.wait(seconds):
            return True
        with self._deciding:
            self._given_up = not self._came.is_set()
        return not self._given_up


class _Locks:
    """Both locks of one process. Where there can be none (a full disk), only SQLite keeps processes apart."""

    def __init__(self, database: Path) -> None:
        self._next, self._turn = files = _open(f"{database}-next"), _open(f"{database}-turn")
        weakref.finalize(self, _close_files, files)

    def take(self, how: int = 0) -> bool:
        """Queue up, wait for the turn, and let the next one queue up. With LOCK_NB: whether neither was taken."""
        if self._next is None or self._turn is None:
            return True
        try:
            fcntl.flock(self._next, fcntl.LOCK_EX | how)
        except BlockingIOError:
            return False
        try:
            fcntl.flock(self._turn, fcntl.LOCK_EX | how)
        except BlockingIOError:
            return False
        finally:
            fcntl.flock(self._next, fcntl.LOCK_UN)
        return True

    def end(self) -> None:
        if self._turn is not None:
            fcntl.flock(self._turn, fcntl.LOCK_UN)


def _open(name: str) -> int | None:
    """The number of an open file; None where it can be neither opened nor made."""
    try:
        return os.open(name, os.O_RDONLY | os.O_CREAT, 0o600)
    except OSError:
        return None


def _close_files(files: Iterable[int | None]) -> None:
    for file in files:
        if file is not None:
            os.close(file)


_turns: dict[str, Turn] = {}


def turn_of(name: str) -> Turn:
    """The turn of the database file `name`; of a name that is no file, that among the threads of this process."""
    return _turns.get(name) or _turns.setdefault(name, Turn(name))


os.register_at_fork(after_in_child=_turns.clear)  # a child would share its parent's locks instead of waiting for them
