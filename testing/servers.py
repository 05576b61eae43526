"""Private PostgreSQL and Redis servers on free ports, for the time of a test run.

They live in a temporary folder and listen on loopback alone. A part that is not installed is an error that names it.
"""

from __future__ import annotations

import os
import pwd
import random
import shutil
import socket
import subprocess
import tempfile
from contextlib import closing, suppress
from pathlib import Path
from time import sleep

from testing.endings import ends_with_tests, has_ended
from testing.patience import Patience

_NOT_GIVEN_OUT = (15_000, 32_000)


class Missing(RuntimeError):
    """A program that the tests need is not on this machine."""


def free_port() -> int:
    """A port that no one listens on at this moment, below those that systems give to outgoing connections.

    A server that ends and comes back on it, as servers under test do, finds it free.
    """
    while True:
        port = random.randrange(*_NOT_GIVEN_OUT)
        with closing(socket.socket()) as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port


def wait_for(port: int, what: str, seconds: float = 30) -> None:
    """Return once something listens on `port`; RuntimeError after `seconds` of an idle machine."""
    patience = Patience(seconds)
    while patience.lasts():
        with closing(socket.socket()) as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        sleep(0.05)
    raise RuntimeError(f"{what} did not come up on port {port} within {seconds} s of an idle machine")


class Postgres:
    """A PostgreSQL cluster of its own. `url(database)` is what DATABASE_URL wants.

    `durable`: what it acknowledges is synced, as on an operator's machine. `home` is where its data stay after
    `stop()`; without it they are in a temporary folder and go.
    """

    def __init__(self, home: Path | None = None, *, durable: bool = False) -> None:
        self.bin = find_postgres_programs()
        self.kept, self.durable = home is not None, durable
        self.home = home or Path(tempfile.mkdtemp(prefix="gipfel-pg-"))
        self.home.mkdir(parents=True, exist_ok=True)
        self.port = free_port()
        # PostgreSQL refuses to run as root; its own user, which its package makes, takes over.
        self.user = "postgres" if os.geteuid() == 0 else None
        if self.user:
            os.chown(self.home, pwd.getpwnam(self.user).pw_uid, -1)

    def start(self) -> Postgres:
        data = str(self.home / "data")
        if not (self.home / "data").exists():
            self._do("initdb", "-D", data, "-U", "gipfel", "-A", "trust", "-E", "UTF8", "--no-sync", "--locale=C.UTF-8")
        options = f"-p {self.port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=/tmp"
        if not self.durable:
            # Nothing of a test must outlive a crash: without syncing they are several times faster.
            options += " -c fsync=off -c synchronous_commit=off -c full_page_writes=off"
            # It would count rows of transactions that are taken back, and plan by that for those of the next test.
            options += " -c autovacuum=off"
        self._do("pg_ctl", "-D", data, "-w", "-t", "600", "-l", str(self.home / "log"), "-o", options, "start")
        ends_with_tests(self.pid, None if self.kept else self.home)
        return self

    @property
    def pid(self) -> int:
        """The process that all others of this server descend from."""
        return int((self.home / "data" / "postmaster.pid").read_text().splitlines()[0])

    def crash(self) -> None:
        """End it without a checkpoint: the next start recovers from its log."""
        self._do("pg_ctl", "-D", str(self.home / "data"), "-m", "immediate", "-w", "stop")

    def url(self, database: str = "gipfel") -> str:
        return f"postgres://gipfel@127.0.0.1:{self.port}/{database}"

    def create(self, database: str) -> str:
        """Make an empty database and return its URL."""
        self._do("createdb", "-h", "127.0.0.1", "-p", str(self.port), "-U", "gipfel", database)
        return self.url(database)

    def stop(self) -> None:
        with suppress(RuntimeError, OSError):  # where it does not run
            pid = self.pid
            self.crash()
            has_ended(pid)
        if not self.kept:
            shutil.rmtree(self.home, ignore_errors=True)

    def _do(self, program: str, *arguments: str) -> None:
        command = [str(self.bin / program), *arguments]
        done = subprocess.run(command, user=self.user, cwd="/", capture_output=True, text=True, check=False)
        if done.returncode:
            raise RuntimeError(f"{program}: {done.stderr.strip() or done.stdout.strip()}")


def find_postgres_programs() -> Path:
    """The folder with initdb and pg_ctl: on the path, or where Debian keeps them, newest first."""
    debian = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: int(path.parent.name), reverse=True)
    for folder in [*debian, *map(Path, os.environ.get("PATH", "").split(os.pathsep))]:
        if (folder / "initdb").exists() and (folder / "pg_ctl").exists():
            return folder
    raise Missing("PostgreSQL's server (initdb, pg_ctl; Debian: apt install postgresql)")


class _SmallServer:
    """A program at a port of its own, with a folder that goes with it. Debian's package has the program's name."""

    def __init__(self, program: str) -> None:
        found = shutil.which(program) or shutil.which(program, path="/usr/sbin")
        if found is None:
            raise Missing(f"{program} (Debian: apt install {program})")
        self.program, self.port = found, free_port()
        self.home = Path(tempfile.mkdtemp(prefix=f"gipfel-{program}-"))
        self.process: subprocess.Popen[bytes] | None = None

    def kill(self) -> None:
        """End it as a power cut would."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            has_ended(self.process.pid)

    def stop(self) -> None:
        self.kill()
        shutil.rmtree(self.home, ignore_errors=True)

    def _start(self, *arguments: str, user: str | None = None) -> None:
        quiet = subprocess.DEVNULL
        command = [self.program, *arguments]
        self.process = subprocess.Popen(command, user=user, cwd="/", stdout=quiet, stderr=quiet)
        ends_with_tests(self.process.pid, self.home)
        wait_for(self.port, Path(self.program).name)


class Redis(_SmallServer):
    """A Redis that keeps nothing: stopped and started again it is empty."""

    def __init__(self) -> None:
        super().__init__("redis-server")

    def start(self) -> Redis:
        where = ["--port", str(self.port), "--bind", "127.0.0.1", "--dir", str(self.home)]
        self._start(*where, "--save", "", "--appendonly", "no")
        return self

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0"


class PgBouncer(_SmallServer):
    """A pool before a PostgreSQL: each transaction gets another of its connections (`pool_mode = transaction`)."""

    def __init__(self, postgres: Postgres, size: int) -> None:
        super().__init__("pgbouncer")
        self.postgres, self.size = postgres, size

    def start(self) -> PgBouncer:
        (self.home / "users.txt").write_text('"gipfel" ""\n')
        file = self.home / "pgbouncer.ini"
        file.write_text(_POOLER.format(server=self.postgres.port, port=self.port, size=self.size, home=self.home))
        if self.postgres.user:  # it refuses to run as root, as PostgreSQL does
            known = pwd.getpwnam(self.postgres.user)
            os.chown(self.home, known.pw_uid, known.pw_gid)
        self._start(str(file), user=self.postgres.user)
        return self

    def url(self, database: str) -> str:
        return f"postgres://gipfel@127.0.0.1:{self.port}/{database}"


_POOLER = """
[databases]
* = host=127.0.0.1 port={server}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = {port}
unix_socket_dir =
auth_type = trust
auth_file = {home}/users.txt
pool_mode = transaction
default_pool_size = {size}
max_client_conn = 1000
ignore_startup_parameters = extra_float_digits,options
logfile = {home}/log
"""
