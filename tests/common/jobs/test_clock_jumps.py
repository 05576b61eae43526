"""A clock that ran ahead for a while leaves times behind that no worker would wait for."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import timedelta

import pytest
from django.utils import timezone

from common.jobs import queries, services
from common.jobs.due import is_held
from common.jobs.models import Heartbeat, Job

pytestmark = pytest.mark.postgresql

Clock = Callable[[timedelta], None]
AHEAD = timedelta(days=30)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """`clock(days)` sets the clock of this process that far from the true time."""
    true_time = timezone.now

    def set_to(shift: timedelta) -> None:
        monkeypatch.setattr(timezone, "now", lambda: true_time() + shift)

    return set_to


@pytest.fixture
def done() -> Iterator[list[str]]:
    subjects: list[str] = []
    before = dict(services._handlers)
    services.handler("note", label="note")(subjects.append)
    yield subjects
    services._handlers.clear()
    services._handlers.update(before)


def test_a_job_leased_while_the_clock_was_ahead_is_done_when_it_is_right_again(
    db: None, clock: Clock, done: list[str]
) -> None:
    services.request("note", "7")
    clock(AHEAD)
    assert services._take() is not None  # and its worker is killed
    clock(timedelta())
    assert not is_held(Job.objects.get(), timezone.now())
    assert services.run_due() == 1
    assert (done, Job.objects.count()) == (["7"], 0)


def test_a_job_asked_for_or_failing_while_the_clock_was_ahead_is_due(db: None, clock: Clock, done: list[str]) -> None:
    clock(AHEAD)
    services.request("note", "asked")
    services.request("unknown kind", "failing")
    while services._take() is not None:
        """Leases go with the clock's days as well."""
    services._record_failure(
        services.Lease(Job.objects.get(subject="failing").pk, "unknown kind", "failing", 1), LookupError(), 0.5
    )
    clock(timedelta())
    services.run_due(limit=2)
    assert done == ["asked"]
    assert Job.objects.get(subject="failing").failures == 2


def test_what_is_planned_for_a_day_far_ahead_waits_for_it(db: None, clock: Clock, done: list[str]) -> None:
    services.request_later("note", "7", AHEAD)
    services.retry(Job.objects.get().pk)
    assert (services.run_due(), done) == (0, [])
    clock(AHEAD - timedelta(minutes=1))
    assert (services.run_due(), done) == (0, [])
    clock(AHEAD)
    assert (services.run_due(), done) == (1, ["7"])


def test_what_was_planned_and_fails_or_is_asked_for_meanwhile_is_planned_no_more(db: None, clock: Clock) -> None:
    services.request_later("unknown kind", "7", AHEAD)
    clock(2 * AHEAD)
    assert services.run_due() == 1  # and it fails, while the clock is ahead of the time for which it was planned
    clock(timedelta())
    assert services.run_due(limit=1) == 1
    services.request_later("unknown kind", "8", AHEAD)
    services.request("unknown kind", "8")
    assert not Job.objects.filter(is_planned=True).exists()


@pytest.mark.parametrize(("ahead", "taken"), [(timedelta(seconds=50), False), (timedelta(seconds=-1), True)])
def test_a_lease_that_a_worker_may_hold_is_left_to_it(db: None, ahead: timedelta, taken: bool, done: list[str]) -> None:
    services.request("note", "7")
    Job.objects.update(leased_until=timezone.now() + ahead)
    assert services.run_due() == int(taken)


def test_a_failing_job_still_waits_its_pause(db: None, done: list[str]) -> None:
    services.request("note", "7")
    Job.objects.update(due_at=timezone.now() + timedelta(minutes=59))
    assert services.run_due() == 0


def test_a_worker_seen_in_the_future_was_not_seen(db: None) -> None:
    now = timezone.now()
    Heartbeat.objects.create(worker="gone", at=now + AHEAD)
    assert queries.last_heartbeat_age() is None
    Heartbeat.objects.create(worker="here", at=now - timedelta(seconds=20))
    age = queries.last_heartbeat_age()
    assert age is not None and timedelta(seconds=19) < age < timedelta(seconds=40)


def test_clocks_of_two_machines_may_differ_a_little(db: None) -> None:
    Heartbeat.objects.create(worker="fast clock", at=timezone.now() + timedelta(seconds=20))
    assert queries.last_heartbeat_age() == timedelta()
