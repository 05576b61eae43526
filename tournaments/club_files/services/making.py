"""Files of clubs: asked for by organisers, made by a worker, kept for some days in parts."""

from __future__ import annotations

from datetime import timedelta

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from common.jobs import services as jobs
from common.journal import services as journal
from common.stored_files import Withdrawn, lock_unfinished, parts_writer
from games.models import PastGame
from gipf_engine.messages import Message, Refused
from gipf_engine.messages import gettext_noop as _
from players.core.events import PersonErasing, Touched
from players.core.queries.records import record_ids
from players.models import Account, Club, Membership
from players.permissions import require
from tournaments.club_files.acts import DeleteClubFile, ExportClub
from tournaments.club_files.writing import write_club
from tournaments.models import ClubFile, Member

MAKE_CLUB_FILE = "make-club-file"
"""The kind of job that makes the file of a club; its subject is "club-file:" and the file's id."""
KEPT = timedelta(days=7)
"""How long a file can be downloaded."""
_SECONDS_BETWEEN_LOOKS = 3600.0


def subject_of(file: ClubFile) -> str:
    """The subject of the job that makes it."""
    return f"club-file:{file.pk}"


def ask_for_club_file(club_id: int, actor: Account) -> ClubFile:
    """Let a worker write the whole club to a file, which takes the place of the one before.

    Raises NotAllowed, and Refused while another is being made.
    """
    key = f"club:{club_id}"
    require(actor, ExportClub.permission, key)
    with journal.commit(key, actor, ExportClub):
        club = Club.objects.get(pk=club_id)
        if ClubFile.objects.filter(club=club, sha256="").exists():
            raise Refused(Message(_("A file of this club is being made. Wait until it is complete.")))
        ClubFile.objects.filter(club=club).delete()
        file = ClubFile.objects.create(club=club, account=actor.pk, asked_at=timezone.now())
        jobs.request(MAKE_CLUB_FILE, subject_of(file))
    return file


def delete_club_file(file_id: int, actor: Account) -> None:
    """Delete a file before its time, or give up one that is being made. Raises NotAllowed and DoesNotExist."""
    file = ClubFile.objects.select_related("club").get(pk=file_id)
    require(actor, DeleteClubFile.permission, file.club.scope)
    with journal.commit(file.club.scope, actor, DeleteClubFile):
        ClubFile.objects.filter(pk=file.pk).delete()
        jobs.withdraw(MAKE_CLUB_FILE, subject_of(file))


def make_club_file(file_id: int) -> None:
    """Make the file, if it is still wanted: the work of a worker. One that was killed is begun again."""
    file = ClubFile.objects.select_related("club").filter(pk=file_id, sha256="").first()
    if file is None:
        return
    file.parts.all().delete()
    stream = parts_writer(file)
    try:
        written = write_club(file.club, stream, lambda done, total: _tell_of_file(file, done, total))
        stream.close()
        with transaction.atomic():
            lock_unfinished(file)
            file.made_at, file.size, file.sha256 = timezone.now(), stream.size, stream.digest.hexdigest()
            file.digest = written.digest
            file.left_out = [{"what": each.what, "count": each.count} for each in written.left_out]
            file.save()
    except Withdrawn:
        return


def _tell_of_file(file: ClubFile, done: int, total: int) -> None:
    jobs.progress(MAKE_CLUB_FILE, subject_of(file), done, total)


@jobs.every(_SECONDS_BETWEEN_LOOKS)
def delete_old_club_files() -> None:
    """Files are kept for a limited time: they hold people's names and birth years."""
    ClubFile.objects.filter(asked_at__lt=timezone.now() - KEPT).delete()


def delete_club_files(erasing: PersonErasing) -> list[Touched]:
    """Files of the clubs of a person who is erased have the name; organisers ask for them again."""
    records = record_ids(erasing.person.pk)
    clubs = set(Membership.objects.filter(person__in=records).values_list("club", flat=True))
    clubs |= set(Member.objects.filter(person__in=records).values_list("event__club", flat=True))
    past = PastGame.objects.filter(Q(game__white__in=records) | Q(game__black__in=records))
    clubs |= set(past.values_list("event__history__club", flat=True))
    ClubFile.objects.filter(club__in=clubs).delete()
    return []
