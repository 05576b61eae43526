"""What a backup is: written beside it as FILE.json."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path

from gipfel.backups.errors import BackupError
from gipfel.backups.files import digest_of, write_whole

FORMAT = 1


@dataclass(frozen=True)
class Found:
    """What reading a backup shows: the migrations that were applied, and the number of rows by table."""

    migrations: set[tuple[str, str]]
    rows: dict[str, int]


@dataclass(frozen=True)
class Manifest:
    """`database`: "sqlite" or "postgresql". `release`: the digest of the code that made it. `made_at`: ISO 8601, UTC.

    `size` in bytes. `migrations` ("app.name") are the schema; `rows` counts by table.
    """

    database: str
    release: str
    migrations: list[str]
    made_at: str
    size: int
    sha256: str
    rows: dict[str, int]
    format: int = FORMAT

    def write_beside(self, file: Path) -> None:
        with write_whole(beside(file)) as part:
            part.write_text(json.dumps(asdict(self), indent=1, sort_keys=True) + "\n", encoding="utf-8")

    @staticmethod
    def read_beside(file: Path) -> Manifest | None:
        """The manifest of `file`; None where there is none, as for a copy that was made by hand."""
        try:
            return Manifest(**json.loads(beside(file).read_text(encoding="utf-8")))
        except FileNotFoundError:
            return None
        except (TypeError, ValueError):
            raise BackupError(
                f"{beside(file)} cannot be read. Without it, only the backup itself is checked."
            ) from None

    def compare(self, file: Path) -> None:
        """Refuse a file that is not the one this was written for."""
        if file.stat().st_size != self.size or digest_of(file) != self.sha256:
            raise BackupError(f"{file} is not what was backed up: its digest is another. Take another backup.")


def beside(file: Path) -> Path:
    return file.with_name(f"{file.name}.json")
