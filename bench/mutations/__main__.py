"""Make changes on purpose, one at a time, and say which test notices each.

    python -m bench.mutations                  all of them
    python -m bench.mutations NAME …           some, by name or by a part of it
    python -m bench.mutations --list           their names, files and tests
    python -m bench.mutations --jobs 1         one at a time

The checkout is copied to a temporary folder and changed there, so that a run that is killed leaves the project as it
is. First the named tests are run unchanged: they must pass. Then each change must make one of its tests fail. The exit
code is 1 where a change survives or no longer applies, or where the tests fail without it.
"""

from __future__ import annotations

import argparse
import os
import queue
import re
import shutil
import subprocess  # each change is tested in a process of its own
import sys
import tempfile
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

from bench.mutations.catalog import DoesNotApply, Mutation, read_mutations
from testing import PROJECT

NOT_COPIED = (".git", ".venv", "var", "static-built", ".*_cache", ".hypothesis", "docs")
PATIENCE = 900
"""Seconds after which a change counts as noticed: it has made its tests go on for ever."""
_FAILED = re.compile(r"^(?:FAILED|ERROR) (\S+)", re.MULTILINE)
ALL_PASSED, SOME_FAILED = 0, 1


@dataclass(frozen=True, slots=True)
class Finding:
    """What came of a change: the tests that `noticed` it, or why that cannot be said."""

    mutation: Mutation
    noticed: tuple[str, ...]
    trouble: str = ""

    def __str__(self) -> str:
        if self.trouble:
            return f"NOT  {self.mutation.name}: {self.trouble}"
        if not self.noticed:
            return f"NOT  {self.mutation.name} survives {', '.join(self.mutation.tests)}"
        return f"ok   {self.mutation.name}: {', '.join(self.noticed)}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run what was asked for; the exit code."""
    asked = _parse(arguments)
    chosen = [each for each in read_mutations() if not asked.names or any(name in each.name for name in asked.names)]
    if asked.list:
        for each in chosen:
            print(f"{each.name:<44} {each.file}\n    {' '.join(each.tests)}")
        return 0
    if not chosen:
        print(f"No mutation is called {', '.join(asked.names)}; --list shows all.", file=sys.stderr)
        return 2
    began = perf_counter()
    with tempfile.TemporaryDirectory(prefix="gipfel-mutations-") as folder:
        copies = [copy_project(Path(folder) / str(number)) for number in range(min(asked.jobs, len(chosen)))]
        if failed := _fail_unchanged(copies[0], chosen):
            print("These tests fail without any change:", *failed, sep="\n  ")
            return 1
        survivors = sum(not finding.noticed for finding in _find(copies, chosen))
    print(f"{len(chosen) - survivors} of {len(chosen)} are noticed ({perf_counter() - began:.0f} s)")
    return 1 if survivors else 0


def _parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench.mutations", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help="only mutations with this in their name")
    parser.add_argument("--list", action="store_true", help="say what there is, and run nothing")
    parser.add_argument("--jobs", type=int, default=2, metavar="N", help="how many at a time (2)")
    return parser.parse_args(arguments)


def copy_project(folder: Path) -> Path:
    """The project in a new folder, in which it can be changed."""
    shutil.copytree(PROJECT, folder, ignore=shutil.ignore_patterns(*NOT_COPIED), symlinks=True)
    (folder / "docs").symlink_to(PROJECT / "docs")
    return folder


def _fail_unchanged(copy: Path, chosen: Sequence[Mutation]) -> list[str]:
    """Of all named tests those that fail anyway; every one where pytest cannot run them."""
    tests = sorted({test for mutation in chosen for test in mutation.tests})
    code, failed, said = run_tests(copy, tests)
    if code in (ALL_PASSED, SOME_FAILED):
        return failed
    return [said.strip()[-2000:]]


def _find(copies: Sequence[Path], chosen: Sequence[Mutation]) -> list[Finding]:
    """Test each change in a copy that is free; what came of each is printed at once."""
    free: queue.SimpleQueue[Path] = queue.SimpleQueue()
    for copy in copies:
        free.put(copy)

    def find(place: int) -> Finding:
        copy = free.get()
        try:
            found = _try(copy, chosen[place], place + 1)
        finally:
            free.put(copy)
        print(found, flush=True)
        return found

    with ThreadPoolExecutor(len(copies)) as threads:
        return list(threads.map(find, range(len(chosen))))


def _try(copy: Path, mutation: Mutation, number: int) -> Finding:
    """Change a file of the copy, run the tests, and put the file back."""
    file = copy / mutation.file
    if not file.exists():
        return Finding(mutation, (), f"there is no {mutation.file}")
    before, made_at = file.read_bytes(), file.stat().st_mtime
    try:
        changed = mutation.apply(before.decode())
    except DoesNotApply as error:
        return Finding(mutation, (), str(error))
    try:
        file.write_text(changed, encoding="utf-8")
        os.utime(file, (made_at + number, made_at + number))  # bytecode is known by the second of its source
        code, failed, said = run_tests(copy, mutation.tests)
    finally:
        file.write_bytes(before)
        os.utime(file, (made_at, made_at))
    if code not in (ALL_PASSED, SOME_FAILED):
        return Finding(mutation, (), f"pytest ended with {code}: {said.strip()[-500:]}")
    return Finding(mutation, tuple(failed))


def run_tests(copy: Path, tests: Sequence[str]) -> tuple[int, list[str], str]:
    """Run tests in a copy: pytest's exit code, the tests that failed, and what it printed."""
    without = ("DATABASE_URL", "REDIS_URL", "GIPFEL_HOME")
    environment = {name: value for name, value in os.environ.items() if name not in without}
    command = [sys.executable, "-m", "pytest", "-q", "-ra", "--tb=no", *tests]
    try:
        done = subprocess.run(
            command, cwd=copy, env=environment, capture_output=True, text=True, check=False, timeout=PATIENCE
        )
    except subprocess.TimeoutExpired:
        return SOME_FAILED, [f"(no end within {PATIENCE} s)"], ""
    return done.returncode, list(dict.fromkeys(_FAILED.findall(done.stdout))), done.stdout + done.stderr


if __name__ == "__main__":
    sys.exit(main())
