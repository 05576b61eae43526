"""One web process and one worker: started together, watched, ended together."""

from __future__ import annotations

import ctypes
import os
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from types import FrameType

from gipfel import environment as env

START_SECONDS = 60
STOP_SECONDS = 10
RESTART_PAUSE = 2.0
_ask_directly = urllib.request.build_opener(urllib.request.ProxyHandler({})).open
_SET_DEATH_SIGNAL = 1  # PR_SET_PDEATHSIG of Linux's prctl(2)


class NotServed(Exception):
    """The pages did not come up. Its text is the line that says why."""


class Supervisor:
    """The web process and the worker: started together, watched, ended together.

    A worker that dies is started again; without its web process the house is closed. Where this process itself
    is killed, Linux asks the two to end, so that nobody is left behind on the port and at the data.
    """

    def __init__(self, bind: str, port: int) -> None:
        self.bind, self.port = bind, port
        self.stopping = False
        self.web: subprocess.Popen[bytes] | None = None
        self.worker: subprocess.Popen[bytes] | None = None

    def run(self, when_ready: Callable[[], None]) -> bool:
        """Start both, call `when_ready` once pages are served, and stay until stopped.

        True when it was asked to stop, False when the web process ended by itself. Raises NotServed.
        """
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, self._stop)
        self.web = self._start(*self._web_command())
        self.worker = self._start(sys.executable, "manage.py", "work")
        try:
            if self._wait_until_ready():
                when_ready()
                self._watch()
        finally:
            self._end()
        return self.stopping

    def _web_command(self) -> tuple[str, ...]:
        bind = f"{self.bind}:{self.port}"
        return (
            sys.executable, "-m", "gunicorn", "gipfel.wsgi", "--bind", bind, "--workers", "1", "--threads", "8",
            "--worker-class", "gthread", "--graceful-timeout", "5", "--log-level", "warning",
            "--no-control-socket",
        )  # fmt: skip

    def _start(self, *command: str) -> subprocess.Popen[bytes]:
        # A session of its own: Ctrl-C reaches us alone, and we end the two in order.
        return subprocess.Popen(  # noqa: S603  our own commands
            command, cwd=env.HOUSE, start_new_session=True, preexec_fn=_dies_with(os.getpid())
        )

    def _stop(self, number: int, frame: FrameType | None) -> None:
        self.stopping = True

    def _wait_until_ready(self) -> bool:
        url = f"http://127.0.0.1:{self.port}/healthz"
        deadline = time.monotonic() + START_SECONDS
        while not self.stopping and time.monotonic() < deadline:
            if self.web is None or self.web.poll() is not None:
                raise NotServed("the web process ended at once; the lines above say why.")
            try:
                with _ask_directly(url, timeout=2):
                    return True
            except OSError as error:
                # 4xx is an answer too, if only that this name is not in ALLOWED_HOSTS.
                if isinstance(error, urllib.error.HTTPError) and error.code < 500:
                    return True
                time.sleep(0.1)
        if not self.stopping:
            raise NotServed(f"no page came within {START_SECONDS} seconds.")
        return False

    def _watch(self) -> None:
        while not self.stopping:
            time.sleep(0.3)
            if self.web is None or self.web.poll() is not None:
                sys.stderr.write("The web process ended; stopping. Start again with ./run\n")
                return
            if self.worker is None or self.worker.poll() is not None:
                sys.stderr.write("The worker ended; starting it again. Nothing that it had to do is lost.\n")
                time.sleep(RESTART_PAUSE)
                self.worker = self._start(sys.executable, "manage.py", "work")

    def _end(self) -> None:
        processes = [process for process in (self.web, self.worker) if process is not None]
        for process in processes:
            if process.poll() is None:
                process.terminate()
        for process in processes:
            try:
                process.wait(STOP_SECONDS)
            except subprocess.TimeoutExpired:
                process.kill()


def _dies_with(parent: int) -> Callable[[], None] | None:
    """What a child does before it becomes its program: ask the system for SIGTERM when `parent` is gone.

    None where the system has no such wish to offer (it is Linux's own). Gunicorn passes its end on to its workers.
    """
    if sys.platform != "linux":
        return None
    prctl = ctypes.CDLL(None).prctl

    def prepare() -> None:
        prctl(_SET_DEATH_SIGNAL, signal.SIGTERM)
        if os.getppid() != parent:  # it was gone before the wish was made
            os._exit(1)

    return prepare
