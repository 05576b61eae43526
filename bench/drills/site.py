"""A site to drill on: its database server, its processes, and how they are started, asked and killed."""

from __future__ import annotations

import os
import re
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from common.jobs.queues import Queue
from gipfel.supervisor import web_command
from testing import PROJECT
from testing.servers import Postgres, Redis, free_port
from testing.service.processes import Process, service_command

SQLITE, POSTGRESQL = DATABASES = ("sqlite", "postgresql")
"""The embedded form runs on the first, the service form (with Redis and Celery) on the second."""

_QUIET = 0.05
"""Seconds of a core in a second."""
_ask = urllib.request.build_opener(urllib.request.ProxyHandler({})).open


class Site:
    """One installation in a folder of its own, in the form that goes with its database.

    Nothing runs before it is asked for: `start_servers` (PostgreSQL, Redis), then `start_web` and `start_worker`, or
    `start_run` for the embedded form as a newcomer starts it. `stop` ends all of it.
    """

    databases: tuple[str, ...] = DATABASES
    """On which it can be."""

    def __init__(self, database: str, home: Path) -> None:
        self.database, self.home, self.release = database, home, PROJECT
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.postgres: Postgres | None = None
        self.redis: Redis | None = None
        self.processes: list[Process] = []
        self.environment = {
            "DJANGO_SETTINGS_MODULE": "gipfel.settings",
            "GIPFEL_HOME": str(home),
            "SECRET_KEY": "a-secret-of-the-drills-that-nobody-else-has-4Kd9",
            "BASE_URL": self.url,
            "DATABASE_URL": "",
            "REDIS_URL": "",
            "LOG_LEVEL": "WARNING",
        }

    @property
    def embedded(self) -> bool:
        return self.database == SQLITE

    @property
    def database_file(self) -> Path:
        """The file of the embedded form."""
        return self.home / "gipfel.sqlite3"

    # --- what the service form needs around it ---------------------------------------------------

    def start_servers(self) -> None:
        """PostgreSQL, which syncs what it acknowledges, and Redis. The embedded form needs neither."""
        if self.embedded:
            return
        self.home.chmod(0o711)  # PostgreSQL runs as another user, and its data are below
        self.postgres = Postgres(self.home / "postgresql", durable=True)
        fresh = not (self.postgres.home / "data").exists()
        if not fresh:
            with suppress(RuntimeError):  # of a drill that was killed it still runs, on another port
                self.postgres.crash()
        self.postgres.start()
        self.redis = Redis().start()
        url = self.postgres.create("drill") if fresh else self.postgres.url("drill")
        self.environment |= {"DATABASE_URL": url, "REDIS_URL": self.redis.url}

    # --- the site's own processes ----------------------------------------------------------------

    def web_command(self, workers: int = 2) -> list[str]:
        """The web processes of this form, as its operator starts them, in one process group."""
        if self.embedded:
            return web_command("--bind", f"127.0.0.1:{self.port}", "--workers", str(workers))
        return service_command("web", PORT=str(self.port), WEB_CONCURRENCY=str(workers))

    def worker_command(self) -> list[str]:
        """One worker of all queues in this form: a poller, or Celery."""
        if self.embedded:
            return [sys.executable, "manage.py", "work"]
        return [*service_command("worker"), "--concurrency", "1", "-Q", ",".join(Queue)]

    def start_web(self) -> Process:
        """The web process; returns once it answers."""
        process = self.start("web", self.web_command())
        self.wait_until_served()
        return process

    def start_worker(self) -> Process:
        return self.start("worker", self.worker_command())

    def start_beat(self) -> Process:
        """What sweeps due jobs in the service form."""
        return self.start("beat", service_command("beat"))

    def start_run(self, *arguments: str) -> Process:
        """`./run`: web process and worker under the launcher. Embedded form; returns once it answers."""
        command = [sys.executable, "-m", "gipfel.serve", "--port", str(self.port), "--empty", *arguments]
        process = self.start("run", command)
        self.wait_until_served()
        return process

    def start(self, name: str, command: Sequence[str]) -> Process:
        """Any command in this site's environment and the folder of its release; what it says is in `name`.log."""
        process = Process(list(command), self.environment, self.home / f"{name}.log", self.release)
        self.processes.append(process)
        return process

    def stop(self) -> None:
        for process in self.processes:
            process.kill()
        for server in (self.postgres, self.redis):
            if server is not None:
                server.stop()

    def cpu_used(self) -> dict[str, float]:
        """Seconds of a core that its processes and servers, as far as they live, have used so far, by name."""
        used = {process.log.stem: cpu_seconds(process.popen.pid) for process in self.processes}
        if self.postgres is not None:
            used["PostgreSQL"] = cpu_below(self.postgres.pid)
        if self.redis is not None and self.redis.process is not None:
            used["Redis"] = cpu_of_process(self.redis.process.pid)
        return used

    # --- asking ----------------------------------------------------------------------------------

    def wait_until_served(self, seconds: float = 240) -> None:
        """Return once pages come; RuntimeError with the end of the log after `seconds`."""
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            if self.answers():
                return
            time.sleep(0.02)
        raise RuntimeError(f"no page within {seconds} s. {self.last_said()}")

    def last_said(self) -> str:
        """The end of each process's log."""
        logs = sorted(self.home.glob("*.log"))
        return "\n".join(f"{file.name}: {file.read_text(errors='replace')[-2000:]}" for file in logs)

    def answers(self, path: str = "/healthz", seconds: float = 2) -> bool:
        """Whether `path` is answered with 200 within `seconds`."""
        try:
            with _ask(self.url + path, timeout=seconds) as answer:
                return bool(answer.status == 200)
        except (urllib.error.URLError, OSError):
            return False


def processes_of(group: int) -> list[int]:
    """The processes of a process group that still live, by /proc."""
    return [
        int(entry.name)
        for entry in Path("/proc").iterdir()
        if entry.name.isdigit() and int(entry.name) != os.getpid() and _is_of(entry, group) and _lives(entry)
    ]


def megabytes(group: int) -> int:
    """Memory of a process group, what is shared divided by those who share it."""
    total = 0
    for process in processes_of(group):
        with suppress(OSError):
            rollup = Path(f"/proc/{process}/smaps_rollup").read_text()
            total += sum(map(int, re.findall(r"^Pss:\s+(\d+)", rollup, re.MULTILINE)))
    return total // 1024


def cpu_seconds(group: int) -> float:
    """What the processes of a process group that still live have used of a core, their own code and the system's."""
    return sum(map(cpu_of_process, processes_of(group)))


def cpu_below(parent: int) -> float:
    """The same of a process and of those that it has started and that still live, whatever their group."""
    return cpu_of_process(parent) + sum(map(cpu_of_process, children_of(parent)))


def wait_until_quiet(group: int, seconds: float = 120) -> None:
    """Return once a process group uses less than a twentieth of a core: each of its processes has prepared itself."""
    deadline, used = time.monotonic() + seconds, 0.0
    while time.monotonic() < deadline and (now := cpu_seconds(group)) - used > _QUIET:
        used = now
        time.sleep(1)


def children_of(parent: int) -> list[int]:
    """The processes that a process has started, whatever their group."""
    every = (int(entry.name) for entry in Path("/proc").iterdir() if entry.name.isdigit())
    return [each for each in every if _parent(each) == parent]


def cpu_of_process(process: int) -> float:
    """The same of one process; 0 for one that has ended."""
    with suppress(OSError):
        ticks = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[11:13]
        return sum(map(int, ticks)) / os.sysconf("SC_CLK_TCK")
    return 0.0


def _parent(process: int) -> int:
    with suppress(OSError):
        return int(_state(Path(f"/proc/{process}"))[1])
    return 0


def _is_of(process: Path, group: int) -> bool:
    with suppress(OSError):
        return int(_state(process)[2]) == group
    return False


def _lives(process: Path) -> bool:
    """Whether any thread of it does. The first may be dead while others end, and hold its files and its port."""
    with suppress(OSError):
        return any(_state(thread)[0] not in "ZX" for thread in (process / "task").iterdir())
    return False


def _state(entry: Path) -> list[str]:
    """State, parent and group of a process or thread."""
    with suppress(ProcessLookupError):
        return (entry / "stat").read_text().rpartition(")")[2].split()[:3]
    return ["X", "0", "0"]
