"""`./test`: everything that must hold before a change lands, in one command.

Lint, types, import rules and catalogs first; then all tests on SQLite beside the rooms' tests on
PostgreSQL, one on each core. What the tests need and this machine lacks is installed where that is
possible (root and apt), else it is an error that names it.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

from tests.servers import Missing, Postgres, Redis

HOUSE = Path(__file__).resolve().parent.parent
PYTHON = sys.executable
BIN = Path(PYTHON).parent
PACKAGES = {
    "redis-server": lambda: shutil.which("redis-server"),
    "postgresql": lambda: shutil.which("initdb") or list(Path("/usr/lib/postgresql").glob("*/bin/initdb")),
    "chromium": lambda: shutil.which("chromium") or shutil.which("chromium-browser"),
    "fonts-dejavu-core": lambda: Path("/usr/share/fonts/truetype/dejavu").is_dir(),
}
NO_DATABASE = ["tests/rules", "tests/boards", "tests/pairing", "tests/standings", "tests/trf"]
"""Tests of pure cores: they run once, beside SQLite."""


def main() -> int:
    arguments = sys.argv[1:]
    core = "--core" in arguments
    if arguments and not core:
        return _pytest(arguments)
    started = time.monotonic()
    good = _checks() and (_core_tests() if core else _all_tests())
    _say(f"{'All good' if good else 'NOT good'} after {time.monotonic() - started:.0f} s")
    return 0 if good else 1


# --- lint, types, import rules --------------------------------------------------------------------


def _checks() -> bool:
    """Everything that needs no test to run. All of them, so that one run shows all that is wrong."""
    results = [
        _do("lint", str(BIN / "ruff"), "check", "."),
        _do("format", str(BIN / "ruff"), "format", "--check", "--quiet", "."),
        _do("imports point down", str(BIN / "lint-imports"), "--no-cache"),
        _do("migrations match the models", PYTHON, "manage.py", "makemigrations", "--check", "--dry-run"),
        _do("catalogs are complete", PYTHON, "manage.py", "catalogs", "check"),
        _do("types", str(BIN / "mypy"), "."),
        _do("catalogs compile", PYTHON, "manage.py", "catalogs", "compile"),
    ]
    return all(results)


def _do(what: str, *command: str) -> bool:
    began = time.monotonic()
    environment = os.environ | {"DJANGO_SETTINGS_MODULE": "gipfel.settings_test"}
    done = subprocess.run(command, cwd=HOUSE, env=environment, capture_output=True, text=True, check=False)
    _say(f"{'ok ' if done.returncode == 0 else 'NOT'} {what} ({time.monotonic() - began:.0f} s)")
    if done.returncode:
        _say(done.stdout + done.stderr)
    return done.returncode == 0


# --- tests ----------------------------------------------------------------------------------------


def _core_tests() -> bool:
    """What needs no server and no browser, on SQLite."""
    return _pytest(["-m", "not browser and not service"]) == 0


def _all_tests() -> bool:
    """SQLite and PostgreSQL at the same time, with private servers that end with the run."""
    try:
        _install_missing()
        postgres, redis = Postgres().start(), Redis().start()
    except Missing as missing:
        _say(f"NOT there: {missing}. Install it, or run ./test --core for what needs no server.")
        return False
    try:
        return _both(postgres, redis)
    finally:
        redis.stop()
        postgres.stop()


def _both(postgres: Postgres, redis: Redis) -> bool:
    servers = {"TEST_POSTGRES_URL": postgres.create("service"), "TEST_REDIS_URL": redis.url}
    on_postgres = [f"--ignore={path}" for path in NO_DATABASE]
    log = HOUSE / "var" / "test-postgres.log"
    log.parent.mkdir(exist_ok=True)
    with log.open("wb") as output:
        beside = subprocess.Popen(
            _pytest_command(["-m", "not browser and not service", *on_postgres]),
            cwd=HOUSE,
            env=os.environ | servers | {"DATABASE_URL": postgres.url("rooms")},
            stdout=output,
            stderr=subprocess.STDOUT,
        )
        sqlite = _pytest([], servers)
        second = beside.wait()
    _say("\nThe rooms' tests on PostgreSQL:")
    _say(log.read_text(encoding="utf-8", errors="replace") if second else _last_line(log))
    return sqlite == 0 and second == 0


def _last_line(log: Path) -> str:
    return log.read_text(encoding="utf-8", errors="replace").strip().splitlines()[-1]


def _pytest_command(arguments: list[str]) -> list[str]:
    return [PYTHON, "-m", "pytest", "-q", *arguments]


def _pytest(arguments: list[str], extra: dict[str, str] | None = None) -> int:
    return subprocess.run(_pytest_command(arguments), cwd=HOUSE, env=os.environ | (extra or {}), check=False).returncode


# --- what this machine lacks ----------------------------------------------------------------------


def _install_missing() -> None:
    """Install by apt, as root; elsewhere name what is missing."""
    absent = [package for package, there in PACKAGES.items() if not there()]
    if not absent:
        return
    if os.geteuid() != 0 or shutil.which("apt-get") is None:
        raise Missing(f"{', '.join(absent)} (Debian: apt install {' '.join(absent)})")
    _say(f"Installing {', '.join(absent)} …")
    quiet = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    subprocess.run(["apt-get", "update", "-qq"], env=quiet, check=False, stdout=subprocess.DEVNULL)
    command = ["apt-get", "install", "-y", "-qq", "--no-install-recommends", *absent]
    done = subprocess.run(command, env=quiet, check=False, capture_output=True, text=True)
    if done.returncode:
        raise Missing(f"{', '.join(absent)}: apt-get says {done.stderr.strip()[-300:]}")


def _say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
