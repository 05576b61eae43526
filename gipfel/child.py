"""A process that is kept running: how it is started, when it is started again, how its end is bound to ours."""

from __future__ import annotations

import ctypes
import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from functools import partial

from gipfel import environment as env

STEADY_SECONDS = 60.0
"""A process that ends sooner than this after a start ended at once."""

LONGEST_PAUSE = 30.0
_SET_DEATH_SIGNAL = 1  # PR_SET_PDEATHSIG of Linux's prctl(2)
_libc = ctypes.CDLL(None)


class Child:
    """One process. `fds` are the open files that it inherits.

    It is started again as soon as it has ended, but after a pause that doubles (½, 1, 2, … seconds) each time that it
    ended at once.
    """

    def __init__(self, name: str, command: Sequence[str], fds: Sequence[int] = ()) -> None:
        self.name, self.command, self.fds = name, command, fds
        self.process: subprocess.Popen[bytes] | None = None
        self.started_at = 0.0
        self.ended_at_once = 0
        """How often in a row."""
        self._start_at: float | None = 0.0

    @property
    def runs(self) -> bool:
        return self.process is not None and self.process.poll() is None

    @property
    def is_to_start(self) -> bool:
        """It was not started yet, or its ending is noted."""
        return self._start_at is not None

    def start(self) -> None:
        """Start it in a session of its own: Ctrl-C reaches us alone, and we end all in order."""
        self.process = subprocess.Popen(  # noqa: S603  our own commands
            self.command,
            cwd=env.PROJECT,
            start_new_session=True,
            pass_fds=self.fds,
            preexec_fn=partial(end_with_parent, os.getpid()),
        )
        self.started_at, self._start_at = time.monotonic(), None

    def wait(self) -> int:
        """Wait until it has ended, if it was started; its code."""
        return self.process.wait() if self.process is not None else 0

    def note_ending(self) -> float:
        """It has ended: the pause in seconds after which `start_when_due` starts it again."""
        now = time.monotonic()
        self.ended_at_once = self.ended_at_once + 1 if now - self.started_at < STEADY_SECONDS else 0
        pause = min(2.0 ** (self.ended_at_once - 2), LONGEST_PAUSE) if self.ended_at_once else 0.0
        self._start_at = now + pause
        return pause

    def start_when_due(self) -> bool:
        """Start it once its pause is over; whether it was."""
        if self._start_at is None or time.monotonic() < self._start_at:
            return False
        self.start()
        return True


def end(children: Sequence[Child], seconds: float) -> None:
    """Ask all of them to end, and kill those that have not after `seconds`."""
    processes = [child.process for child in children if child.process is not None]
    for process in processes:
        if process.poll() is None:
            process.terminate()
    deadline = time.monotonic() + seconds
    for process in processes:
        try:
            process.wait(max(0.0, deadline - time.monotonic()))
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def end_with_parent(parent: int, number: int = signal.SIGTERM) -> None:
    """Ask the system to end this process by signal `number` when `parent`, which started it, is gone.

    Only Linux takes such wishes.
    """
    if sys.platform == "linux":
        _libc.prctl(_SET_DEATH_SIGNAL, number)
        if os.getppid() != parent:  # it was gone before the wish was made
            os._exit(1)
