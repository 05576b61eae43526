"""Work asked for is done."""

import os
import signal
import threading
import time
import traceback
from collections.abc import Callable, Iterator
from datetime import timedelta

import pytest
from django.db import IntegrityError, connections, transaction
from django.utils import timezone

from common.jobs import queries, services
from common.jobs.models import Job
from common.jobs.queues import Queue
from tests.threads import at_once

pytestmark = pytest.mark.postgresql

Work = Callable[[str], None]


@pytest.fixture
def done() -> list[str]:
    """The subjects that the handlers of these tests were called with."""
    return []


@pytest.fixture(autouse=True)
def handlers(done: list[str]) -> Iterator[dict[str, Work]]:
    """A kind "note" that notes its subject. Kinds that a test adds are taken back."""
    before, queues_before = dict(services._handlers), dict(services._queues)
    services.handler("note", label="note")(done.append)
    yield services._handlers
    services._handlers.clear()
    services._handlers.update(before)
    services._queues.clear()
    services._queues.update(queues_before)


def test_asking_twice_is_asking_once(db: None, done: list[str]) -> None:
    services.request("note", "7")
    services.request("note", "7")
    services.request("note", "8")
    assert [(job.subject, job.version) for job in queries.waiting()] == [("7", 2), ("8", 1)]
    assert services.run_due() == 2
    assert (done, Job.objects.count()) == (["7", "8"], 0)


def test_work_can_be_done_at_once_unless_a_worker_has_it(db: None, done: list[str]) -> None:
    for subject in ("7", "8", "9"):
        services.request("note", subject)
    Job.objects.filter(subject="8").update(leased_until=timezone.now() + timedelta(minutes=1))
    services.run_now("note", ["7", "8"])
    assert done == ["7"]
    assert [job.subject for job in queries.waiting()] == ["8", "9"]


def test_heavy_jobs_are_done_when_nothing_else_is_due(db: None, done: list[str]) -> None:
    services.handler("solve", label="solve", queue=Queue.HEAVY)(done.append)
    services.request_many("solve", ["first", "second"])
    services.request("note", "short")
    assert [job.subject for job in queries.waiting()] == ["first", "second", "short"]
    services.run_due()
    assert done == ["short", "first", "second"]


def test_what_anybody_may_ask_for_is_done_after_heavy_work(db: None, done: list[str]) -> None:
    services.handler("practise", label="practise", queue=Queue.ANALYSIS)(
        lambda subject: done.append(f"practised {subject}")
    )
    services.handler("solve", label="solve", queue=Queue.HEAVY)(lambda subject: done.append(f"solved {subject}"))
    services.request("practise", "1")
    services.request("solve", "2")
    services.run_due()
    assert done == ["solved 2", "practised 1"]


def test_what_is_asked_during_a_portion_of_heavy_work_is_done_before_the_next_one(db: None, done: list[str]) -> None:
    def solve_a_portion(subject: str) -> None:
        done.append(subject)
        services.request("note", f"note {done.count(subject)}")
        if done.count(subject) < 3:
            services.request("solve", subject)

    services.handler("solve", label="solve", queue=Queue.HEAVY)(solve_a_portion)
    services.request("solve", "deals")
    services.run_due()
    assert done == ["deals", "note 1", "deals", "note 2", "deals", "note 3"]
    assert not Job.objects.exists()


def test_a_worker_of_some_queues_leaves_the_others_and_loads_what_its_own_need(
    db: None, done: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(services, "_before_queue", {})
    services.before_queue(Queue.TURNS)(lambda: done.append("loaded"))
    services.handler("think", label="think", queue=Queue.TURNS)(done.append)
    services.request("think", "turn")
    services.request("note", "7")
    Job.objects.create(kind="unheard-of", subject="1", asked_at=timezone.now(), due_at=timezone.now())
    services.prepare([Queue.TURNS])
    services.run_due(queues=[Queue.TURNS, Queue.ANALYSIS])
    assert done == ["loaded", "turn"]
    services.prepare([Queue.NOW])
    services.run_due(queues=[Queue.NOW])
    assert done == ["loaded", "turn", "7"]
    assert Job.objects.get().error.startswith("LookupError"), "what no worker knows fails where people wait"


def test_a_worker_that_is_stopped_takes_no_other_job(db: None, done: list[str]) -> None:
    services.request_many("note", ["7", "8", "9"])
    assert services.run_due(stopped=lambda: len(done) == 2) == 2
    assert [job.subject for job in queries.waiting()] == ["9"]


def test_what_is_asked_in_a_transaction_that_fails_is_not_asked(db: None) -> None:
    with pytest.raises(LookupError), transaction.atomic():
        services.request("note", "7")
        raise LookupError
    assert not Job.objects.exists()


def test_a_job_asked_again_while_it_runs_runs_again(db: None, done: list[str]) -> None:
    def ask_again_the_first_time(subject: str) -> None:
        done.append(subject)
        if len(done) == 1:
            services.request("again", subject)

    services.handler("again", label="again")(ask_again_the_first_time)
    services.request("again", "7")
    assert services.run_due() == 2
    assert (done, Job.objects.count()) == (["7", "7"], 0)


def test_a_failure_is_kept_with_its_reason_and_a_pause_that_grows(db: None) -> None:
    def fail(subject: str) -> None:
        raise LookupError(f"no pool {subject}")

    services.handler("fail", label="fail")(fail)
    services.request("fail", "7")
    for failures, seconds in ((1, 10), (2, 20), (3, 40)):
        before = timezone.now()
        assert services.run_due() == 1
        job = Job.objects.get()
        assert (job.failures, job.error, job.leased_until) == (failures, "LookupError: no pool 7", None)
        assert timedelta(seconds=seconds) <= job.due_at - before < timedelta(seconds=seconds + 5)
        assert services.run_due() == 0
        services.retry(job.pk)


def test_a_failure_of_the_database_says_nothing_of_the_row(db: None) -> None:
    """PostgreSQL adds the row that it refuses, which may be a deal that nobody may see yet."""

    def fail(subject: str) -> None:
        raise IntegrityError('new row violates "par_is_positive"\nDETAIL:  Failing row contains (7, 6644623111).')

    services.handler("fail", label="fail")(fail)
    services.request("fail", "7")
    services.run_due()
    assert Job.objects.get().error == 'IntegrityError: new row violates "par_is_positive"'


def test_the_pause_after_many_failures_is_an_hour(db: None) -> None:
    services.request("unknown", "7")
    Job.objects.update(failures=30)
    before = timezone.now()
    services.run_due()
    job = Job.objects.get()
    assert timedelta(minutes=59) < job.due_at - before < timedelta(minutes=61)
    assert job.error == "LookupError: nothing here does jobs of kind unknown"


def test_asking_again_forgets_old_failures(db: None) -> None:
    services.request("unknown", "7")
    services.run_due()
    services.request("unknown", "7")
    job = Job.objects.get()
    assert (job.failures, job.error) == (0, "")
    assert job.due_at <= timezone.now()


def test_a_failing_job_does_not_hold_up_the_others(db: None, done: list[str]) -> None:
    services.request("unknown", "1")
    services.request("note", "2")
    services.run_due()
    assert done == ["2"]
    assert [job.subject for job in queries.waiting()] == ["1"]


def test_a_leased_row_is_left_alone_until_its_lease_ends(db: None, done: list[str]) -> None:
    services.request("note", "7")
    Job.objects.update(leased_until=timezone.now() + timedelta(seconds=30))
    assert services.run_due() == 0
    Job.objects.update(leased_until=timezone.now() - timedelta(seconds=1))
    assert services.run_due() == 1
    assert done == ["7"]


def test_progress_is_shown_and_keeps_the_lease(db: None) -> None:
    shown: list[Job] = []

    def count(subject: str) -> None:
        Job.objects.update(leased_until=timezone.now())
        services.progress("count", subject, 3, 12)
        shown.append(Job.objects.get())

    services.handler("count", label="count")(count)
    services.request("count", "7")
    services.run_due()
    (job,) = shown
    assert (job.done, job.total) == (3, 12)
    assert job.leased_until is not None and job.leased_until > timezone.now() + timedelta(seconds=30)
    assert not Job.objects.exists()


def test_the_most_overdue_row_is_known_to_the_probes(db: None) -> None:
    assert queries.oldest_due_age() == timedelta()
    services.request("note", "7")
    Job.objects.update(due_at=timezone.now() - timedelta(minutes=5))
    assert timedelta(minutes=5) <= queries.oldest_due_age() < timedelta(minutes=6)


def test_a_worker_that_lives_is_known_to_the_probes(db: None) -> None:
    assert queries.last_heartbeat_age() is None
    services.beat("work@here:1")
    services.beat("work@here:1")
    age = queries.last_heartbeat_age()
    assert age is not None and age < timedelta(seconds=10)


def test_workers_look_at_each_beat_or_when_so_many_seconds_have_passed(
    db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks: list[str] = []

    def often() -> None:
        looks.append("often")

    def seldom() -> None:
        looks.append("seldom")

    monkeypatch.setattr(services, "_regular", {})
    monkeypatch.setattr(services, "_looked_at", {})
    services.regularly(often)
    services.every(3600)(seldom)
    services.beat("work@here:1")
    services.beat("work@here:1")
    assert looks == ["often", "seldom", "often"]
    services._looked_at[seldom] -= 3600
    services.beat("work@here:1")
    assert looks[3:] == ["often", "seldom"]


def test_one_kind_has_one_handler() -> None:
    with pytest.raises(ValueError, match="two handlers for note"):
        services.handler("note", label="note")(lambda subject: None)


def test_what_failed_in_a_scope_is_found(db: None) -> None:
    for subject in ("event:1", "event:1:3", "event:12", "event:12:3", "7"):
        services.request("unknown", subject)
    assert queries.failed_jobs(["event:1", "event:12"]) == []
    services.run_due()
    assert [job.subject for job in queries.failed_jobs(["event:1"])] == ["event:1", "event:1:3"]
    assert [job.subject for job in queries.failed_jobs([])] == []


def test_of_two_workers_one_takes_a_row(real_database: None, done: list[str]) -> None:
    for number in range(20):
        services.request("note", str(number))
    ran = at_once(services.run_due, services.run_due, services.run_due)
    assert sum(number for number in ran if isinstance(number, int)) == 20
    assert sorted(map(int, done)) == list(range(20))
    assert not Job.objects.exists()


def test_asking_at_one_moment_from_many_sides_leaves_one_row(real_database: None) -> None:
    def ask() -> None:
        for _ in range(5):
            services.request("note", "7")

    assert at_once(ask, ask, ask) == [None, None, None]
    assert [(job.subject, job.version) for job in Job.objects.all()] == [("7", 15)]


def test_a_request_during_the_work_is_not_lost(real_database: None, done: list[str]) -> None:
    working, asked = threading.Event(), threading.Event()

    def wait_for_the_other(subject: str) -> None:
        done.append(subject)
        working.set()
        assert asked.wait(timeout=10)

    def ask_meanwhile() -> None:
        assert working.wait(timeout=10)
        services.request("slow", "7")
        asked.set()

    services.handler("slow", label="slow")(wait_for_the_other)
    services.request("slow", "7")
    assert at_once(services.run_due, ask_meanwhile) == [2, None]
    assert (done, Job.objects.count()) == (["7", "7"], 0)


def test_a_job_whose_worker_is_killed_in_the_midst_is_done_by_another(real_database: None, done: list[str]) -> None:
    began, begin = os.pipe()

    def begin_and_hang(subject: str) -> None:
        os.write(begin, b".")
        time.sleep(60)

    services.request("note", "7")
    connections.close_all()
    worker = os.fork()
    if not worker:
        try:
            services._handlers["note"] = begin_and_hang
            for _look in range(200):  # as a worker does
                services.run_due()
                time.sleep(0.05)
        except BaseException:
            traceback.print_exc()
        finally:
            os._exit(1)
    os.close(begin)
    assert os.read(began, 1) == b".", "the worker ended before it began"
    os.close(began)
    os.kill(worker, signal.SIGKILL)
    os.waitpid(worker, 0)
    assert services.run_due() == 0, "the lease of the one who was killed still holds"
    Job.objects.update(leased_until=timezone.now() - timedelta(seconds=1))
    assert (services.run_due(), done, Job.objects.count()) == (1, ["7"], 0)
