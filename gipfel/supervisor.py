"""The web server and one worker: started together, started again where need be, ended together.

Web processes are looked after by the web server itself (gipfel.server).
"""

from __future__ import annotations

import os
import signal
import socket
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterable
from types import FrameType

from common.installation import is_being_installed
from common.jobs.queues import Queue
from gipfel import environment as env
from gipfel.child import Child, end

START_SECONDS = 180
STOP_SECONDS = 10
GRACEFUL_SECONDS = 5
WATCH_SECONDS = 0.1

MOST_ENDED_AT_ONCE = 5
"""A web server that ends at once so often in a row has a reason that another start does not mend."""

MOST_USEFUL_PROCESSES = 2
"""Python runs one thread of a process at a time. Two processes use two cores; the worker and SQLite have to run too."""

_ask_directly = urllib.request.build_opener(urllib.request.ProxyHandler({})).open


class NotServed(Exception):
    """The pages did not come up, or not again. Its text is the line that says why."""


def web_processes() -> int:
    """How many web processes `./run` starts: WEB_CONCURRENCY, else one a core, but no more than are of use."""
    return max(1, env.number("WEB_CONCURRENCY", min(os.cpu_count() or 1, MOST_USEFUL_PROCESSES)))


def web_command(*where: str) -> list[str]:
    """The web server of the embedded form; `where` is what `gipfel.server` is told to listen on."""
    return [sys.executable, "-m", "gipfel.server", *where, "--graceful", str(GRACEFUL_SECONDS)]


APART = {Queue.TURNS: ("--every", "0.1", "--nice", "0"), Queue.ANALYSIS: ("--nice", "15")}
"""Queues with a worker of their own, and its options. A person waits for a turn as for a page: it is looked for often,
and neither a list or a backup nor an analysis, of which anyone may ask for much, comes before it."""


def worker_command(queues: Iterable[Queue], *options: str) -> list[str]:
    """A worker of the embedded form."""
    return [sys.executable, "manage.py", "work", "--queues", ",".join(queues), *options]


def worker_commands() -> dict[str, list[str]]:
    """The workers of the embedded form by their names: one for each queue of `APART`, one for all others."""
    others = worker_command([queue for queue in Queue if queue not in APART])
    return {"worker": others, **{f"worker of {each}": worker_command([each], *APART[each]) for each in APART}}


class Supervisor:
    """Runs the web server with `processes` processes on a socket that stays open here, and the workers.

    The first page comes before anything else: then packages are installed where some are still to come, and then the
    workers start, whose jobs may need them. A client that asks while none runs waits for the next and is not refused.
    Where this process itself is killed, Linux asks all of them to end, so that no one is left on port and data.
    """

    def __init__(self, listening: socket.socket, processes: int | None = None) -> None:
        self.listening = listening
        self.stopping = False
        number, fd = processes or web_processes(), listening.fileno()
        self.web = Child("web server", web_command("--fd", str(fd), "--workers", str(number)), [fd])
        self.workers = [Child(name, command) for name, command in worker_commands().items()]
        self.installation = Child("installation", ["sh", "deploy/install-rest"])

    def run(self, when_ready: Callable[[], None]) -> None:
        """Start all, call `when_ready` once pages are served, and stay until stopped. Raises NotServed."""
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, self._stop)
        try:
            self._start_web()
            if self._wait_until_ready():
                when_ready()
                if is_being_installed():
                    self.installation.start()
                self._watch()
        finally:
            self.listening.close()
            end([self.web, *self.workers, self.installation], STOP_SECONDS)

    def _start_web(self) -> None:
        try:
            self.listening.listen(1024)
        except OSError:  # another process did, since it was bound
            raise NotServed(f"port {self.listening.getsockname()[1]} is taken.") from None
        self.web.start()

    def _stop(self, number: int, frame: FrameType | None) -> None:
        self.stopping = True

    def _wait_until_ready(self) -> bool:
        while not self.stopping:
            if self._answers():
                return True
            if not self.web.runs:
                raise NotServed("the web process ended at once; the lines above say why.")
            if time.monotonic() - self.web.started_at > START_SECONDS:
                raise NotServed(f"no page came within {START_SECONDS} seconds.")
            time.sleep(WATCH_SECONDS)
        return False

    def _answers(self) -> bool:
        try:
            with _ask_directly(f"http://127.0.0.1:{self.listening.getsockname()[1]}/healthz", timeout=1):
                return True
        except urllib.error.HTTPError as error:
            return error.code < 500  # 4xx is an answer too, if only that this name is not in ALLOWED_HOSTS
        except OSError:
            return False

    def _watch(self) -> None:
        while not self.stopping:
            time.sleep(WATCH_SECONDS)
            self.look_after_children()

    def look_after_children(self) -> None:
        """Start again what has ended, and the workers once all is installed. Asked ten times a second."""
        if not self.installation.runs:
            for worker in self.workers:
                self._keep(worker, "Nothing that it had to do is lost")
        self._keep(self.web, "Everything that was acknowledged is kept")
        if self.web.ended_at_once >= MOST_ENDED_AT_ONCE:
            raise NotServed(f"the web process ended at once {MOST_ENDED_AT_ONCE} times; the lines above say why.")

    @staticmethod
    def _keep(child: Child, comfort: str) -> None:
        """Start `child` again where it has ended, now or after its pause."""
        if child.is_to_start:
            child.start_when_due()
        elif not child.runs:
            pause = child.note_ending()
            when = f" in {pause:g} s" if pause else ""
            sys.stderr.write(f"The {child.name} ended; starting it again{when}. {comfort}.\n")
