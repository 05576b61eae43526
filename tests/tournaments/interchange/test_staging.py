"""An event that is taken in is stored piece by piece, and nobody sees anything of it before the last piece."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from django.apps import apps
from django.db import connection
from django.test import Client
from django.utils import timezone

from common import pieces
from common.jobs.models import Job
from common.jobs.services import run_due
from common.journal.models import JournalEntry
from games.core.queries import lists
from games.models import Game, Move
from games.results.services.results import claim_result
from gipfel.queries import search
from players.models import Account, Club, Membership, Person
from players.people.services.merging import merge_persons
from ratings.core.queries.rating_list import rating_list
from ratings.pools.services.pools import pool_for
from testing.factories import ClubFactory, PersonFactory, organiser_of
from testing.marks import slow
from testing.tournaments.factories import fresh, running
from testing.tournaments.round_trips import WISHES, exported, play_somehow
from tests.killed import kill_at
from tournaments.core.errors import EventRefused
from tournaments.core.loader import load
from tournaments.core.services import staging
from tournaments.interchange.formats.imported_event import FileRefused, ImportedEvent
from tournaments.interchange.formats.importers import parse
from tournaments.interchange.services import importing
from tournaments.interchange.services import importing as importing_services
from tournaments.models import Event

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgresql]
NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Fay")


@pytest.fixture
def data(real_database: None) -> bytes:
    """A Swiss of six after three rounds, as an event file."""
    club = ClubFactory(name="Elsewhere")
    event = running(club, organiser_of(club), NAMES, format="swiss-dutch", rounds_planned=4, name="Long Journey")
    play_somehow(event, organiser_of(club), 3)
    return exported(event, "json")


@pytest.fixture
def incoming(data: bytes) -> ImportedEvent:
    return parse(data, WISHES)


@pytest.fixture
def small_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two rows a piece, and no pause."""
    monkeypatch.setattr(pieces, "ROWS", 2)
    monkeypatch.setattr(staging.store_in_pieces, "__defaults__", (2,))
    monkeypatch.setattr(importing, "BOARDS", 1)
    monkeypatch.setattr(pieces, "BREATH", 0)


def count_rows() -> dict[str, int]:
    """How many rows every table of ours has; what waits to be done is not counted."""
    models = [model for model in apps.get_models() if model._meta.app_label in OURS]
    return {model.__name__: model._base_manager.count() for model in models if model is not Job}


OURS = ("journal", "players", "games", "ratings", "play", "tournaments")


@contextmanager
def between_pieces(monkeypatch: pytest.MonkeyPatch, step: Callable[[int], None]) -> Iterator[list[int]]:
    """Do `step` after every piece but the last, with its number from 1; how many there were, as one number."""
    count, piece = [0], staging.piece

    @contextmanager
    def counted(event: Event) -> Iterator[None]:
        with piece(event):
            yield
        count[0] += 1
        step(count[0])

    monkeypatch.setattr(staging, "piece", counted)
    yield count


def test_nothing_is_seen_before_everything_is_there(
    incoming: ImportedEvent,
    club: Club,
    organiser: Account,
    client: Client,
    small_pieces: None,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    member = PersonFactory(name="Ada", member_of=club)
    pool = pool_for("gipf-standard")
    client.force_login(organiser)
    people, lines = Person.objects.count(), JournalEntry.objects.count()
    pages = ("/", f"/clubs/{club.slug}", f"/clubs/{club.slug}/people", f"/people/{member.pk}", "/search?q=Ben")

    def look(_number: int) -> None:
        staged = Event.with_staged.get(club=club)
        assert not Event.objects.filter(club=club).exists()
        assert client.get(f"/events/{staged.pk}").status_code == 404
        assert (Person.objects.count(), JournalEntry.objects.count()) == (people, lines)
        assert not Membership.objects.filter(club=club).exclude(person=member).exists()
        assert not lists.newest(club=club) and not lists.games_of(member.pk) and not rating_list(pool)
        assert not search("Long Journey", organiser).events[1:]
        for page in pages:
            assert client.get(page).content.decode().count("Long Journey") == (page == "/")
        if game := Game.objects.filter(club=club).first():
            assert client.get(f"/games/{game.pk}").status_code == 404
            with pytest.raises(Game.DoesNotExist):
                claim_result(game.pk, organiser, "1-0", source="desk", role="arbiter")

    with between_pieces(monkeypatch, look) as count:
        event = importing_services.import_event(club.pk, organiser, incoming, {1: member.pk})
    assert count[0] > 10
    assert fresh(event).state == "running" and len(load(fresh(event)).rounds) == 3
    assert [entry.name for entry in load(fresh(event)).entries] == list(NAMES)
    assert not Person.staged.exclude(staged_in=None).exists() and not Job.objects.filter(kind=staging.REMOVE).exists()
    assert len(lists.games_of(member.pk)) > 0


def test_a_record_is_checked_before_anything_is_stored(incoming: ImportedEvent, club: Club, organiser: Account) -> None:
    before = count_rows()
    first, *others = incoming.rounds[0].pairings
    recorded = replace(first, games=(replace(first.games[0], records=("1. a1 a1 1-0",)),))
    round_ = replace(incoming.rounds[0], pairings=(recorded, *others))
    broken = replace(incoming, rounds=(round_, *incoming.rounds[1:]))
    with pytest.raises(FileRefused, match="the record of"):
        importing_services.import_event(club.pk, organiser, broken, {})
    assert count_rows() == before


def test_two_who_become_one_person_meanwhile_are_refused_and_nothing_stays(
    incoming: ImportedEvent, club: Club, organiser: Account, small_pieces: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = (PersonFactory(name=name, member_of=club) for name in ("Ada", "Ada Twin"))
    before = count_rows()

    def merge(number: int) -> None:
        if number == 5:
            merge_persons(actor=organiser, kept_id=one.pk, gone_id=other.pk)

    with (
        between_pieces(monkeypatch, merge),
        pytest.raises(EventRefused, match="These would be one person: Ada, Ben"),
    ):
        importing_services.import_event(club.pk, organiser, incoming, {1: one.pk, 2: other.pk})
    after = count_rows()
    assert {name: after[name] - before[name] for name in after if after[name] != before[name]} == {
        "Merge": 1,
        "JournalEntry": 1,
    }


def test_others_act_between_any_two_pieces(
    incoming: ImportedEvent, club: Club, organiser: Account, monkeypatch: pytest.MonkeyPatch, small_pieces: None
) -> None:
    """What others do in the club while an event comes in neither waits nor disturbs it."""
    other = running(club, organiser, ("Kim", "Lea", "Mia", "Noa"), rounds=3)
    open_games = iter(list(Game.objects.filter(parent_scope__key=other.scope)))

    def report(_number: int) -> None:
        assert not connection.in_atomic_block
        if (game := next(open_games, None)) is not None:
            claim_result(game.pk, organiser, "1-0", source="desk")

    with between_pieces(monkeypatch, report):
        event = importing_services.import_event(club.pk, organiser, incoming, {})
    assert not Game.objects.filter(parent_scope__key=other.scope, result="pending").exists()
    assert len(load(fresh(event)).rounds) == 3


IMPORTER = """
import sys, django
django.setup()
from django.db import connections
from testing.tournaments.round_trips import WISHES
from tournaments.interchange.formats.importers import parse
from tournaments.core.services import staging
from tournaments.interchange.services import importing
club, file, pieces = int(sys.argv[1]), sys.argv[2], int(sys.argv[3])
importing.BOARDS = 1
from contextlib import contextmanager
piece = staging.piece
count = [0]
@contextmanager
def stopping(event):
    with piece(event):
        yield
    count[0] += 1
    if count[0] == pieces:
        print("half", flush=True)
        sys.stdin.read()
staging.piece = stopping
importing.import_event(club, None, parse(open(file, "rb").read(), WISHES), {})
"""


@pytest.mark.parametrize("pieces", [slow(1), 4, slow(9)])
def test_what_a_killed_process_leaves_is_seen_by_nobody_and_goes(
    data: bytes, club: Club, organiser: Account, client: Client, tmp_path: Path, pieces: int
) -> None:
    client.force_login(organiser)
    before = count_rows()
    _kill_an_import(club, data, tmp_path, pieces)
    assert count_rows() != before and Job.objects.filter(kind=staging.REMOVE).count() == 1
    assert not Event.objects.filter(club=club).exists() and not Membership.objects.filter(club=club).exists()
    assert "Long Journey" not in client.get(f"/clubs/{club.slug}").content.decode()
    run_due()
    assert count_rows() != before, "it may still be on its way: nothing is removed before it was quiet for long"
    Job.objects.update(due_at=timezone.now())
    run_due()
    assert count_rows() == before and not Job.objects.filter(kind=staging.REMOVE).exists()


def _kill_an_import(club: Club, data: bytes, folder: Path, pieces: int) -> None:
    """SIGKILL to a process of its own, when it has stored so many pieces of an event."""
    file = folder / "event.json"
    file.write_bytes(data)
    kill_at("half", IMPORTER, str(club.pk), str(file), str(pieces))


def test_an_import_that_was_taken_for_left_over_does_not_go_on(
    incoming: ImportedEvent, club: Club, organiser: Account, small_pieces: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A machine that slept for an hour wakes up in the middle: the worker has removed what was there."""
    before = count_rows()

    def sleep_long(number: int) -> None:
        if number == 6:
            Job.objects.update(due_at=timezone.now())
            run_due()
            assert count_rows() == before

    with between_pieces(monkeypatch, sleep_long), pytest.raises(Exception, match="was removed while it came in"):
        importing_services.import_event(club.pk, organiser, incoming, {})
    assert count_rows() == before and not Move.objects.exists()
