"""One web process and one worker: started together, watched, started again where need be, ended together."""

from __future__ import annotations

import signal
import socket
import sys
import time
from collections.abc import Callable
from types import FrameType

from gipfel.child import Child, end
from gipfel.heartbeat import Heartbeat

START_SECONDS = 60
STOP_SECONDS = 10
GRACEFUL_SECONDS = 5
WATCH_SECONDS = 0.1
ASK_SECONDS, PATIENCE_SECONDS, MOST_FAILURES = 2.0, 5.0, 3
"""The web process is asked every other second, given five to answer, and ended when it has not three times in a row."""

MOST_ENDED_AT_ONCE = 5
"""A web process that ends at once so often in a row has a reason that another start does not mend."""


class NotServed(Exception):
    """The pages did not come up, or not again. Its text is the line that says why."""


def web_command(*where: str) -> list[str]:
    """The web process of the embedded form; `where` is what `gipfel.server` is told to listen on."""
    return [sys.executable, "-m", "gipfel.server", *where, "--graceful", str(GRACEFUL_SECONDS)]


class Supervisor:
    """Runs the web process on a socket that stays open here, and the worker.

    Whoever asks while the web process is started again waits for it and is not refused. Where this process itself is
    killed, Linux asks the two to end, so that nobody is left behind on the port and at the data.
    """

    def __init__(self, listening: socket.socket) -> None:
        self.listening = listening
        self.stopping = False
        self.web = Child("web process", web_command("--fd", str(listening.fileno())), [listening.fileno()])
        self.worker = Child("worker", [sys.executable, "manage.py", "work"])
        url = f"http://127.0.0.1:{listening.getsockname()[1]}/healthz"
        self.heartbeat = Heartbeat(url, pause=ASK_SECONDS, patience=PATIENCE_SECONDS)

    def run(self, when_ready: Callable[[], None]) -> None:
        """Start both, call `when_ready` once pages are served, and stay until stopped. Raises NotServed."""
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, self._stop)
        try:
            self.listening.listen(1024)
        except OSError:  # somebody else did, since it was bound
            raise NotServed(f"port {self.listening.getsockname()[1]} is taken.") from None
        self.web.start()
        self.worker.start()
        self.heartbeat.start()
        try:
            if self._wait_until_ready():
                when_ready()
                self._watch()
        finally:
            self.listening.close()
            end([self.web, self.worker], STOP_SECONDS)

    def _stop(self, number: int, frame: FrameType | None) -> None:
        self.stopping = True

    def _wait_until_ready(self) -> bool:
        while not self.stopping:
            if self.heartbeat.answered:
                return True
            if not self.web.runs:
                raise NotServed("the web process ended at once; the lines above say why.")
            if time.monotonic() - self.web.started_at > START_SECONDS:
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
        self._end_silent_web_process()
        self._keep(self.web, "Everything that was acknowledged is kept")

    def _keep(self, child: Child, comfort: str) -> None:
        """Start `child` again where it has ended, now or after its pause."""
        if child.is_ending_noted:
            if child.start_when_due() and child is self.web:
                self.heartbeat.forget()
        elif not child.runs:
            pause = child.note_ending()
            if child is self.web and child.ended_at_once >= MOST_ENDED_AT_ONCE:
                raise NotServed(f"the web process ended at once {MOST_ENDED_AT_ONCE} times; the lines above say why.")
            when = f" in {pause:g} s" if pause else ""
            sys.stderr.write(f"The {child.name} ended; starting it again{when}. {comfort}.\n")

    def _end_silent_web_process(self) -> None:
        """Kill a web process that runs and does not answer; `_keep` starts the next."""
        asked_in_vain = self.heartbeat.answered and self.heartbeat.failures >= MOST_FAILURES
        slow_to_start = not self.heartbeat.answered and time.monotonic() - self.web.started_at > START_SECONDS
        if self.web.runs and (asked_in_vain or slow_to_start):
            sys.stderr.write("The web process does not answer; ending it.\n")
            self.web.kill()
