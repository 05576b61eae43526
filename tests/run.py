"""`./test`: everything that must hold before a change lands, in one command.

Three lines of work side by side, so that two processors never wait: lint, types, import rules and catalogs, then the
apps on SQLite; the apps on PostgreSQL, then `./run` with its processes; whole services and the browser on PostgreSQL,
then the engine. What proves the same on any database runs on SQLite alone: tests that ask none, as those of the engine,
and those marked `once`. What the tests need and this machine lacks is installed where that is possible (root and apt),
else it is an error that names it.

`./test --core` is what one runs at each step, in two lines and without servers: the same checks, the tests of the
engine and those of each app's services, queries and pages on SQLite. It leaves out what goes over the whole site or the
API, what starts processes or moves databases, and what is marked `once`. `./test PATHS` runs some tests on SQLite,
`./test --postgres PATHS` beside the servers.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from ctypes.util import find_library
from pathlib import Path
from typing import IO, Any, NamedTuple

from tests import PROJECT
from tests.chromium import find_chromium
from tests.endings import ends_with_tests, has_ended
from tests.servers import Missing, Postgres

PYTHON = sys.executable
BIN = Path(PYTHON).parent
PACKAGES = {
    "redis-server": lambda: shutil.which("redis-server"),
    "postgresql": lambda: shutil.which("initdb") or list(Path("/usr/lib/postgresql").glob("*/bin/initdb")),
    "chromium": find_chromium,
    "strace": lambda: sys.platform != "linux" or shutil.which("strace"),
    "libpangoft2-1.0-0": lambda: find_library("pangoft2-1.0"),
    "fonts-dejavu-core": lambda: Path("/usr/share/fonts/truetype/dejavu").is_dir(),
}
QUICKER = "chromium-headless-shell"
"""Installed where that is possible; without it the browser of the tests takes half as long again."""
INSTALL_SECONDS = 180
APPS = "not browser and not service"
SERVICES = "browser or service"
MARKED = re.compile(r"pytest\.mark\.(browser|service)\b")
LAUNCHED = re.compile(r"\bimport .*\blaunch\b")
"""Tests that start `./run`: they wait for it more than they compute, and need no server of the suite's own."""
ENGINE = "tests/engine"
CORE = (
    (ENGINE, "tests/common", "tests/games", "tests/play", "tests/players", "tests/ratings"),
    ("tests/tournaments",),
)
"""The engine and the apps in two halves that take as long, with the checks before the first; the other folders of tests
are about more than one app."""


class Tests(NamedTuple):
    """Tests that run in one go: what they are called, arguments of pytest, the database ("" for SQLite)."""

    heading: str
    arguments: list[str]
    database: str = ""


def main() -> int:
    # Compiled once for all: else each of the hundreds of processes of a run compiles all that it imports.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    os.environ.pop("GIPFEL_HOME", None)  # data of a server are none of the tests': see gipfel/settings_test.py
    first, *rest = sys.argv[1:] or [""]
    if first in ("", "--core"):
        return _everything(core=bool(first))
    _compile_catalogs()
    if first == "--postgres":
        return _with_servers(lambda postgres: _pytest(rest, postgres.url("apps")))
    return _pytest([first, *rest])


def _everything(*, core: bool) -> int:
    """All of it, whatever fails on the way, so that one run shows all that is wrong."""
    started = time.monotonic()
    compiled = _compile_catalogs()  # tests read them
    failed = _core() if core else _with_servers(_whole)
    good = compiled and not failed
    _say(f"{'All good' if good else 'NOT good'} after {time.monotonic() - started:.0f} s")
    return 0 if good else 1


# --- lint, types, import rules --------------------------------------------------------------------


def _checks() -> bool:
    """Everything that needs no test to run."""
    results = [
        _do("lint", str(BIN / "ruff"), "check", "."),
        _do("format", str(BIN / "ruff"), "format", "--check", "--quiet", "."),
        _do("imports point down", str(BIN / "lint-imports"), "--no-cache"),
        _do("migrations match the models", PYTHON, "manage.py", "makemigrations", "--check", "--dry-run"),
        check_catalogs(),
        _do("types", str(BIN / "mypy"), "."),
    ]
    return all(results)


def check_catalogs() -> bool:
    """Translations fit what they translate. Where CI is set, as in a release, they must be complete as well."""
    if os.environ.get("CI"):
        return _do("catalogs are complete", PYTHON, "manage.py", "catalogs", "check")
    return _do("catalogs fit", PYTHON, "manage.py", "catalogs", "check", "--allow-untranslated", told=True)


def _compile_catalogs() -> bool:
    return _do("catalogs compile", PYTHON, "manage.py", "catalogs", "compile")


def _do(what: str, *command: str, told: bool = False) -> bool:
    """Run a command; what it says is shown where it fails, or where it is to be `told` in any case."""
    began = time.monotonic()
    environment = os.environ | {"DJANGO_SETTINGS_MODULE": "gipfel.settings_test"}
    done = subprocess.run(command, cwd=PROJECT, env=environment, capture_output=True, text=True, check=False)
    _say(f"{'ok ' if done.returncode == 0 else 'NOT'} {what} ({time.monotonic() - began:.0f} s)")
    if done.returncode or told:
        _say((done.stdout + done.stderr).rstrip())
    return done.returncode == 0


# --- tests ----------------------------------------------------------------------------------------


def _with_servers(work: Callable[[Postgres], int]) -> int:
    """Do `work` beside a private PostgreSQL that ends with it; tests that need a Redis start their own."""
    try:
        _install_missing()
        postgres = Postgres().start()
    except Missing as missing:
        _say(f"NOT there: {missing}. Install it, or run ./test --core for what needs no server.")
        return 1
    try:
        return work(postgres)
    finally:
        postgres.stop()


def _whole(postgres: Postgres) -> int:
    both = ["-m", f"{APPS} and not once and not no_database", f"--ignore={ENGINE}"]
    apps = Tests("The apps, on PostgreSQL", both, postgres.url("apps"))
    marked = _files_with(MARKED)
    launched = sorted(marked & _files_with(LAUNCHED))
    alone = Tests("./run and its processes", ["-m", SERVICES, *launched])
    others = ["-m", SERVICES, *sorted(marked - {*launched})]
    services = Tests("The services and the browser, on PostgreSQL", others, postgres.url("services"))
    engine = Tests("The engine", ["-m", APPS, ENGINE])
    return _side_by_side(["-m", APPS, f"--ignore={ENGINE}"], [apps, alone], [services, engine])


def _files_with(pattern: re.Pattern[str]) -> set[str]:
    """The test files in whose text it stands: nothing else is read to find tests of services and of the browser."""
    files = (PROJECT / "tests").rglob("test_*.py")
    return {str(file) for file in files if pattern.search(file.read_text(encoding="utf-8"))}


def _core() -> int:
    chosen = ["-m", f"{APPS} and not once"]
    first, second = CORE
    return _side_by_side([*chosen, *first], [Tests("The other apps", [*chosen, *second])])


def _side_by_side(arguments: list[str], *lines: list[Tests]) -> int:
    """The checks and then the tests that `arguments` name; meanwhile the other lines, told when all are through."""
    logs = PROJECT / "var"
    logs.mkdir(exist_ok=True)
    with ThreadPoolExecutor() as beside:
        begun = [beside.submit(_one_by_one, line, logs / f"test-{number}") for number, line in enumerate(lines, 1)]
        good = _checks()
        failed = _pytest(arguments) or not good
        for line in begun:
            for heading, failed_there, said in line.result():
                _say(f"\n{heading}:\n{said}")
                failed = failed_there or failed
    return failed


def _one_by_one(line: list[Tests], log: Path) -> list[tuple[str, int, str]]:
    """Run a line: for each of its tests what they are called, whether they failed, and what is to be told."""
    return [
        (tests.heading, *_logged(tests, log.with_name(f"{log.name}-{place}.log")))
        for place, tests in enumerate(line, 1)
    ]


def _logged(tests: Tests, log: Path) -> tuple[int, str]:
    """Run tests with their words in a file: whether they failed, and what is to be told, all of it only then."""
    with log.open("wb") as output:
        failed = _pytest(tests.arguments, tests.database, output)
    text = log.read_text(encoding="utf-8", errors="replace").strip()
    return failed, text if failed else text.splitlines()[-1]


def _pytest(arguments: list[str], database: str = "", output: IO[bytes] | None = None) -> int:
    """Run tests on this database (a URL), "" for SQLite; what they say goes to the terminal or to `output`."""
    environment = os.environ | ({"DATABASE_URL": database} if database else {})
    told: dict[str, Any] = {"stdout": output, "stderr": subprocess.STDOUT} if output else {}
    command = [PYTHON, "-m", "pytest", "-q", *arguments]
    with subprocess.Popen(command, cwd=PROJECT, env=environment, **told) as process:
        ends_with_tests(process.pid)
        code = process.wait()
        has_ended(process.pid)
    return code


# --- what this machine lacks ----------------------------------------------------------------------


def _install_missing() -> None:
    """Install by apt, as root; elsewhere name what is missing."""
    absent = [package for package, there in PACKAGES.items() if not there()]
    may_install = os.geteuid() == 0 and shutil.which("apt-get") is not None
    if absent and not may_install:
        raise Missing(f"{', '.join(absent)} (Debian: apt install {' '.join(absent)})")
    if may_install and not shutil.which(QUICKER):
        failed = _install([*absent, QUICKER])
        absent = absent if failed else []
    if absent and (failed := _install(absent)):
        raise Missing(f"{', '.join(absent)}: apt-get says {failed}")


def _install(packages: list[str]) -> str:
    """Install by apt; what went wrong, "" for nothing."""
    _say(f"Installing {', '.join(packages)} …")
    quiet = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    install = ["apt-get", "install", "-y", "-qq", "--no-install-recommends", *packages]
    try:
        for command in (["apt-get", "update", "-qq"], install):
            done = subprocess.run(
                command, env=quiet, check=False, capture_output=True, text=True, timeout=INSTALL_SECONDS
            )
    except subprocess.TimeoutExpired:
        return f"nothing within {INSTALL_SECONDS} s"
    return (done.stderr.strip()[-300:] or "it failed") if done.returncode else ""


def _say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
