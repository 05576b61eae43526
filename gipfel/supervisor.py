"""Web processes and one worker: started together, watched, started again where need be, ended together."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import sys
import tempfile
import time
from collections.abc import Callable
from types import FrameType

from gipfel import environment as env
from gipfel.child import Child, end
from gipfel.heartbeat import Heartbeat
from gipfel.monitoring.metrics import FOLDER

START_SECONDS = 60
STOP_SECONDS = 10
GRACEFUL_SECONDS = 5
WATCH_SECONDS = 0.1
ASK_SECONDS, PATIENCE_SECONDS, MOST_FAILURES = 2.0, 5.0, 3
"""A web process is asked every other second, given five to answer, and ended when it has not three times in a row."""

MOST_ENDED_AT_ONCE = 5
"""Web processes that end at once so often in a row, all of them, have a reason that another start does not mend."""

MOST_USEFUL_PROCESSES = 2
"""Python runs one thread of a process at a time. Two processes use two cores; the worker and SQLite have to run too."""


class NotServed(Exception):
    """The pages did not come up, or not again. Its text is the line that says why."""


def web_processes() -> int:
    """How many web processes `./run` starts: WEB_CONCURRENCY, else one a core, but no more than are of use."""
    return max(1, env.number("WEB_CONCURRENCY", min(os.cpu_count() or 1, MOST_USEFUL_PROCESSES)))


def web_command(*where: str) -> list[str]:
    """A web process of the embedded form; `where` is what `gipfel.server` is told to listen on."""
    return [sys.executable, "-m", "gipfel.server", *where, "--graceful", str(GRACEFUL_SECONDS)]


class WebProcess(Child):
    """A web process, on the socket that all share and on one of its own, at which it is asked whether it answers.

    `counted_in` is the folder in which all count for /metrics.
    """

    def __init__(self, listening: socket.socket, counted_in: str) -> None:
        self.own = socket.create_server(("127.0.0.1", 0))
        fds = [listening.fileno(), self.own.fileno()]
        command = web_command(*(word for number in fds for word in ("--fd", str(number))))
        super().__init__("web process", command, fds, {FOLDER: counted_in})
        url = f"http://127.0.0.1:{self.own.getsockname()[1]}/healthz"
        self.heartbeat = Heartbeat(url, pause=ASK_SECONDS, patience=PATIENCE_SECONDS)

    @property
    def answers(self) -> bool:
        """It has answered since it was started, and runs."""
        return self.heartbeat.answered and self.runs

    @property
    def is_silent(self) -> bool:
        """It runs, and was asked in vain too often, or has taken too long to start."""
        asked_in_vain = self.heartbeat.answered and self.heartbeat.failures >= MOST_FAILURES
        slow_to_start = not self.heartbeat.answered and time.monotonic() - self.started_at > START_SECONDS
        return self.runs and (asked_in_vain or slow_to_start)

    def start(self) -> None:
        super().start()
        self.heartbeat.forget()
        if not self.heartbeat.is_alive():
            self.heartbeat.start()


class Supervisor:
    """Runs `processes` web processes on a socket that stays open here, and the worker.

    The first web process starts alone, so that the first page comes soon; the others start once it answers.
    Whoever asks while none of them runs waits for the next and is not refused. Where this process itself is killed,
    Linux asks all of them to end, so that nobody is left behind on the port and at the data.
    """

    def __init__(self, listening: socket.socket, processes: int | None = None) -> None:
        self.listening = listening
        self.stopping = False
        self.counted_in = tempfile.mkdtemp(prefix="gipfel-metrics-")
        number = processes or web_processes()
        self.first, *self.others = self.webs = [WebProcess(listening, self.counted_in) for _each in range(number)]
        self.worker = Child("worker", [sys.executable, "manage.py", "work"])

    def run(self, when_ready: Callable[[], None]) -> None:
        """Start all, call `when_ready` once pages are served, and stay until stopped. Raises NotServed."""
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, self._stop)
        try:
            self._start()
            if self._wait_until_ready():
                for web in self.others:
                    web.start()
                when_ready()
                self._watch()
        finally:
            self.listening.close()
            end([*self.webs, self.worker], STOP_SECONDS)
            shutil.rmtree(self.counted_in, ignore_errors=True)

    def _start(self) -> None:
        try:
            self.listening.listen(1024)
        except OSError:  # somebody else did, since it was bound
            raise NotServed(f"port {self.listening.getsockname()[1]} is taken.") from None
        self.first.start()
        self.worker.start()

    def _stop(self, number: int, frame: FrameType | None) -> None:
        self.stopping = True

    def _wait_until_ready(self) -> bool:
        while not self.stopping:
            if self.first.answers:
                return True
            if not self.first.runs:
                raise NotServed("the web process ended at once; the lines above say why.")
            if time.monotonic() - self.first.started_at > START_SECONDS:
                raise NotServed(f"no page came within {START_SECONDS} seconds.")
            time.sleep(WATCH_SECONDS)
        return False

    def _watch(self) -> None:
        while not self.stopping:
            time.sleep(WATCH_SECONDS)
            self.look_after_children()

    def look_after_children(self) -> None:
        """Start again what has ended, and end a web process that does not answer. Asked ten times a second."""
        self._keep(self.worker, "Nothing that it had to do is lost")
        for web in self.webs:
            if web.is_silent:
                sys.stderr.write("The web process does not answer; ending it.\n")
                web.kill()
            self._keep(web, "Everything that was acknowledged is kept")
        if all(web.ended_at_once >= MOST_ENDED_AT_ONCE and not web.answers for web in self.webs):
            raise NotServed(f"the web process ended at once {MOST_ENDED_AT_ONCE} times; the lines above say why.")

    @staticmethod
    def _keep(child: Child, comfort: str) -> None:
        """Start `child` again where it has ended, now or after its pause."""
        if child.is_ending_noted:
            child.start_when_due()
        elif not child.runs:
            pause = child.note_ending()
            when = f" in {pause:g} s" if pause else ""
            sys.stderr.write(f"The {child.name} ended; starting it again{when}. {comfort}.\n")
