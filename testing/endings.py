"""Whatever the tests start ends with them: with its test, with the run, and where the run itself is killed.

Who starts a process calls `ends_with_tests`. Fixtures end what a test has left. A watcher, a small process of its own,
hears when the run is gone and then kills what was still there, with all that it started.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterable
from pathlib import Path

_started: dict[int, str] = {}
"""The processes that were started and did not end by themselves yet (their ids), with a folder that goes with them."""
_starting = threading.Lock()
_watchers: dict[int, subprocess.Popen[bytes]] = {}
"""By process: a fork of a test has its parent's, and tells it nothing."""


def ends_with_tests(pid: int, folder: Path | None = None) -> None:
    """Let this process, and whatever it starts, end with the tests at the latest; `folder` is removed then."""
    _started[pid] = str(folder or "")
    _tell(f"started {pid} {folder or ''}")


def has_ended(pid: int) -> None:
    """It was ended: its id may be another's soon."""
    if _started.pop(pid, None) is not None:
        _tell(f"ended {pid}")


def now_running() -> frozenset[int]:
    """What was started and has not been ended."""
    return frozenset(_started)


def end_others(kept: Iterable[int] = ()) -> list[int]:
    """Kill what was started, but for `kept`; the processes that were still there."""
    left = [pid for pid in _started.keys() - set(kept) if is_there(pid)]
    for pid in _started.keys() - set(kept):
        folder = _started[pid]
        if pid in left:
            kill_tree(pid)
        if folder:
            shutil.rmtree(folder, ignore_errors=True)
        has_ended(pid)
    return left


def kill_tree(pid: int) -> None:
    """SIGKILL to a process, to all that descend from it, and to its session."""
    for each in [*_descendants(pid), pid]:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.kill(each, signal.SIGKILL)
    with contextlib.suppress(ChildProcessError):
        os.waitpid(pid, os.WNOHANG)


def _descendants(pid: int) -> list[int]:
    """Who descends from a process, or is of its session: children may have been left by a parent that is gone."""
    parents, sessions = _table()
    found, waiting = set[int](), [pid]
    while waiting:
        here = waiting.pop()
        new = {each for each, parent in parents.items() if parent == here} | {
            each for each, session in sessions.items() if session == here
        }
        waiting += new - found - {pid}
        found |= new
    return sorted(found - {pid, os.getpid()})


def _table() -> tuple[dict[int, int], dict[int, int]]:
    """Parent and session of every process."""
    parents, sessions = dict[int, int](), dict[int, int]()
    for entry in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError, ValueError, IndexError):
            fields = entry.read_text().rpartition(") ")[2].split()
            parents[int(entry.parent.name)], sessions[int(entry.parent.name)] = int(fields[1]), int(fields[3])
    return parents, sessions


def is_there(pid: int) -> bool:
    """Whether it runs; one that has ended and was not waited for does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2][0] != "Z"
    except OSError:
        return False


# --- the watcher ---------------------------------------------------------------------------------------


def _tell(line: str) -> None:
    with _starting:
        watcher = _watchers.get(os.getpid())
        if watcher is None:
            if _watchers:  # a fork: what it starts is its own affair
                return
            command = [sys.executable, "-I", "-S", __file__]
            watcher = subprocess.Popen(command, stdin=subprocess.PIPE, start_new_session=True)
            _watchers[os.getpid()] = watcher
        assert watcher.stdin is not None
        with contextlib.suppress(BrokenPipeError):
            watcher.stdin.write(f"{line}\n".encode())
            watcher.stdin.flush()


def close_watcher() -> None:
    """The run is at its end, and has left nothing."""
    watcher = _watchers.pop(os.getpid(), None)
    if watcher is not None:
        assert watcher.stdin is not None
        watcher.stdin.close()
        watcher.wait()


def _watch() -> None:
    """Note what is said until the run is gone, which closes the pipe; then kill what is left."""
    left: dict[int, str] = {}
    for line in sys.stdin:
        act, pid, folder = line.rstrip("\n").split(" ", 2) if line.count(" ") > 1 else (*line.split(), "")
        if act == "started":
            left[int(pid)] = folder
        else:
            left.pop(int(pid), None)
    for pid, folder in left.items():
        kill_tree(pid)
        if folder:
            time.sleep(0.1)  # until what was killed has let go of it
            shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    _watch()
