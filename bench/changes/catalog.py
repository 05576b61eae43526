"""The list of changes: the TOML files of this folder, each with its edits and a test that fails without them.

name = "a limit of vacations"
test = '''…'''

[[edits]]
file = "gipf_engine/clocks/vacations.py"
before = "FURTHEST = timedelta(days=366)"
after = "FURTHEST = timedelta(days=183)"
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).resolve().parent
MOST_FILES = 8
"""What a change may touch beside its test, catalogs and generated pages."""


@dataclass(frozen=True, slots=True)
class Edit:
    """What stands `before` once in `file` becomes `after`."""

    file: str
    before: str
    after: str

    def apply(self, project: Path) -> None:
        """Change the file below `project`. ValueError where it has another text than is expected."""
        place = project / self.file
        text = place.read_text(encoding="utf-8")
        if text.count(self.before) != 1:
            raise ValueError(f"stands {text.count(self.before)} times in {self.file}: {self.before}")
        place.write_text(text.replace(self.before, self.after), encoding="utf-8")


@dataclass(frozen=True, slots=True)
class Change:
    """What is called `name`: its edits, and the module that tests it."""

    name: str
    edits: tuple[Edit, ...]
    test: str

    @property
    def files(self) -> list[str]:
        """The files that it touches."""
        return sorted({edit.file for edit in self.edits})


def read_changes() -> list[Change]:
    """All of them, by file."""
    rows = (tomllib.loads(file.read_text(encoding="utf-8")) for file in sorted(FOLDER.glob("*.toml")))
    return [Change(row["name"], tuple(Edit(**edit) for edit in row["edits"]), row["test"]) for row in rows]
