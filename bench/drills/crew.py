"""The processes of a site under a kill drill: each of them can be killed alone and is started again alone."""

from __future__ import annotations

import os
import random
import signal
import time
from collections.abc import Callable, Sequence
from contextlib import suppress

import psycopg

from bench.drills.preloaded import Preloaded
from bench.drills.site import Site, processes_of
from testing.patience import Patience
from testing.service.processes import service_command

Restart = Callable[[], None]
LONGEST_START = 90.0

EMBEDDED_VICTIMS = {"web": 16, "worker": 5, "everything": 4}
SERVICE_VICTIMS = {"web": 11, "worker": 4, "backend": 4, "postgresql": 2, "redis": 2, "everything": 2}
"""Who is killed, and how often of 25 times."""


class Crew:
    """Web process and worker (and beat), forked from a parent that has imported them, and the servers beside them."""

    def __init__(self, site: Site, *, web: bool = True, workers: int = 1) -> None:
        self.site = site
        self.victims = EMBEDDED_VICTIMS if site.embedded else SERVICE_VICTIMS
        self._parent = Preloaded(site)
        self._commands = {"web": site.web_command(workers=1)} if web else {}
        self.workers = ["worker", *(f"worker-{number}" for number in range(2, workers + 1))]
        for name in self.workers:
            named = [] if site.embedded else ["--hostname", f"{name}@%h"]
            self._commands[name] = [*site.worker_command(), *named]
        if not site.embedded:
            self._commands["beat"] = service_command("beat")
        self._groups: dict[str, int] = {}
        self.ended_alone = 0

    def start(self) -> None:
        """Start those that are not there."""
        for name, command in self._commands.items():
            if name not in self._groups:
                self._groups[name] = self._parent.start(name, command)

    def look_after(self) -> None:
        """Start again what ended by itself, as the operator's supervisor would."""
        for name, group in list(self._groups.items()):
            if not processes_of(group):
                self.ended_alone += 1
                del self._groups[name]
        self.start()

    def wait_until_served(self) -> None:
        """Return once pages come, with what ended by itself started again; RuntimeError where they do not."""
        patience = Patience(LONGEST_START)
        while not self.site.answers():
            if not patience.lasts():
                self._parent.ask_stacks(self._groups["web"])
                raise RuntimeError(f"no page within {LONGEST_START:.0f} s of an idle machine. {self.site.last_said()}")
            self.look_after()
            time.sleep(0.02)

    def kill(self, victim: str, chance: random.Random) -> Restart:
        """SIGKILL to `victim`; what is returned brings it back."""
        if victim == "backend":
            self._kill_backend(chance)
            return self._wait_for_postgres
        if victim == "redis":
            return self._kill_redis()
        if victim == "postgresql":
            return self._kill_postgres(chance)
        if victim == "everything":
            return self._kill_everything(chance)
        self._kill_group(victim)
        return self.start

    def run_at_once(self, command: Sequence[str], times: int, seconds: float) -> list[str]:
        """Run a command so many times side by side, and return what each has said; RuntimeError after `seconds`."""
        logs = [self.site.home / f"at-once-{number}.log" for number in range(times)]
        for log in logs:
            log.unlink(missing_ok=True)
        groups = [self._parent.start(log.stem, command) for log in logs]
        deadline = time.monotonic() + seconds
        while any(map(processes_of, groups)):
            if time.monotonic() > deadline:
                raise RuntimeError(f"{command} did not end within {seconds:.0f} s")
            time.sleep(0.05)
        return [log.read_text(errors="replace") for log in logs]

    def stop(self) -> None:
        self._parent.stop()

    def _kill_group(self, name: str) -> None:
        group = self._groups.pop(name, None)
        if group is not None:
            self._parent.kill(group)

    def _kill_everything(self, chance: random.Random) -> Restart:
        """As when the machine stops, but for what the system has not written yet: that is there after a kill."""
        servers = [] if self.site.embedded else [self._kill_postgres(chance), self._kill_redis()]
        for name in list(self._groups):
            self._kill_group(name)

        def restart() -> None:
            for server in servers:
                server()
            self.start()

        return restart

    # --- servers ---------------------------------------------------------------------------------

    def _kill_redis(self) -> Restart:
        """It keeps nothing: whatever was cached, counted or sent as a message is gone."""
        redis = self.site.redis
        assert redis is not None
        redis.kill()

        return lambda: _start_in_the_end(redis.start)

    def _kill_backend(self, chance: random.Random) -> None:
        """SIGKILL to a session's own process: PostgreSQL then ends all of them, and recovers from its log."""
        with psycopg.connect(self.site.environment["DATABASE_URL"], autocommit=True) as connection:
            asked = "SELECT pid FROM pg_stat_activity WHERE datname = 'drill' AND pid <> pg_backend_pid()"
            busy = [row[0] for row in connection.execute(asked + " AND state <> 'idle'")]
            pids = busy or [row[0] for row in connection.execute(asked)]
        if pids:
            with suppress(ProcessLookupError):
                os.kill(chance.choice(pids), signal.SIGKILL)

    def _kill_postgres(self, chance: random.Random) -> Restart:
        """Half of the times as `pg_ctl -m immediate` does it, else SIGKILL to the first process."""
        postgres = self.site.postgres
        assert postgres is not None
        if chance.random() < 0.5:
            postgres.crash()
        else:
            os.kill(postgres.pid, signal.SIGKILL)

        def restart() -> None:
            _start_in_the_end(postgres.start)  # those whom it left behind hold its memory for a while
            self._wait_for_postgres()

        return restart

    def _wait_for_postgres(self) -> None:
        deadline = time.monotonic() + LONGEST_START
        while True:
            try:
                psycopg.connect(self.site.environment["DATABASE_URL"], connect_timeout=5).close()
                return
            except psycopg.OperationalError:
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.02)


def _start_in_the_end(start: Callable[[], object]) -> None:
    """Start a server, again and again until it can."""
    deadline = time.monotonic() + LONGEST_START
    while True:
        try:
            start()
            return
        except RuntimeError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.1)
