"""Work that its input may make expensive, done by a process of its own with limits of processor time and memory.

`run` starts a fresh Python for each piece of work, with nothing of the environment that is secret, and one at a time in
a lane: one for what readers wait for, one for jobs. Bytes go in and come out. What is run imports no Django.
"""

from __future__ import annotations

import ctypes
import fcntl
import importlib
import os
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from common.installation import is_being_installed

_PROJECT = Path(__file__).resolve().parent.parent
_LANES = {"page": Path(__file__), "job": Path(__file__).with_name("computed_once.py")}
"""What is locked while a process of a lane runs, by all processes of this machine: a file that is only read."""
_KEPT = ("PATH", "HOME", "LANG", "LC_ALL", "LD_LIBRARY_PATH", "TMPDIR", "XDG_CACHE_HOME", "FONTCONFIG_PATH")
"""Names of the environment that the process gets; keys and addresses of databases are not among them."""
_LOOK_SECONDS = 0.1
_SET_DEATH_SIGNAL = 1  # PR_SET_PDEATHSIG of Linux's prctl(2)
_FAILED = 3
"""What the process ends with where the work raised; anything else but 0 is the system's doing."""
_LACKS_PACKAGE = 4
"""What it ends with where a package cannot be imported."""


class LimitReached(Exception):
    """The work needed more time or memory than it may have."""


class StoppedByClock(LimitReached):
    """It had processor time left: the machine was busy, or it slept. Another time it may be done."""


class WorkFailed(Exception):
    """The work itself raised; the text is its own."""


class LaneBusy(Exception):
    """Other work kept the lane for as long as the caller could wait."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What one process may have: seconds of processor time, seconds by the wall, bytes of memory."""

    cpu_seconds: int
    wall_seconds: float
    memory: int


def run(work: str, data: bytes, limits: Limits, *, lane: str = "page", wait_seconds: float | None = None) -> bytes:
    """What `work` ("package.module:function") makes of `data`, in a process of its own.

    `wait_seconds`: for the lane to be free; as the settings say for the lane, where None. Raises LaneBusy,
    LimitReached (of it StoppedByClock) or WorkFailed; ImportError where a package is still being installed. Call it
    outside any transaction.
    """
    from django.conf import settings  # not above: the process itself loads no Django

    if wait_seconds is None:
        wait_seconds = settings.LANE_WAITS_SECONDS[lane]
    with _turn(lane, wait_seconds):
        command = [sys.executable, "-m", "common.limited_process", work]
        command += [str(limits.cpu_seconds), str(limits.memory), str(settings.APART_NICENESS), str(os.getpid())]
        process = subprocess.Popen(  # noqa: S603  our own command
            command,
            cwd=_PROJECT,
            env={name: os.environ[name] for name in _KEPT if name in os.environ} | {"OMP_NUM_THREADS": "1"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        try:
            made, errors = process.communicate(data, timeout=limits.wall_seconds)
        except subprocess.TimeoutExpired:
            raise StoppedByClock(f"{work}: {limits.wall_seconds:.0f} s") from None
        finally:
            if process.poll() is None:
                process.kill()
                process.communicate()
    said = errors.decode(errors="replace").strip()[-500:]
    if process.returncode == _LACKS_PACKAGE and is_being_installed():
        raise ImportError(said)
    if process.returncode in (_FAILED, _LACKS_PACKAGE):
        raise WorkFailed(said)
    if process.returncode != 0:
        raise LimitReached(f"{work}: ended by {process.returncode}")
    return made


@contextmanager
def _turn(lane: str, wait_seconds: float) -> Iterator[None]:
    """Hold the lane; LaneBusy where others do for so long. The system gives it back when this process ends."""
    until = time.monotonic() + wait_seconds
    with _LANES[lane].open("rb") as file:
        while True:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except BlockingIOError:
                if time.monotonic() > until:
                    raise LaneBusy(lane) from None
                time.sleep(_LOOK_SECONDS)
        yield


def _limit(cpu_seconds: int, memory: int, niceness: int, parent: int) -> None:
    """Limit this process before it reads anything, and end it with its parent."""
    os.nice(niceness)
    resource.setrlimit(resource.RLIMIT_CPU, (cpu_seconds, cpu_seconds + 1))
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_SET_DEATH_SIGNAL, signal.SIGKILL)
        if os.getppid() != parent:
            os._exit(1)


def main() -> None:
    """Be the process: read the work's data, do it, write what it made."""
    work, *limits = sys.argv[1:]
    _limit(*map(int, limits))
    module, _colon, name = work.partition(":")
    try:
        made = getattr(importlib.import_module(module), name)(sys.stdin.buffer.read())
    except MemoryError:
        os._exit(1)
    except Exception as error:
        sys.stderr.write(f"{type(error).__name__}: {error}")
        sys.stderr.flush()
        os._exit(_LACKS_PACKAGE if isinstance(error, ImportError) else _FAILED)
    sys.stdout.buffer.write(made)
    sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
