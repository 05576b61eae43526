"""What workers and players of the site have done: deals that are over, files that came in, an archive."""

from __future__ import annotations

from common.jobs.services import run_now
from games.collection.queries.archives import public_records
from games.collection.services import make_archive
from games.models import RecordArchive, RecordFile
from games.records.services.record_files import CHECK, SPLIT, subject_of, submit_records
from players.clubs.services.open_licences import set_open_licence
from testing.api.api_fixture import World
from testing.tournaments.duplicate_factories import announced, lay_out
from tournaments.duplicate.services import close_deals
from tournaments.events.services import lifecycle
from tournaments.interchange.services.import_requests import Choices, ask_for_import
from tournaments.models import Event, ImportRequest
from tournaments.open_data.services import make_month
from tournaments.open_data.services import subject_of as subject_of_month
from tournaments.rounds.services import rounds


def deals_over(world: World) -> Event:
    """A round of deals that everybody has finished."""
    event = announced(world.club, world.organiser, ("Sol", "Ted"))
    lifecycle.start_event(event.pk, world.organiser)
    lay_out(event, 1)
    rounds.start_round(event.pk, world.organiser)
    close_deals(event.pk, world.organiser, 1)
    return event


def large_file(world: World) -> ImportRequest:
    """A file that waits for a worker."""
    return ask_for_import(world.club.pk, world.organiser, b"{}", Choices(), {})


def record_file(world: World) -> RecordFile:
    """A file of records that was taken in."""
    file = submit_records(world.running.scope, world.organiser, b"1. c2 d2")
    run_now(SPLIT, [subject_of(file.pk)])
    run_now(CHECK, [subject_of(file.pk, 1)])
    return file


def open_month(world: World) -> str:
    """The month of an event that is over, as open data."""
    set_open_licence(actor=world.organiser, club_id=world.club.pk, licence="CC-BY-4.0")
    return subject_of_month(make_month(world.closed.ends_on.replace(day=1)).month)


def record_archive() -> RecordArchive:
    """An archive of what is public."""
    make_archive(public_records())
    return RecordArchive.objects.get()
