"""What every drill shares: its options, a database of its own, and a verdict as exit code.

A drill is a module with a `work(site, options, verdict)` and these last lines:

    if __name__ == "__main__":
        sys.exit(main(__doc__, work, add_options))

On each database `work` runs in a process of its own, in which Django is set up on an empty, migrated database.
"""

from __future__ import annotations

import argparse
import os
import random
import signal
import subprocess
import sys
import tempfile
import traceback
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter, strftime
from types import FrameType
from typing import IO

from bench.drills.pooled import MOST_CONNECTIONS, PooledSite
from bench.drills.site import DATABASES, POSTGRESQL, Site

Work = Callable[[Site, argparse.Namespace, "Verdict"], None]
_MOST_SHOWN = 20


@dataclass
class Verdict:
    """What a drill has found. Each line is printed when it is said, and kept in the log that was asked for."""

    log: IO[str] | None = None
    broken: list[str] = field(default_factory=list)

    def report(self, text: str) -> None:
        """A line with the time of day."""
        line = f"{strftime('%H:%M:%S')} {text}"
        print(line, flush=True)
        if self.log is not None:
            self.log.write(line + "\n")
            self.log.flush()

    def require(self, held: bool, text: str) -> None:
        """Note `text` as broken unless it held."""
        if not held:
            self.broken.append(text)
            if len(self.broken) <= _MOST_SHOWN:
                self.report(f"BROKEN: {text}")


def main(purpose: str | None, work: Work, add_options: Callable[[argparse.ArgumentParser], None]) -> int:
    """Run a drill as its options say; 0 where everything held."""
    parser = argparse.ArgumentParser(description=purpose, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--database", choices=[*DATABASES, "both"], default="both")
    parser.add_argument("--seed", type=int, default=None, help="repeat the choices of an earlier run")
    parser.add_argument("--log", type=Path, default=None, help="add all lines to this file too")
    parser.add_argument(
        "--pooled", action="store_true", help="service form: a proxy, 4 web processes, 2 workers, PgBouncer"
    )
    parser.add_argument("--home", type=Path, default=None, help="keep the data in this folder")
    add_options(parser)
    options = parser.parse_args()
    if options.seed is None:
        options.seed = random.SystemRandom().randrange(1_000_000)
    if options.pooled:
        options.database = POSTGRESQL
    if options.database == "both":
        return max([_again(options.seed, database) for database in DATABASES])
    return _run(work, options)


def _again(seed: int, database: str) -> int:
    """This same command on one database: Django is set up once a process."""
    module = sys.modules["__main__"].__spec__
    assert module is not None, "start it as python -m bench.drills.NAME"
    command = [sys.executable, "-m", module.name, *sys.argv[1:], "--database", database, "--seed", str(seed)]
    return subprocess.run(command, check=False).returncode


def _run(work: Work, options: argparse.Namespace) -> int:
    began = perf_counter()
    with ExitStack() as stack:
        log = stack.enter_context(options.log.open("a", encoding="utf-8")) if options.log else None
        verdict = Verdict(log)
        verdict.report(f"{options.database}, seed {options.seed}")
        try:
            with _ended_when_told(), opened(options.database, options.home, pooled=options.pooled) as site:
                work(site, options, verdict)
                _judge_connections(site, verdict)
        except BaseException as error:
            verdict.report(traceback.format_exc())
            verdict.require(False, f"the drill ended early: {type(error).__name__}: {str(error)[:300]}")
        took = perf_counter() - began
        held = f"{len(verdict.broken)} BROKEN" if verdict.broken else "everything held"
        verdict.report(f"{options.database}, seed {options.seed}: {held} ({took:.0f} s)")
    return 1 if verdict.broken else 0


def _judge_connections(site: Site, verdict: Verdict) -> None:
    if isinstance(site, PooledSite):
        most = site.connections.most
        verdict.report(f"PostgreSQL had {most} connections of clients at most")
        verdict.require(0 < most <= MOST_CONNECTIONS, f"{most} connections, {MOST_CONNECTIONS} may be")


@contextmanager
def _ended_when_told() -> Iterator[None]:
    """SIGTERM and SIGHUP end the drill as Ctrl-C does: what it has started is ended too."""

    def end(number: int, _frame: FrameType | None) -> None:
        raise KeyboardInterrupt(signal.Signals(number).name)

    before = {number: signal.signal(number, end) for number in (signal.SIGTERM, signal.SIGHUP)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


class TookTooLong(Exception):
    """A step of a drill did not end in its time."""


@contextmanager
def at_most(seconds: float, what: str) -> Iterator[None]:
    """Raise TookTooLong in the block, which runs in the main thread, after `seconds`, and every 30 s from then on."""

    def end(_number: int, _frame: FrameType | None) -> None:
        raise TookTooLong(f"{what} took more than {seconds:.0f} s")

    before = signal.signal(signal.SIGALRM, end)
    signal.setitimer(signal.ITIMER_REAL, seconds, 30)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@contextmanager
def opened(database: str, home: Path | None = None, *, pooled: bool = False) -> Iterator[Site]:
    """A site whose servers run, with this process's Django set up on its migrated database. All ends with the block.

    `home` is a folder that stays, with what an earlier run left in it. `pooled` is the form of many nodes.
    """
    with ExitStack() as stack:
        folder = (home / database).resolve() if home else Path(stack.enter_context(tempfile.TemporaryDirectory()))
        folder.mkdir(parents=True, exist_ok=True)
        site = PooledSite(folder) if pooled else Site(database, folder)
        stack.callback(site.stop)
        site.start_servers()
        os.environ |= site.environment
        import django
        from django.core.management import call_command
        from django.db import connections

        django.setup()
        stack.callback(connections.close_all)
        call_command("migrate", verbosity=0)
        call_command("catalogs", "compile", verbosity=0)
        call_command("collectstatic", verbosity=0, interactive=False)
        yield site


def put_off_due_jobs() -> None:
    """Let workers do nothing of what a new server has to do (deals for practice take a whole core)."""
    from django.utils import timezone

    from common.jobs import services
    from common.jobs.due import LONGEST_PAUSE
    from common.jobs.models import Job

    services.beat("drill")  # asks for what a worker would ask for at its first look
    Job.objects.update(due_at=timezone.now() + LONGEST_PAUSE)
