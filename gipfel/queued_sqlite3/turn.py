"""Whose turn it is to write to a file: one thread of one process at a time.

Threads of a process wait for a lock of theirs, and the first of them for the other processes by two locks of the system
(flock), on files beside the database: `-turn` is held by whoever writes, `-next` by whoever is first to follow. So a
process that writes again and again passes the others no more than once, and the system wakes the next at once. A
process that is killed holds neither any more.
"""

from __future__ import annotations

import fcntl
import os
import time
import weakref
from collections.abc import Iterable
from functools import partial
from pathlib import Path
from threading import Event, Lock, Thread


class Turn:
    """The turn of one file. Who has taken it ends it, from any thread."""

    def __init__(self, name: str) -> None:
        self._threads = Lock()
        self._processes = Processes(Path(name)) if Path(name).is_file() else None  # in memory there are no others

    def take_if_free(self) -> bool:
        """Take it without waiting; whether nobody had it, and nobody waited."""
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
    """Whether a turn came while somebody still waited for it."""

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
