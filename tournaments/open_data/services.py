"""The files of the months: made by jobs, kept in the database a part at a time, shown once they are whole.

A file says what is stored now. Whatever takes games out of a month (a player is erased or found to be a minor, a club
withdraws its licence, an event is opened again) asks for it anew: where it comes out otherwise, it takes the place of
the one before as the next edition, and that one is gone.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from datetime import date, timedelta

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from common.jobs import services as jobs
from common.stored_files import PartsWriter, Withdrawn, parts_writer
from games.core.events import GamesSettled
from gipf_engine.messages import Message, Refused
from gipf_engine.messages import gettext_noop as _
from players.core.events import OpenLicenceChanged, PersonsChanged
from players.core.queries.records import canonical_ids, record_ids_of
from tournaments.core.events import BirthYearsChanged
from tournaments.models import Event, OpenMonth
from tournaments.open_data.lines import GameLine, write_file
from tournaments.open_data.queries import describe_month, find_month, lines_of_month
from tournaments.open_data.who_is_in import next_month, open_events

OPEN_MONTH = "make-open-month"
"""The kind of job that makes the file of a month; its subject is the month, "2026-03"."""
WAIT = timedelta(days=7)
"""After the end of a month, so that its last events can be closed."""
CHECKED_EVERY = timedelta(days=30)
LEFT_BEHIND = timedelta(days=1)
"""So long after it was begun no file is still being made: its worker was killed."""
_SECONDS_BETWEEN_LOOKS = 3600.0


def subject_of(month: date) -> str:
    """What a job is about: "2026-03"."""
    return f"{month:%Y-%m}"


@jobs.every(_SECONDS_BETWEEN_LOOKS)
def request_due_months() -> None:
    """Ask for the months that are over and have no file, and for those that were not looked at for long."""
    now = timezone.now()
    shown = OpenMonth.objects.exclude(sha256="")
    missing = _months(open_events()) - set(shown.values_list("month", flat=True))
    request_months(missing | set(shown.filter(checked_at__lt=now - CHECKED_EVERY).values_list("month", flat=True)))


def request_months(months: Collection[date]) -> None:
    """Ask, inside the caller's transaction, for these months anew; those that are not due wait for their time."""
    due = [month for month in months if _is_due(month)]
    if due:
        jobs.request_many(OPEN_MONTH, map(subject_of, due))


def request_months_of_club(event: OpenLicenceChanged) -> None:
    """A club's games come in or go out."""
    months = _months(Event.objects.filter(club=event.club, state=Event.State.CLOSED))
    request_months(months if event.club.open_licence else months & _made())


def request_months_of_persons(event: PersonsChanged) -> None:
    """A person was erased, merged or unmerged: others play, or one has another pseudonym."""
    _request_months_with(event.ids)


def request_months_of_minors(event: BirthYearsChanged) -> None:
    """A person was found to be a minor, or not to be one."""
    _request_months_with(event.persons)


def request_month_of_settled(event: GamesSettled) -> None:
    """An event was closed late, or opened again."""
    parent_scopes = {game.parent_scope_id for game in event.games}
    request_months(
        _months(Event.objects.filter(rounds__pairings__paired_games__game__parent_scope__in=parent_scopes)) & _made()
    )


def make_month(month: date, progress: Callable[[int], None] = lambda done: None) -> OpenMonth:
    """Make the file of a month, in memory a part of it; what is there stays where it comes out the same.

    `progress` is told how many games are in it. Raises Refused while the month goes on, and `Withdrawn`.
    """
    if timezone.localdate() < next_month(month):
        raise Refused(Message(_("This month is not over.")))
    OpenMonth.objects.filter(month=month, sha256="", begun_at__lt=timezone.now() - LEFT_BEHIND).delete()
    file = OpenMonth.objects.create(month=month, begun_at=timezone.now())
    stream = parts_writer(file)
    games = write_file(stream, describe_month(month), _with_progress(month, progress))
    stream.close()
    return _show(file, games, stream)


def _with_progress(month: date, progress: Callable[[int], None]) -> Iterator[GameLine]:
    for done, line in enumerate(lines_of_month(month), 1):
        if done % 100 == 0:
            progress(done)
        yield line


def _request_months_with(persons: Collection[int]) -> None:
    records = record_ids_of(set(canonical_ids(persons).values()))
    played = Q()
    for seat in ("white", "black"):
        played |= Q(**{f"rounds__pairings__paired_games__game__{seat}__in": records})
    request_months(_months(Event.objects.filter(played)) & _made())


def _made() -> set[date]:
    return set(OpenMonth.objects.values_list("month", flat=True))


def _months(events: QuerySet[Event]) -> set[date]:
    """The months in which these events ended."""
    return set(events.order_by().dates("ends_on", "month"))


def _is_due(month: date) -> bool:
    return timezone.localdate() >= next_month(month) + WAIT


@transaction.atomic
def _show(file: OpenMonth, games: int, stream: PartsWriter) -> OpenMonth:
    """Let the file be seen in place of the one before. Of two that are made at once the other finds this one."""
    known = list(OpenMonth.objects.select_for_update().filter(month=file.month).order_by("pk"))
    if file not in known:
        raise Withdrawn
    before, now, digest = find_month(file.month), timezone.now(), stream.digest.hexdigest()
    if before is not None and before.sha256 == digest:
        file.delete()
        before.checked_at = now
        before.save(update_fields=["checked_at"])
        return before
    if before is not None:
        file.edition = before.edition + 1
        before.delete()
    file.games, file.size, file.sha256, file.made_at, file.checked_at = games, stream.size, digest, now, now
    file.save()
    return file
