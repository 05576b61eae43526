"""The list of mutations: the TOML files of this folder, one for each part of the code.

[[mutation]]
name = "calendar-overlap-not-merged"
file = "gipf_engine/clocks/calendar.py"
before = "begun <= off[1]"
after = "begun < off[1]"
tests = ["tests/engine/clocks/test_calendar.py::test_days_off_that_touch_are_one_stretch"]
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).resolve().parent


class DoesNotApply(Exception):
    """What a mutation replaces does not stand in its file exactly once."""


@dataclass(frozen=True, slots=True)
class Mutation:
    """A change of `file` by which what stands `before` becomes `after`, and the `tests` that fail with it."""

    name: str
    file: str
    before: str
    after: str
    tests: tuple[str, ...]

    def apply(self, text: str) -> str:
        """The text of the file with the change. Raises `DoesNotApply`."""
        times = text.count(self.before)
        if times != 1:
            raise DoesNotApply(f"what it replaces stands {times} times in {self.file}")
        changed = text.replace(self.before, self.after)
        try:
            compile(changed, self.file, "exec")
        except SyntaxError as error:
            raise DoesNotApply(f"{self.file} would be no Python: {error}") from error
        return changed


def read_mutations(folder: Path = FOLDER) -> list[Mutation]:
    """All of them, file by file."""
    rows = (row for file in sorted(folder.glob("*.toml")) for row in tomllib.loads(file.read_text())["mutation"])
    return list(_distinct(Mutation(**row | {"tests": tuple(row["tests"])}) for row in rows))


def _distinct(mutations: Iterable[Mutation]) -> Iterable[Mutation]:
    seen: set[str] = set()
    for mutation in mutations:
        if mutation.name in seen:
            raise ValueError(f"two mutations are called {mutation.name}")
        if not mutation.tests:
            raise ValueError(f"no test is named for {mutation.name}")
        seen.add(mutation.name)
        yield mutation
