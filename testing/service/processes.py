"""The service's own processes, started as an operator starts them, and ended as a power cut does."""

from __future__ import annotations

import os
import re
import shlex
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

from common.jobs.queues import Queue
from testing import PROJECT
from testing.endings import ends_with_tests, has_ended
from testing.patience import eventually
from testing.servers import wait_for

__all__ = ["BIN", "PROCFILE", "Process", "Service", "eventually", "service_command"]

BIN = Path(sys.executable).parent
PROCFILE = PROJECT / "deploy" / "Procfile"
_VARIABLE = re.compile(r"\$\{(?P<name>\w+):-(?P<usual>[\w.]+)\}")


def service_command(name: str, **values: str) -> list[str]:
    """What deploy/Procfile says for the process called `name`; `values` stand for its variables (`PORT`)."""
    lines = dict(line.split(": ", 1) for line in PROCFILE.read_text().splitlines() if not line.startswith("#"))
    filled = _VARIABLE.sub(lambda found: values.get(found["name"], found["usual"]), lines[name])
    program, *arguments = shlex.split(filled)
    return [str(BIN / program), *arguments]


class Process:
    """One process of the service with all its children; `folder` is that of its release."""

    def __init__(self, command: list[str], environment: dict[str, str], log: Path, folder: Path = PROJECT) -> None:
        self.log = log
        with log.open("ab") as output:
            self.popen = subprocess.Popen(
                command, cwd=folder, env=os.environ | environment, stdout=output, stderr=output, start_new_session=True
            )
        ends_with_tests(self.popen.pid)

    def kill(self) -> None:
        """SIGKILL to the process and its children: nothing of it can clean up."""
        with suppress(ProcessLookupError):
            os.killpg(self.popen.pid, signal.SIGKILL)
        self.popen.wait()
        has_ended(self.popen.pid)

    def end(self, seconds: float = 120) -> int:
        """SIGTERM, and its exit code."""
        self.popen.terminate()
        try:
            code = self.popen.wait(seconds)
        except subprocess.TimeoutExpired:
            self.kill()
            raise
        has_ended(self.popen.pid)
        return code


class Service:
    """Web, worker and beat with one environment."""

    def __init__(self, environment: dict[str, str], logs: Path) -> None:
        self.environment = environment
        self.logs = logs
        self.started: list[Process] = []

    def web(self, port: int) -> Process:
        process = self._start("web", PORT=str(port), WEB_CONCURRENCY="1")
        wait_for(port, "the web process")
        return process

    def worker(self, *options: str) -> Process:
        """A worker of all queues; options come later and win."""
        return self._start("worker", "--concurrency", "1", "-Q", ",".join(Queue), *options)

    def beat(self) -> Process:
        return self._start("beat")

    def _start(self, name: str, *more: str, **values: str) -> Process:
        process = Process([*service_command(name, **values), *more], self.environment, self.logs / f"{name}.log")
        self.started.append(process)
        return process

    def stop(self) -> None:
        for process in self.started:
            process.kill()
