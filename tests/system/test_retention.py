"""What is kept for a time is deleted by workers once that is over, without anyone's doing (docs/privacy.md)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.apps import apps
from django.db.models import Model, QuerySet
from django.utils import timezone

from common import idempotency
from common.jobs import services as jobs
from common.jobs.models import Heartbeat, Job
from games.histories.services import checking
from games.models import Game, History, RecordFile
from games.records.services import record_files
from gipfel.privacy import KINDS, TABLES
from play.challenges.services import quick
from play.chat.services import chat, reports
from play.core.services import guests
from play.models import Seek
from players.accounts.devices import KNOWN_FOR
from players.models import KnownDevice, Session
from players.models.guardians import ASKED_FOR
from players.models.joining import OPEN_FOR, SIGN_UP_OPEN_FOR
from players.notifications.services import notifications
from players.tasks import EXPIRE
from players.uploads import limits as uploads
from testing.factories import AccountFactory, ClubFactory, PersonFactory, organiser_of
from testing.system.site_fixture import Site
from testing.tournaments.factories import FOUR, running
from tests.upgrades.rare_rows import make_rare_rows
from tournaments.club_files.services import making
from tournaments.interchange.services import import_requests
from tournaments.notices import services as webhooks

pytestmark = [pytest.mark.django_db, pytest.mark.core]

DEADLINES: dict[str, tuple[str, timedelta]] = {
    "players.Session": ("expire_date", timedelta()),
    "players.KnownDevice": ("used_at", KNOWN_FOR),
    "players.JoinRequest": ("made_at", OPEN_FOR),
    "players.SignUp": ("made_at", SIGN_UP_OPEN_FOR),
    "players.GuardianConsent": ("asked_at", ASKED_FOR),
    "play.ChatMessage": ("sent_at", chat.KEPT),
    "play.SpectatorMessage": ("sent_at", chat.KEPT),
    "play.Report": ("closed_at", reports.KEPT),
    "play.Sanction": ("until", reports.KEPT),
    "players.Notification": ("until", notifications.KEPT),
    "players.Upload": ("used_at", uploads.KEPT),
    "games.RecordFile": ("asked_at", record_files.KEPT),
    "games.History": ("asked_at", checking.REFUSED_KEPT),
    "tournaments.ImportRequest": ("asked_at", import_requests.KEPT),
    "tournaments.ClubFile": ("asked_at", making.KEPT),
    "tournaments.WebhookMessage": ("made_at", webhooks.KEPT),
    "play.Guest": ("seen_at", guests.KEPT),
    "play.Seek": ("seen_at", quick.GONE_AFTER),
    "journal.StoredAnswer": ("begun_at", idempotency.KEPT),
    "jobs.Heartbeat": ("at", jobs.SEEN_FOR),
}
"""By table the column of the moment from which its rows are kept for so long."""
BESIDE: dict[str, dict[str, Any]] = {
    "players.Notification": {"at": timezone.now() - timedelta(days=99)},
    "play.Report": {"closed_by": 1},
    "play.Sanction": {"made_at": timezone.now() - timedelta(days=999)},
}
"""What else a row has that is as old as its deadline."""
A_TIME = re.compile(r"\b(one|\d+) days?\b|\ba year\b")


@pytest.fixture(autouse=True)
def looked_at() -> Iterator[None]:
    """A worker that starts anew, so that each of its looks is due."""
    jobs._looked_at.clear()
    yield
    jobs._looked_at.clear()


def beat() -> None:
    """A worker looks for what is over, and does what it asks for then."""
    jobs.beat("worker")
    for kind in (EXPIRE, record_files.FORGET):
        jobs.run_now(kind, Job.objects.filter(kind=kind).values_list("subject", flat=True))


def rows_of(label: str) -> QuerySet[Any]:
    """The rows of a table that its deadline is for: of files those that were refused, of questions the open ones."""
    model: type[Model] = apps.get_model(label)
    rows = model._default_manager.all()
    if label == "games.History":
        return rows.filter(state=History.State.REFUSED)
    if label == "players.JoinRequest":
        return rows.filter(account=None)
    if label == "players.GuardianConsent":
        return rows.filter(answers=None, request=None)
    if label == "tournaments.ImportRequest":
        return rows.filter(content=b"")
    if label == "tournaments.WebhookMessage":
        return rows.exclude(state="waiting")
    return rows


def test_each_kind_that_is_kept_for_a_time_has_a_deadline() -> None:
    kinds = {TABLES[label][0] for label in DEADLINES if label in TABLES}
    assert {kind.key for kind in KINDS if A_TIME.search(kind.until)} <= kinds


def test_signs_of_life_of_ended_workers_go_and_others_stay() -> None:
    now = timezone.now()
    for name, at in (("ended", now - jobs.SEEN_FOR - timedelta(minutes=1)), ("lately", now - timedelta(days=6))):
        Heartbeat.objects.create(worker=name, at=at)
    beat()
    assert set(Heartbeat.objects.values_list("worker", flat=True)) == {"lately", "worker"}


def test_sign_ins_that_are_over_go_though_no_one_signs_in_or_out() -> None:
    anna, now = AccountFactory(), timezone.now()
    for name, used in (("old", now - KNOWN_FOR - timedelta(minutes=1)), ("new", now - timedelta(days=300))):
        over = now + timedelta(minutes=1) if name == "new" else now - timedelta(minutes=1)
        Session.objects.create(session_key=name, session_data="", expire_date=over, account=anna, address="192.0.2.1")
        KnownDevice.objects.create(account=anna, digest=name, network="", first_used_at=used, used_at=used)
    beat()
    assert list(Session.objects.values_list("pk", flat=True)) == ["new"]
    assert list(KnownDevice.objects.values_list("digest", flat=True)) == ["new"]


def test_who_closed_the_page_is_looked_for_no_longer() -> None:
    now = timezone.now()
    for person, seen in ((PersonFactory(), now - quick.GONE_AFTER - timedelta(seconds=1)), (PersonFactory(), now)):
        Seek.objects.create(person=person, rules="gipf", control="300+3", made_at=seen, seen_at=seen)
    beat()
    assert [seek.seen_at for seek in Seek.objects.all()] == [now]


@pytest.mark.parametrize("label", ["games.RecordFile", "games.History", "tournaments.ImportRequest"])
def test_what_became_of_a_file_goes_and_a_younger_one_stays(label: str) -> None:
    club = ClubFactory()
    organiser = organiser_of(club)
    event = running(club, organiser, FOUR, rounds=1)
    _column, kept = DEADLINES[label]
    moments = [timezone.now() - kept - timedelta(minutes=1), timezone.now() - kept + timedelta(minutes=1)]
    young = [_file(label, club, Game.objects.filter(paired__pairing__round__event=event).first(), at) for at in moments]
    beat()
    assert list(rows_of(label).values_list("pk", flat=True)) == [young[1]]


def _file(label: str, club: Any, game: Game | None, asked_at: datetime) -> int:
    assert game is not None
    if label == "games.RecordFile":
        made: Model = RecordFile.objects.create(
            parent_scope=game.parent_scope, account=1, content=b"", asked_at=asked_at, total=0
        )
    elif label == "games.History":
        made = History.objects.create(
            club=club, rules="gipf", asked_at=asked_at, state="refused", refusal={"text": "No"}, digest="a", games=0
        )
    else:
        made = apps.get_model(label)._default_manager.create(club=club, account=1, content=b"", asked_at=asked_at)
    return int(made.pk)


def test_a_history_that_a_moved_club_brings_is_left_alone() -> None:
    """It is "refused", without a reason, until all of it is there."""
    made = History.objects.create(
        club=ClubFactory(), rules="gipf", asked_at=timezone.now() - timedelta(days=99), state="refused", digest="a",
        games=0,
    )  # fmt: skip
    beat()
    assert History.objects.filter(pk=made.pk).exists()


@pytest.mark.slow
def test_nothing_of_a_whole_site_outlives_its_deadline(site: Site) -> None:
    club = ClubFactory(name="Delft", slug="delft")
    organiser = organiser_of(club)
    event = running(club, organiser, FOUR, rounds=1)
    make_rare_rows(event, organiser, Game.objects.filter(paired__pairing__round__event=event).latest("pk"))
    there = {label for label in DEADLINES if rows_of(label).exists()}
    for label, (column, kept) in DEADLINES.items():
        over = timezone.now() - kept - timedelta(minutes=1)
        rows_of(label).update(**{column: over} | BESIDE.get(label, {}))
    beat()
    left = {label: rows_of(label).filter(**{f"{DEADLINES[label][0]}__lt": timezone.now()}).count() for label in there}
    left.pop("jobs.Heartbeat", None)  # that of the worker which has just looked
    assert {label: count for label, count in left.items() if count} == {}
    assert len(there) >= 15, sorted(set(DEADLINES) - there)
