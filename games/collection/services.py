"""The archive of all public records: made by a job, kept in the database a part at a time, shown once it is whole.

One who is erased is in no archive from that moment on: all go, one that is being made too, and a new one is asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Count, Sum
from django.utils import timezone

from common.jobs import queries as job_queries
from common.jobs import services as jobs
from common.journal.models import Scope
from common.release import release
from common.stored_files import PartsWriter, lock_unfinished, parts_writer
from games.models import Record, RecordArchive
from gipf_engine.rules.archive import ArchiveWriter
from players.core.events import PersonErasing, Touched

ARCHIVE, SUBJECT = "archive-records", "public"
"""The kind of job that makes an archive, and its subject."""
EVERY = timedelta(days=1)
KEPT = 2
"""Archives that can be downloaded: the newest, and the one before it for readers of a moment ago."""
PORTION = 100
"""Records between two words about the progress."""
_SECONDS_BETWEEN_LOOKS = 60.0


def request_archive() -> None:
    """Ask for a new archive, which is made only where something has changed."""
    jobs.request(ARCHIVE, SUBJECT)


@jobs.every(_SECONDS_BETWEEN_LOOKS)
def request_when_due() -> None:
    """Ask for an archive where the newest was not looked at for a day."""
    if is_due(timezone.now()) and job_queries.find(ARCHIVE, SUBJECT) is None:
        request_archive()


def is_due(now: datetime) -> bool:
    """Whether a day has passed since the newest archive was up to date or, without one, since there is a record."""
    newest = _newest()
    if newest is None:
        return Record.objects.filter(handed_in_at__lte=now - EVERY).exists()
    assert newest.checked_at is not None
    return newest.checked_at <= now - EVERY


def confirm_newest() -> bool:
    """Note that the newest archive is still up to date; False where there is none, or something happened since."""
    newest = _newest()
    if newest is None or newest.state != _state():
        return False
    RecordArchive.objects.filter(pk=newest.pk).update(checked_at=timezone.now())
    return True


def make_archive(texts: Iterable[str], progress: Callable[[int], None] = lambda done: None) -> None:
    """Make an archive of these records, which are read after it has begun; `progress` is told how many are in it.

    Where it comes out the same as the newest, that one stays. Done again after it was broken off, it begins from
    nothing. Raises `Withdrawn`.
    """
    RecordArchive.objects.filter(sha256="").delete()  # what a worker left that was killed
    archive = RecordArchive.objects.create(state=_state(), begun_at=timezone.now())
    stream = parts_writer(archive)
    writer = ArchiveWriter(stream)
    for done, text in enumerate(texts, 1):
        writer.add(text)
        if done % PORTION == 0:
            progress(done)
    writer.close()
    stream.close()
    _show_archive(archive, writer.records, stream)


def withdraw_archives() -> None:
    """Let every archive go, inside the caller's transaction, and ask for a new one where there were any."""
    gone, _by_model = RecordArchive.objects.all().delete()
    if gone:
        request_archive()


def leave_archives(event: PersonErasing) -> list[Touched]:
    """One who is erased is in no archive any more."""
    withdraw_archives()
    return []


def _state() -> str:
    """What archives are made of, as a text that is another after every act and every release."""
    scopes = Scope.objects.aggregate(number=Count("pk"), versions=Sum("version"))
    return f"{release()} {scopes['number']} {scopes['versions'] or 0}"


def _newest() -> RecordArchive | None:
    return RecordArchive.objects.exclude(sha256="").first()


@transaction.atomic
def _show_archive(archive: RecordArchive, records: int, stream: PartsWriter) -> None:
    """Let the finished archive be seen; where it is the same as the newest, that one stays."""
    lock_unfinished(archive)
    now, digest = timezone.now(), stream.digest.hexdigest()
    newest = _newest()
    if newest is not None and newest.sha256 == digest:
        archive.delete()
        RecordArchive.objects.filter(pk=newest.pk).update(state=archive.state, checked_at=now)
        return
    shown = {"records": records, "size": stream.size, "sha256": digest, "made_at": now, "checked_at": now}
    RecordArchive.objects.filter(pk=archive.pk).update(**shown)
    kept = RecordArchive.objects.exclude(sha256="").values_list("pk", flat=True)[:KEPT] if records else []
    RecordArchive.objects.exclude(pk__in=list(kept)).delete()
