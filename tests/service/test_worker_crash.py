"""PostgreSQL, a real Celery worker and beat, a real Redis: killed in the middle of a recompute, nothing is lost.

The worker is stopped inside its transaction by a lock that the test holds on the table it writes last; there it gets
SIGKILL, and Redis is restarted empty. The row of the job is still there, so the next worker does the work.
"""

from __future__ import annotations

import subprocess
import sys
from datetime import date

import pytest
from django.db import connection, transaction

from common.jobs.models import Job
from games.models import Game, Source
from games.results.services.results import claim_result
from players.models import Account, Club
from ratings.models import History, Pool, Rating
from testing import PROJECT
from testing.servers import Redis
from testing.service.processes import Service, eventually
from tests import reference_event
from tests.service.due_jobs import end_leases, none_is_due
from tournaments.core.event_config import EventConfig
from tournaments.entries.services import entries
from tournaments.events.services import events, lifecycle
from tournaments.models import Event
from tournaments.rounds.services import rounds

pytestmark = [pytest.mark.service, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def played(club: Club, organiser: Account) -> Event:
    """The event of eight with every result in, still to be closed."""
    plan = EventConfig(
        name="Club Cup",
        starts_on=date(2026, 3, 7),
        ends_on=date(2026, 3, 7),
        time_zone="Europe/Amsterdam",
        rules="gipf-tournament",
    )
    event = events.create_event(club.pk, organiser, plan=plan)
    entries.enter_many(event.pk, organiser, reference_event.NAMES)
    lifecycle.start_event(event.pk, organiser)
    for number in range(1, reference_event.ROUNDS + 1):
        rounds.start_round(event.pk, organiser, number=number)
        _take_in(event, organiser)
    return event


def _take_in(event: Event, organiser: Account) -> None:
    for game in Game.objects.filter(parent_scope__key=event.scope, result="pending").select_related("white", "black"):
        white, black = (reference_event.NAMES.index(person.name) + 1 for person in (game.white, game.black))
        result = "1-0" if reference_event.winner(white, black) == white else "0-1"
        claim_result(game.pk, organiser, result, source=Source.DESK)


@pytest.mark.slow
def test_ratings_follow_although_the_worker_is_killed_and_redis_forgets(
    service: Service, redis: Redis, played: Event, organiser: Account
) -> None:
    service.beat()
    worker = service.worker()
    with transaction.atomic():
        _hold_the_ratings()
        _close_from_another_session(service, played, organiser)
        eventually(_a_worker_waits_inside_its_transaction, what="the recompute")
        worker.kill()
        redis.kill()
        redis.start()
    assert not Rating.objects.exists()
    assert not History.objects.exists()
    assert Job.objects.filter(kind="rate").exists()

    end_leases()
    service.worker()
    eventually(none_is_due, 120, "every job")

    for pool in Pool.objects.all():
        values = dict(Rating.objects.filter(pool=pool).values_list("person__name", "value"))
        assert values == {row.name: row.rating for row in reference_event.TABLE}
    assert Pool.objects.count() == 2  # the server's and the club's
    assert _recomputed_from_nothing_is_the_same(service)


def _hold_the_ratings() -> None:
    """Let everybody read ratings_rating and nobody write it, until this transaction ends."""
    with connection.cursor() as cursor:
        cursor.execute("LOCK TABLE ratings_rating IN EXCLUSIVE MODE")


def _close_from_another_session(service: Service, event: Event, organiser: Account) -> None:
    """This test's own session is inside its transaction, so the event is closed by another process."""
    code = (
        "from players.models import Account; from tournaments.events.services.lifecycle import close_event;"
        f"close_event({event.pk}, Account.objects.get(pk={organiser.pk}))"
    )
    _manage(service, "shell", "-v", "0", "-c", code)


def _a_worker_waits_inside_its_transaction() -> bool:
    """Some session waits for our lock on ratings_rating: it has written its changes and not committed."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_locks WHERE relation = 'ratings_rating'::regclass AND NOT granted")
        return bool(cursor.fetchone()[0])


def _recomputed_from_nothing_is_the_same(service: Service) -> bool:
    return _manage(service, "recompute", "--check").returncode == 0


def _manage(service: Service, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "manage.py", *arguments]
    done = subprocess.run(
        command, cwd=PROJECT, env=service.environment | {"PATH": ""}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done
