"""The processes of a site under a kill drill: each of them can be killed alone and is started again alone."""

from __future__ import annotations

import os
import random
import signal
import time
from collections.abc import Callable
from contextlib import suppress

import psycopg

from bench.drills.preloaded import Preloaded
from bench.drills.site import Site, processes_of
from tests.service.processes import service_command

Restart = Callable[[], None]

EMBEDDED_VICTIMS = {"web": 70, "worker": 15, "everything": 15}
SERVICE_VICTIMS = {"web": 50, "worker": 12, "backend": 14, "postgresql": 8, "redis": 10, "everything": 6}
"""Who is killed, and how often of a hundred times."""


class Crew:
    """Web process and worker (and beat), forked from a parent that has imported them, and the servers beside them."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self.victims = EMBEDDED_VICTIMS if site.embedded else SERVICE_VICTIMS
        self._parent = Preloaded(site)
        self._commands = {"web": site.web_command(workers=1), "worker": site.worker_command()}
        if not site.embedded:
            self._commands["beat"] = service_command("beat")
        self._groups: dict[str, int] = {}
        self.ended_alone = 0

    def start(self) -> None:
        """Start whoever is not there."""
        for name, command in self._commands.items():
            if name not in self._groups:
                self._groups[name] = self._parent.start(name, command)

    def look_after(self) -> None:
        """Start again whoever ended by itself, as the operator's supervisor would."""
        for name, group in list(self._groups.items()):
            if not processes_of(group):
                self.ended_alone += 1
                del self._groups[name]
        self.start()

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

        def restart() -> None:
            redis.start()

        return restart

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
            deadline = time.monotonic() + 60
            while True:
                try:
                    postgres.start()
                    break
                except RuntimeError:  # those whom it left behind still hold its memory
                    if time.monotonic() > deadline:
                        raise
                    time.sleep(0.1)
            self._wait_for_postgres()

        return restart

    def _wait_for_postgres(self) -> None:
        deadline = time.monotonic() + 60
        while True:
            try:
                psycopg.connect(self.site.environment["DATABASE_URL"], connect_timeout=5).close()
                return
            except psycopg.OperationalError:
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.02)
