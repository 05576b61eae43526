"""What needs no test to run: lint, types, import rules, migrations, catalogs."""

from __future__ import annotations

import os
import subprocess
import sys
import time
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
    """What programs think by. Each process that needs it before another has kept it would compile it for itself."""
    return _do("kernels compile", PYTHON, "-c", _COMPILE)


_COMPILE = """
from gipf_engine.analysis.kernels import has_kernel
from gipf_engine.analysis.search import load
from gipf_engine.rules import all_rules, rules_for

for rules in map(rules_for, all_rules()):
    if has_kernel(rules):
        load(rules)
"""


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
