"""A site of two nodes behind the proxy of `deploy/compose/Caddyfile`, and one whose PostgreSQL has a standby.

A node is one web process with a port of its own. The proxy asks each whether it answers, as in the compose file, but
without TLS. Needs caddy (Debian's package).
"""

from __future__ import annotations

import os
import random
import shutil
import signal
import time
from contextlib import suppress
from pathlib import Path
from time import perf_counter

import psycopg

from bench.drills.asking import ask
from bench.drills.site import POSTGRESQL, Site, children_of
from testing import PROJECT
from testing.patience import Patience
from testing.servers import Missing, Postgres, free_port, wait_for
from testing.service.processes import Process, service_command

NODES = 2
STANDBY = "standby"
LONGEST_WAIT = 90.0


class NodesSite(Site):
    """`start_nodes` starts both; pages come through the proxy."""

    databases = (POSTGRESQL,)

    def __init__(self, database: str, home: Path) -> None:
        super().__init__(database, home)
        self.proxy_port, self.ports = free_port(), [free_port() for _ in range(NODES)]
        self.url = f"http://127.0.0.1:{self.proxy_port}"
        self.environment |= {"BASE_URL": self.url, "TRUSTED_PROXIES": "127.0.0.1", "PRACTICE_DEALS": "0"}
        self.environment["WEB_DRAIN_SECONDS"] = "12"  # as in compose.yaml
        self.nodes: list[Process] = []
        self._proxy: Process | None = None

    def start_nodes(self) -> None:
        """The web processes and the proxy; returns once pages come."""
        self.nodes = [self.start_node(number) for number in range(NODES)]
        for number in range(NODES):
            self.wait_for_node(number)
        if self._proxy is None:
            self._start_proxy()
        self.wait_until_served()

    def start_node(self, number: int, processes: int = 1) -> Process:
        """One node: so many web processes on one socket."""
        command = service_command("web", PORT=str(self.ports[number]), WEB_CONCURRENCY=str(processes))
        return self.start(f"web-{number}", command)

    def wait_for_node(self, number: int) -> None:
        """Return once this node itself is ready, asked past the proxy."""
        patience = Patience(LONGEST_WAIT)
        while not self._is_ready(number):
            if not patience.lasts():
                raise RuntimeError(
                    f"node {number} is not ready after {LONGEST_WAIT:.0f} s of an idle machine. {self.last_said()}"
                )
            time.sleep(0.05)

    def stop(self) -> None:
        if self._proxy is not None:
            self._proxy.kill()
        super().stop()

    def _is_ready(self, number: int) -> bool:
        with suppress(OSError):
            return ask(f"http://127.0.0.1:{self.ports[number]}", "GET", "/readyz", seconds=5).status == 200
        return False

    def _start_proxy(self) -> None:
        if shutil.which("caddy") is None:
            raise Missing("caddy (Debian: apt install caddy)")
        file = self.home / "Caddyfile"
        file.write_text(plain_proxy((PROJECT / "deploy" / "compose" / "Caddyfile").read_text(), self.proxy_port))
        home = {"HOME": str(self.home), "XDG_DATA_HOME": str(self.home)}
        upstreams = {"UPSTREAMS": " ".join(f"127.0.0.1:{port}" for port in self.ports)}
        command = ["caddy", "run", "--adapter", "caddyfile", "--config", str(file)]
        self._proxy = Process(command, home | upstreams, self.home / "proxy.log")
        wait_for(self.proxy_port, "the proxy")


def plain_proxy(text: str, port: int) -> str:
    """The Caddyfile of the compose file without TLS, on a port of this machine; ValueError where it is not as known."""
    for known, here in (
        ("\tcert_issuer {$TLS_ISSUER:acme}\n", "\tauto_https off\n"),
        ("\n{$HOST_NAME} {\n", f"\nhttp://127.0.0.1:{port} {{\n\tbind 127.0.0.1\n"),
        ("Host {$HOST_NAME}", "Host 127.0.0.1"),
    ):
        if text.count(known) != 1:
            raise ValueError(f"deploy/compose/Caddyfile has {known.strip()!r} {text.count(known)} times")
        text = text.replace(known, here)
    return text


class ReplicatedSite(NodesSite):
    """PostgreSQL is two servers: a primary that acknowledges what its standby has on its disk, and that standby.

    DATABASE_URL names both, as docs/operators.md says; they change places at each `fail_over`.
    """

    def __init__(self, database: str, home: Path) -> None:
        super().__init__(database, home)
        self.standby: Postgres | None = None
        self._made = 0
        self._killed: tuple[Postgres, list[int]] | None = None

    def start_servers(self) -> None:
        super().start_servers()
        assert self.postgres is not None
        spare = free_port()
        hosts = f"127.0.0.1:{self.postgres.port},127.0.0.1:{spare}"
        self.environment["DATABASE_URL"] = f"postgres://gipfel@{hosts}/drill?target_session_attrs=read-write"
        self._follow(spare)

    def fail_over(self, chance: random.Random) -> float:
        """SIGKILL to the primary, promote the standby; the seconds from the one to the end of the other.

        Half of the times only the first process is killed, and those that it has started find that out by themselves.
        """
        old, new = self.postgres, self.standby
        assert old is not None and new is not None
        pid = old.pid
        rest = children_of(pid)
        began = perf_counter()
        os.kill(pid, signal.SIGKILL)
        if chance.random() < 0.5:
            for child in rest:
                with suppress(ProcessLookupError):
                    os.kill(child, signal.SIGKILL)
        new.promote()
        self.postgres, self.standby = new, None
        self._killed = (old, [pid, *rest])
        return perf_counter() - began

    def follow_again(self) -> None:
        """A new standby at the port of the primary that was killed, when all of that has gone."""
        assert self._killed is not None
        old, processes = self._killed
        _wait_until_gone(processes)
        shutil.rmtree(old.home, ignore_errors=True)
        self._follow(old.port)

    def stop(self) -> None:
        super().stop()
        if self.standby is not None:
            self.standby.stop()

    def _follow(self, port: int) -> None:
        assert self.postgres is not None
        self._made += 1
        self.standby = Postgres(self.home / f"postgresql-{self._made}", durable=True, port=port)
        self.standby.copy(self.postgres, "-R", name=STANDBY)
        self.standby.start()
        with psycopg.connect(self.postgres.url("drill"), autocommit=True) as primary:
            primary.execute(f"ALTER SYSTEM SET synchronous_standby_names = 'FIRST 1 ({STANDBY})'")
            primary.execute("SELECT pg_reload_conf()")
            deadline = time.monotonic() + LONGEST_WAIT
            while not primary.execute("SELECT 1 FROM pg_stat_replication WHERE sync_state = 'sync'").fetchone():
                if time.monotonic() > deadline:
                    raise RuntimeError("the standby does not follow")
                time.sleep(0.05)


def _wait_until_gone(processes: list[int]) -> None:
    deadline = time.monotonic() + LONGEST_WAIT
    while any(Path(f"/proc/{each}").exists() and _is_no_zombie(each) for each in processes):
        if time.monotonic() > deadline:
            raise RuntimeError("the killed primary is still there")
        time.sleep(0.02)


def _is_no_zombie(process: int) -> bool:
    with suppress(OSError):
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    return False
