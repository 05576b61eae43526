"""The archives of all public records, and their bytes."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator

from common.jobs import queries as jobs
from games.models import ArchivePart, RecordArchive
from games.queries.collection import CollectionQuery
from games.queries.export import export_records
from games.services.archives import ARCHIVE, SUBJECT


def public_records() -> Iterator[str]:
    """The newest record of every public game, in the order in which the games were entered."""
    return export_records(CollectionQuery())


def finished_archives() -> list[RecordArchive]:
    """Those that can be downloaded, the newest first."""
    return list(RecordArchive.objects.exclude(sha256=""))


def archive_progress() -> tuple[int, int] | None:
    """How many records of how many are in the archive that is being made; None where none is."""
    job = jobs.find(ARCHIVE, SUBJECT)
    return None if job is None else (job.done, job.total)


def archive_parts(archive: RecordArchive) -> Iterator[bytes]:
    """All of an archive, a part with each query. Raises `RecordArchive.DoesNotExist` where it goes meanwhile."""
    number, left = 0, archive.size
    while left > 0:
        part = ArchivePart.objects.filter(archive=archive.pk, number=number).first()
        if part is None:
            raise RecordArchive.DoesNotExist
        content = bytes(part.content)
        number, left = number + 1, left - len(content)
        yield content


def content_digest(archive: RecordArchive) -> str:
    """The digest as the header Content-Digest writes it (RFC 9530)."""
    return f"sha-256=:{b64encode(bytes.fromhex(archive.sha256)).decode()}:"
