"""The archives of all public records, and their bytes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from common.jobs import queries as jobs
from games.collection.queries.collection import CollectionQuery
from games.collection.queries.export import export_records
from games.collection.services import ARCHIVE, SUBJECT
from games.models import RecordArchive


def public_records() -> Iterator[str]:
    """The newest record of every public game, in the order in which the games were entered."""
    return export_records(CollectionQuery())


def finished_archives() -> list[RecordArchive]:
    """Those that can be downloaded, the newest first."""
    return list(RecordArchive.objects.exclude(sha256=""))


class ArchiveProgress(NamedTuple):
    """How many records are in the archive that is being made, and how many it will have (0: not begun)."""

    done: int
    total: int


def archive_progress() -> ArchiveProgress | None:
    """How far the next archive is; None where none is being made."""
    job = jobs.find(ARCHIVE, SUBJECT)
    return None if job is None else ArchiveProgress(job.done, job.total)
