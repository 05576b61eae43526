"""Backups: made while the server runs, verified, never half a file; restored so that nothing is left of the old log.

`make` and `restore` are what commands and the scheduled job call. What differs between the databases stands in
`sqlite` and `postgresql`, which have the same functions.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from types import ModuleType

from django.core.cache import cache
from django.db import connection, connections

from common.release import release
from gipfel import upgrades
from gipfel.backups import postgresql, sqlite
from gipfel.backups.errors import BackupError
from gipfel.backups.files import digest_of, place_for, write_whole
from gipfel.backups.manifest import Manifest

Progress = Callable[[int, int], None]
"""Told from time to time how much is done, and of how much."""
STAMP = "%Y%m%dT%H%M%SZ"


def make(file: Path, progress: Progress = lambda done, total: None) -> Manifest:
    """Write the database to `file`, with `file`.json beside it that says what it is.

    Both are there whole or not at all, and were read back before they got their names. BackupError, OSError.
    """
    engine = _engine()
    now = datetime.now(UTC)
    place_for(file)
    with write_whole(file) as part:
        rows = engine.dump(part, progress)
        found = engine.inspect(part)
        if found.rows != rows:
            raise BackupError(f"{file} does not hold what the database held. Try again on another disk.")
        manifest = Manifest(
            database=connection.vendor,
            release=release(),
            migrations=[".".join(each) for each in sorted(found.migrations)],
            made_at=now.isoformat(timespec="seconds"),
            size=part.stat().st_size,
            sha256=digest_of(part),
            rows=rows,
        )
        manifest.write_beside(file)  # before the backup gets its name: one without a manifest is not ours
    return manifest


def restore(file: Path) -> str:
    """Put what `file` holds in the place of the database; where what was there before is kept now ("": there was none).

    Nothing is replaced before the backup was read through and found to be whole and of this release or an older one.
    BackupError says what stands in the way.
    """
    engine = _engine()
    if not file.is_file():
        raise BackupError(f"There is no file {file}.")
    engine.recognise(file)
    manifest = Manifest.read_beside(file)
    if manifest is not None:
        manifest.compare(file)
    kept: str = engine.restore(file, manifest, _refuse_unknown, datetime.now(UTC).strftime(STAMP))
    connections.close_all()
    cache.clear()  # what was computed from the rows that are gone
    return kept


def _refuse_unknown(migrations: set[upgrades.Migration]) -> None:
    if upgrades.BEFORE_RELEASES in migrations:
        raise BackupError(f"This backup was made before 0.2.0, and no release can read it. {upgrades.CARRY_OVER}")
    if strangers := upgrades.unknown(migrations):
        first = ".".join(strangers[0])
        raise BackupError(f"This backup was made by a newer release (it knows {first}). Install that release first.")
    if not migrations:
        raise BackupError("This is no database of Gipfel.")


def _engine() -> ModuleType:
    return postgresql if connection.vendor == "postgresql" else sqlite


__all__ = ["BackupError", "Manifest", "Progress", "make", "restore"]
