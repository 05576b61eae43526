"""`./test`: the checks and the tests, in one command and three lengths.

`./test --core` is what one runs at each step, without servers: the checks, the engine, and on SQLite the tests marked
`core` or `postgresql`, which are about the services of the apps, but for races, killed processes and what asks for
pages or endpoints. `./test` runs all that is marked neither `slow` nor `sweep`: on SQLite, and on PostgreSQL what
drives a browser or a whole service. `./test --all` is everything that must hold before a change lands: slow tests and
sweeps of input too, all examples (`testing.marks`), and what is marked `postgresql` on both databases. The sweeps send
every form and endpoint good input as well: so each act is done on PostgreSQL. `./test PATHS` runs some tests on SQLite,
`./test --postgres PATHS` beside PostgreSQL.

Suites of tests run in as many processes as there are cores (pytest-xdist), checks beside them. Suites on PostgreSQL
wait often, for servers and pages: those on SQLite, which compute all the time, run beside them and give way. Where few
tests failed, they are named and run once more when the rest is over: a browser that gets no core for a minute fails
though nothing is wrong, and what is wrong fails again. What the tests need and this machine lacks is installed where
that is possible (root and apt), else it is an error that names it.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import IO, Any, NamedTuple

from testing import PROJECT
from testing.endings import ends_with_tests, has_ended
from testing.servers import Missing, Postgres
from tests.checks import check_all, compile_catalogs, compile_kernels
from tests.needed import install_missing

APPS = ("common", "players", "games", "ratings", "play", "tournaments")
LOGS = PROJECT / "var" / "tests"
CORES = os.cpu_count() or 1
GIVES_WAY = 5
"""Niceness of a suite that computes all the time: what waits goes on at once, and no core is idle until the end."""
_FAILED = re.compile(r"^(?:FAILED|ERROR) (tests/\S+?::\w+)", re.MULTILINE)
SERVED = "browser or service"
BY_CHANCE = 3
"""Where more tests of a suite failed, none is run again."""


class Suite(NamedTuple):
    """Tests that run in one go: what they are called, their marks, where they are, a database ("" for SQLite)."""

    name: str
    marks: str
    paths: Sequence[str] = ()
    database: str = ""
    niceness: int = 0
    processes: int = CORES

    @property
    def log(self) -> Path:
        """The file for what it says."""
        return LOGS / f"{re.sub('[^a-z]+', '-', self.name.lower())}.log"


def main() -> int:
    # Compiled once for all: else each of the hundreds of processes of a run compiles all that it imports.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    os.environ.pop("GIPFEL_HOME", None)  # data of a server are none of the tests': see gipfel/settings_test.py
    first, *rest = sys.argv[1:] or [""]
    if first in LENGTHS:
        return _everything(LENGTHS[first])
    compile_catalogs()
    if first == "--postgres":
        return _with_postgres(lambda postgres: _pytest(rest, postgres.url("tests")))
    return _pytest([first, *rest])


def _everything(run: Callable[[], int]) -> int:
    """All of it, whatever fails on the way, so that one run shows all that is wrong."""
    started = time.monotonic()
    compiled = compile_catalogs()  # tests read them
    good = run() == 0 and compiled
    _say(f"{'All good' if good else 'NOT good'} after {time.monotonic() - started:.0f} s")
    return 0 if good else 1


def _whole(postgres: Postgres) -> int:
    """Every test, on each database that it is marked for, by all examples: see `testing.marks`."""
    os.environ["TESTS_IN_WHOLE"] = "1"
    apps = Suite("all on SQLite", f"not ({SERVED} or sweep)", niceness=GIVES_WAY)
    again = Suite("on PostgreSQL", f"postgresql and not ({SERVED})", _files_with("postgresql"), "apps")
    return _beside_checks([_served(SERVED), again], [apps], postgres=postgres)


def _usual(postgres: Postgres) -> int:
    """Every test that is not long, once."""
    apps = Suite("on SQLite", f"not ({SERVED} or sweep or slow)", niceness=GIVES_WAY)
    return _beside_checks([_served(f"({SERVED}) and not slow")], [apps], postgres=postgres)


def _served(marks: str) -> Suite:
    """A browser and a service under test wait most of the time: one process more than there are cores does that."""
    paths = _files_with("browser", "service")
    return Suite("services and the browser, on PostgreSQL", marks, paths, "services", processes=CORES + 1)


def _core() -> int:
    chosen = "(core or postgresql) and not (slow or fought_over or requests or browser or service)"
    services = Suite("services of the apps", chosen, _files_with("core", "postgresql", folders=APPS))
    return _beside_checks([Suite("the engine", "not slow", ["tests/engine"]), services])


def _files_with(*marks: str, folders: Sequence[str] = ("",)) -> list[str]:
    """The test files in whose text one of them stands: no other is imported to find the tests."""
    pattern = re.compile(rf"pytest\.mark\.({'|'.join(marks)})\b")
    files = (file for folder in folders for file in (PROJECT / "tests" / folder).rglob("test_*.py"))
    return sorted(str(file) for file in files if pattern.search(file.read_text(encoding="utf-8")))


def _beside_checks(*lines: list[Suite], postgres: Postgres | None = None) -> int:
    """Run the checks and each line of suites, one after the other in a line; 0 where all is well."""
    LOGS.mkdir(parents=True, exist_ok=True)
    with ThreadPoolExecutor() as beside:
        checked = beside.submit(check_all)
        compiled = compile_kernels()
        begun = [beside.submit(_failed_of, line, postgres) for line in lines]
        failed = [suite for line in begun for suite in line.result()]
        good = compiled and checked.result()
    return int(any([not good, *(_fails_again(suite, postgres) for suite in failed)]))


def _failed_of(suites: list[Suite], postgres: Postgres | None) -> list[Suite]:
    """Run them one after the other; those that failed."""
    return [suite for suite in suites if not _passes(suite, postgres)]


def _passes(suite: Suite, postgres: Postgres | None) -> bool:
    """Run it. What it says goes to its log; all of it is shown where a test failed."""
    url = postgres.url(suite.database) if postgres and suite.database else ""
    tests = ["-n", str(suite.processes), "--dist", "worksteal", "--durations=40", "-m", suite.marks, *suite.paths]
    with suite.log.open("wb") as output:
        code = _pytest(tests, url, output, suite.niceness)
    text = suite.log.read_text(encoding="utf-8", errors="replace").strip()
    _say(f"NOT {suite.name}:\n{text}" if code else f"ok  {suite.name}: {text.splitlines()[-1]}")
    return code == 0


def _fails_again(suite: Suite, postgres: Postgres | None) -> bool:
    """Whether the tests of it that failed, if they are few, fail now that nothing runs beside them."""
    failed = sorted(set(_FAILED.findall(suite.log.read_text(encoding="utf-8", errors="replace"))))
    if not 0 < len(failed) <= BY_CHANCE:
        return True
    _say("Once more, alone: " + " ".join(failed))
    return not _passes(suite._replace(name=f"{suite.name}, again", paths=failed, processes=1), postgres)


LENGTHS: dict[str, Callable[[], int]] = {
    "": lambda: _with_postgres(_usual),
    "--all": lambda: _with_postgres(_whole),
    "--core": _core,
}


def _with_postgres(work: Callable[[Postgres], int]) -> int:
    """Do `work` beside a private PostgreSQL that ends with it; tests that need a Redis start their own."""
    try:
        install_missing()
        postgres = Postgres().start()
    except Missing as missing:
        _say(f"NOT there: {missing}. Install it, or run ./test --core for what needs no server.")
        return 1
    try:
        return work(postgres)
    finally:
        postgres.stop()


def _pytest(arguments: list[str], url: str = "", output: IO[bytes] | None = None, niceness: int = 0) -> int:
    """Run tests on the database at `url`, "" for SQLite; what they say goes to the terminal or to `output`."""
    environment = os.environ | ({"DATABASE_URL": url} if url else {})
    told: dict[str, Any] = {"stdout": output, "stderr": subprocess.STDOUT} if output else {}
    command = ["nice", "-n", str(niceness), sys.executable, "-m", "pytest", "-q", *arguments]
    with subprocess.Popen(command, cwd=PROJECT, env=environment, **told) as process:
        ends_with_tests(process.pid)
        code = process.wait()
        has_ended(process.pid)
    return code


def _say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
