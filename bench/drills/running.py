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
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter, strftime
from typing import IO

from bench.drills.site import DATABASES, Site

Work = Callable[[Site, argparse.Namespace, "Verdict"], None]
_MOST_SHOWN = 20


@dataclass
class Verdict:
    """What a drill has found. Each line is printed when it is said, and kept in the log that was asked for."""

    log: IO[str] | None = None
    broken: list[str] = field(default_factory=list)

    def say(self, text: str) -> None:
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
                self.say(f"BROKEN: {text}")


def main(purpose: str | None, work: Work, add_options: Callable[[argparse.ArgumentParser], None]) -> int:
    """Run a drill as its options say; 0 where everything held."""
    parser = argparse.ArgumentParser(description=purpose, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--database", choices=[*DATABASES, "both"], default="both")
    parser.add_argument("--seed", type=int, default=None, help="repeat the choices of an earlier run")
    parser.add_argument("--log", type=Path, default=None, help="add all lines to this file too")
    parser.add_argument("--home", type=Path, default=None, help="keep the data in this folder")
    add_options(parser)
    options = parser.parse_args()
    if options.seed is None:
        options.seed = random.SystemRandom().randrange(1_000_000)
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
        verdict.say(f"{options.database}, seed {options.seed}")
        site = stack.enter_context(opened(options.database, options.home))
        work(site, options, verdict)
        took = perf_counter() - began
        held = f"{len(verdict.broken)} BROKEN" if verdict.broken else "everything held"
        verdict.say(f"{options.database}, seed {options.seed}: {held} ({took:.0f} s)")
    return 1 if verdict.broken else 0


@contextmanager
def opened(database: str, home: Path | None = None) -> Iterator[Site]:
    """A site whose servers run, with this process's Django set up on its migrated database. All ends with the block.

    `home` is a folder that stays, with what an earlier run left in it.
    """
    with ExitStack() as stack:
        folder = (home / database).resolve() if home else Path(stack.enter_context(tempfile.TemporaryDirectory()))
        folder.mkdir(parents=True, exist_ok=True)
        site = Site(database, folder)
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
