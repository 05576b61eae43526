"""A site in the form of many nodes: a proxy, four web processes, two workers, and PgBouncer before PostgreSQL.

PgBouncer gives connections away for a transaction at a time (`pool_mode = transaction`). PostgreSQL's connections are
counted twice a second. Needs caddy and pgbouncer (Debian's packages).
"""

from __future__ import annotations

import shutil
import threading
from contextlib import suppress
from pathlib import Path

import psycopg

from bench.drills.site import POSTGRESQL, Site, cpu_of_process
from testing.servers import Missing, PgBouncer, free_port, wait_for
from testing.service.processes import Process

WEB_PROCESSES, WORKERS = 4, 2
MOST_CONNECTIONS = 40
"""That PostgreSQL may have of clients at any moment; the pool takes fewer, and leaves room for who looks at it."""
_POOL_SIZE = 24
_PROXY = """
{{
    admin off
    auto_https off
}}
http://127.0.0.1:{port} {{
    bind 127.0.0.1
    reverse_proxy 127.0.0.1:{web} {{
        flush_interval -1
    }}
}}
"""


class PooledSite(Site):
    """Its pages come through the proxy, and its rows through the pool."""

    databases = (POSTGRESQL,)

    def __init__(self, database: str, home: Path) -> None:
        super().__init__(database, home)
        self.proxy_port = free_port()
        self.url = f"http://127.0.0.1:{self.proxy_port}"
        self.environment |= {
            "BASE_URL": self.url, "TRUSTED_PROXIES": "127.0.0.1", "DATABASE_TRANSACTION_POOLER": "1",
        }  # fmt: skip
        self.connections = Connections()
        self._pool: PgBouncer | None = None
        self._proxy: Process | None = None

    def start_servers(self) -> None:
        """PostgreSQL and Redis, the pool and the proxy."""
        super().start_servers()
        assert self.postgres is not None
        direct = self.environment["DATABASE_URL"]
        with psycopg.connect(direct, autocommit=True) as connection:  # as docs/operators.md says for a pool
            connection.execute("ALTER ROLE CURRENT_USER SET jit = off")
        self._pool = PgBouncer(self.postgres, _POOL_SIZE).start()
        self.environment["DATABASE_URL"] = self._pool.url("drill")
        proxy = self.home / "Caddyfile"
        proxy.write_text(_PROXY.format(port=self.proxy_port, web=self.port))
        if shutil.which("caddy") is None:
            raise Missing("caddy (Debian: apt install caddy)")
        command = ["caddy", "run", "--adapter", "caddyfile", "--config", str(proxy)]
        self._proxy = Process(
            command, {"HOME": str(self.home), "XDG_DATA_HOME": str(self.home)}, self.home / "proxy.log"
        )
        wait_for(self.proxy_port, "the proxy")
        self.connections.count(direct)

    def web_command(self, workers: int = WEB_PROCESSES) -> list[str]:
        """Always the four."""
        return super().web_command(WEB_PROCESSES)

    def worker_command(self) -> list[str]:
        """One parent with two that work."""
        return [*super().worker_command(), "--concurrency", str(WORKERS)]

    def cpu_used(self) -> dict[str, float]:
        used = super().cpu_used()
        if self._proxy is not None:
            used["proxy"] = cpu_of_process(self._proxy.popen.pid)
        if self._pool is not None and self._pool.process is not None:
            used["PgBouncer"] = cpu_of_process(self._pool.process.pid)
        return used

    def stop(self) -> None:
        self.connections.stop()
        if self._proxy is not None:
            self._proxy.kill()
        super().stop()
        if self._pool is not None:
            self._pool.stop()


class Connections:
    """How many connections of clients PostgreSQL has, looked at twice a second."""

    def __init__(self) -> None:
        self.most = 0
        self._over = threading.Event()

    def count(self, url: str) -> None:
        """Begin, by a connection of its own past the pool."""
        threading.Thread(target=self._keep_counting, args=(url,), name="connections", daemon=True).start()

    def stop(self) -> None:
        self._over.set()

    def _keep_counting(self, url: str) -> None:
        while not self._over.wait(0.5):
            with suppress(psycopg.Error), psycopg.connect(url, autocommit=True) as connection:  # killed in drills
                while not self._over.wait(0.5):
                    asked = connection.execute(
                        "SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend'"
                        " AND pid <> pg_backend_pid()"
                    )
                    self.most = max(self.most, (asked.fetchone() or (0,))[0])
