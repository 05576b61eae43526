"""A parent that has imported all of the code once and forks a site's processes from it: a start takes 0.2 s, not 2.

It is the same command with the same environment as an operator's; only the imports are done. `Preloaded` is the
handle in the drill; this module run as a command is the parent, which reads one JSON line a request.
"""

from __future__ import annotations

import ctypes
import faulthandler
import gc
import json
import os
import runpy
import select
import signal
import subprocess
import sys
import time
import traceback
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from bench.drills.site import Site, processes_of
from testing import PROJECT

_SET_DEATH_SIGNAL, _SET_SUBREAPER = 1, 36  # of Linux's prctl(2)
_ENDS_WITHIN, _ANSWERS_WITHIN = 20.0, 60.0
ASK_STACKS = signal.SIGUSR2
"""On this signal a forked process writes into its log where each of its threads stands."""


class Preloaded:
    """Starts and kills whole process groups of a site."""

    def __init__(self, site: Site) -> None:
        self.home = site.home
        self._parent = subprocess.Popen(
            [sys.executable, "-m", "bench.drills.preloaded"],
            cwd=PROJECT,
            env=os.environ | site.environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self._answer()  # it has imported everything

    def start(self, name: str, command: Sequence[str]) -> int:
        """Fork `command`; what it says goes to `name`.log. The process group that it leads."""
        assert self._parent.stdin is not None
        request = {"command": list(command), "log": str(self.home / f"{name}.log")}
        self._parent.stdin.write(json.dumps(request) + "\n")
        self._parent.stdin.flush()
        return int(self._answer())

    def kill(self, group: int) -> None:
        """SIGKILL to the leader and all its children; returns when none of them lives."""
        with suppress(ProcessLookupError):
            os.killpg(group, signal.SIGKILL)
        deadline = time.monotonic() + _ENDS_WITHIN
        while processes_of(group):
            if time.monotonic() > deadline:
                raise RuntimeError(f"process group {group} outlived SIGKILL")
            time.sleep(0.005)

    def ask_stacks(self, group: int) -> None:
        """Have each process of a group write into its log where its threads stand; not for Celery's."""
        for process in processes_of(group):
            os.kill(process, ASK_STACKS)
        time.sleep(0.5)  # it is written

    def stop(self) -> None:
        """Everything that was forked dies with the parent."""
        self._parent.kill()
        self._parent.wait()

    def _answer(self) -> str:
        assert self._parent.stdout is not None
        if not select.select([self._parent.stdout], [], [], _ANSWERS_WITHIN)[0]:
            raise RuntimeError(f"the preloaded parent said nothing for {_ANSWERS_WITHIN:.0f} s")
        line = self._parent.stdout.readline()
        if not line:
            raise RuntimeError("the preloaded parent has ended")
        return line


# --- the parent --------------------------------------------------------------------------------------


def serve() -> None:
    """Import, say so, and fork what is asked for until no one asks any more."""
    ctypes.CDLL(None).prctl(_SET_SUBREAPER, 1)  # grandchildren of killed groups are ours to reap
    signal.signal(signal.SIGCHLD, _reap)
    _import_everything()
    gc.freeze()
    print("ready", flush=True)
    for line in sys.stdin:
        request = json.loads(line)
        print(_fork(request["command"], request["log"]), flush=True)


def _fork(command: Sequence[str], log: str) -> int:
    """A child that is this command; it leads its process group by the time that its number is known."""
    leads, says_so = os.pipe()
    child = os.fork()
    if not child:
        _become(command, log, says_so)
    os.close(says_so)
    os.read(leads, 1)
    os.close(leads)
    return child


def _reap(_number: int, _frame: object) -> None:
    with suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass


def _import_everything() -> None:
    """What the web process and either worker import when they start."""
    import celery.apps.worker
    import celery.bin.celery  # noqa: F401
    from django.db import connections
    from django.urls import get_resolver

    import gipfel.asgi
    import gipfel.celery
    import gipfel.server.__main__  # noqa: F401

    _ = get_resolver().url_patterns
    connections.close_all()


def _become(command: Sequence[str], log: str, says_so: int) -> None:
    """In the child: be this command, as its leader would be if it had been executed."""
    try:
        os.setsid()
        os.close(says_so)
        ctypes.CDLL(None).prctl(_SET_DEATH_SIGNAL, signal.SIGKILL)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        output = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        os.dup2(output, 1)
        os.dup2(output, 2)
        faulthandler.register(ASK_STACKS, file=2)
        _run(list(command))
    except BaseException:
        traceback.print_exc()
    finally:
        os._exit(1)


def _run(command: list[str]) -> None:
    if command[0] == sys.executable:
        command = command[1:]
    if command[0] == "-m":
        sys.argv = command[1:]
        runpy.run_module(command[1], run_name="__main__", alter_sys=True)
    else:
        sys.argv = command
        runpy.run_path(str(Path(command[0])), run_name="__main__")


if __name__ == "__main__":
    serve()
