"""What needs no test to run: lint, types, import rules, migrations, catalogs."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from testing import PROJECT

PYTHON = sys.executable
BIN = Path(PYTHON).parent


def check_all() -> bool:
    """All of them, whatever fails on the way; whether all is well."""
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


def compile_catalogs() -> bool:
    """Tests read them. Nothing is started where all are compiled already."""
    sources = PROJECT.glob("locale/*/LC_MESSAGES/*.po")
    if all(_is_newer(source.with_suffix(".mo"), source) for source in sources):
        return True
    return _do("catalogs compile", PYTHON, "manage.py", "catalogs", "compile")


def compile_kernels() -> bool:
    """What programs and solvers think by: else each process that needs it before one has kept it would compile it."""
    with ThreadPoolExecutor() as beside:
        return all(list(beside.map(_compile, (["kernels"], ["solvers", "whr"]))))


def _compile(parts: list[str]) -> bool:
    return _do(f"{' and '.join(parts)} compile", PYTHON, "-m", "gipf_engine", "compile", *parts)


def _is_newer(file: Path, source: Path) -> bool:
    return file.exists() and file.stat().st_mtime >= source.stat().st_mtime


def _do(what: str, *command: str, told: bool = False) -> bool:
    """Run a command; what it says is shown where it fails, or where it is to be `told` in any case."""
    began = time.monotonic()
    environment = os.environ | {"DJANGO_SETTINGS_MODULE": "gipfel.settings_test"}
    done = subprocess.run(command, cwd=PROJECT, env=environment, capture_output=True, text=True, check=False)
    lines = [f"{'ok ' if done.returncode == 0 else 'NOT'} {what} ({time.monotonic() - began:.0f} s)"]
    if done.returncode or told:
        lines.append((done.stdout + done.stderr).rstrip())
    sys.stdout.write("\n".join([*lines, ""]))
    sys.stdout.flush()
    return done.returncode == 0
