"""Ask for work, and do what is due. The row, not any message, is the truth."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from itertools import groupby
from math import inf
from operator import attrgetter
from typing import Any

from django.conf import settings
from django.db import DatabaseError, connection, transaction
from django.db.models import Case, F, Q, When
from django.utils import timezone
from django.utils.module_loading import import_string

from common.jobs import descriptions, running
from common.jobs.due import LONGEST_PAUSE, due, free
from common.jobs.models import Heartbeat, Job, JobCount, Probe
from common.jobs.queues import Queue
from common.jobs.upsert import ASK_AGAIN, ASK_ONCE, PLAN_AGAIN, upsert

log = logging.getLogger(__name__)

LONGEST_ERROR = 2000
PORTION = 500
"""Rows of a queue that the sweep sends."""
SENT_AT_ONCE = 50
"""Rows of one request that are sent by the one who asks; the sweep finds the others."""
SEEN_FOR = timedelta(days=7)
"""How long it is known when a worker was last seen."""

Handler = Callable[[str], None]
Look = Callable[[], None]
_handlers: dict[str, Handler] = {}
_queues: dict[str, Queue] = {}
_regular: dict[Look, float] = {}
"""The least number of seconds between two calls, by function."""
_looked_at: dict[Look, float] = {}
"""When this process called each of them last."""
_before_work: list[Callable[[], None]] = []
_before_queue: dict[Queue, list[Callable[[], None]]] = {}


def handler(kind: str, label: str | descriptions.Describe, queue: Queue = Queue.NOW) -> Callable[[Handler], Handler]:
    """Decorator: this function does the work of `kind`. It gets the subject, and may run twice unharmed.

    `label` is what such jobs are called, see `common.jobs.descriptions.register`. Celery knows the task by its kind.
    """

    def register(function: Handler) -> Handler:
        if kind in _handlers:
            raise ValueError(f"two handlers for {kind}")
        _handlers[kind] = function
        _queues[kind] = queue
        descriptions.register(kind, label)
        return function

    return register


def kinds() -> Mapping[str, Queue]:
    """Every kind of job that is done here, and where it waits."""
    return _queues


def _kinds_of(queue: Queue) -> list[str]:
    return [kind for kind, its in _queues.items() if its is queue]


def request(kind: str, subject: str) -> None:
    """Ask, inside the caller's transaction, that `kind` be done for `subject` after it commits."""
    request_many(kind, [subject])


def request_many(kind: str, subjects: Iterable[str]) -> None:
    """Ask, inside the caller's transaction, that `kind` be done for each of `subjects`: one statement for all."""
    wanted = sorted(set(subjects))
    with transaction.atomic(savepoint=False):
        upsert(kind, wanted, timedelta(), ASK_AGAIN)
        _send(kind, wanted[:SENT_AT_ONCE])


def request_later(kind: str, subject: str, after: timedelta) -> None:
    """Ask, inside the caller's transaction, that `kind` be done for `subject` unless it is withdrawn before `after`."""
    upsert(kind, [subject], after, PLAN_AGAIN)


def request_once_in(kind: str, subject: str, pause: timedelta) -> None:
    """Ask, inside the caller's transaction, that `kind` be done `pause` from now; where it is asked for already, then.

    So what is asked for often is done once for all, and `pause` lies between two times. While a worker is at it, it is
    asked for again: it may have looked before the caller's transaction.
    """
    upsert(kind, [subject], pause, ASK_ONCE)


def postpone(kind: str, subject: str, after: timedelta) -> bool:
    """Put off what was asked for with `request_later`; False where a worker took it up meanwhile."""
    rows = Job.objects.filter(kind=kind, subject=subject, leased_until=None)
    return bool(rows.update(due_at=timezone.now() + after, is_planned=after > LONGEST_PAUSE))


def withdraw(kind: str, subject: str) -> None:
    """It need not be done any more."""
    Job.objects.filter(kind=kind, subject=subject).delete()


def _send(kind: str, subjects: Sequence[str]) -> None:
    """Call workers, after the commit, where there is a broker. Where none is, they poll."""
    if settings.JOBS_SEND and kind in _queues:
        send = import_string(settings.JOBS_SEND)
        transaction.on_commit(partial(send, kind, subjects), robust=True)


def send_due() -> None:
    """Send what is due and free, the first PORTION of each queue, to workers. What no worker knows fails here."""
    now = timezone.now()
    ready = Job.objects.filter(free(now), due(now))
    for queue in Queue:
        rows = ready.filter(kind__in=_kinds_of(queue))[:PORTION]
        for kind, jobs in groupby(rows, attrgetter("kind")):
            _send(kind, [job.subject for job in jobs])
    for job in ready.exclude(kind__in=_queues):
        run_now(job.kind, [job.subject])


@dataclass(frozen=True)
class Lease:
    """A row taken by this worker at the version it had."""

    pk: int
    kind: str
    subject: str
    version: int


def before_work(check: Callable[[], None]) -> Callable[[], None]:
    """Decorator: a worker calls this function before its first job. What it raises ends the worker."""
    _before_work.append(check)
    return check


def check_before_work() -> None:
    """Raise what speaks against working here at all."""
    for check in _before_work:
        check()


def before_queue(queue: Queue) -> Callable[[Callable[[], None]], Callable[[], None]]:
    """Decorator: a worker that was told to work at `queue` calls this function before its first job."""

    def register(function: Callable[[], None]) -> Callable[[], None]:
        _before_queue.setdefault(queue, []).append(function)
        return function

    return register


def prepare(queues: Collection[Queue]) -> None:
    """Load what the jobs of these queues need, so that a reader who waits for one does not wait for that."""
    for queue in queues:
        for function in _before_queue.get(queue, ()):
            function()


def run_due(
    limit: int = 100, *, stopped: Callable[[], bool] = lambda: False, queues: Collection[Queue] = tuple(Queue)
) -> int:
    """Do due jobs until none is left, `limit` are done or it is `stopped`: one queue after the other, oldest first.

    Returns how many ran.
    """
    ran = 0
    while ran < limit and not stopped() and (lease := _take(queues)) is not None:
        _run(lease)
        ran += 1
    return ran


def run_now(kind: str, subjects: Iterable[str]) -> None:
    """Do what is due of these here and at once, where no worker has taken it yet.

    By a worker that was called, and for what a reader must not wait for, called after the commit. Where this process
    ends before that, the rows are still there, and a worker does it.
    """
    now = timezone.now()
    for job in Job.objects.filter(free(now), due(now), kind=kind, subject__in=list(subjects)):
        if (lease := _lease(job)) is not None:
            _run(lease)


def _take(queues: Collection[Queue] = tuple(Queue)) -> Lease | None:
    """Lease the oldest due row of the first of these queues that has any."""
    now = timezone.now()
    by_queue = Case(*(When(kind__in=_kinds_of(queue), then=queue.priority) for queue in Queue), default=0)
    rows = Job.objects.filter(free(now), due(now), _waits_in(queues)).order_by(by_queue, "due_at", "pk")
    if not connection.features.has_select_for_update_skip_locked:
        return next((lease for job in rows[:10] if (lease := _lease(job)) is not None), None)
    with transaction.atomic():  # many workers do not wait for each other, nor look at the same rows in vain
        job = rows.select_for_update(skip_locked=True).first()
        return _lease(job) if job is not None else None


def _waits_in(queues: Collection[Queue]) -> Q:
    """Rows of these queues. What no worker knows fails in the first of all."""
    mine = Q(kind__in=[kind for queue in queues for kind in _kinds_of(queue)])
    return mine | ~Q(kind__in=list(_queues)) if Queue.NOW in queues else mine


def _lease(job: Job) -> Lease | None:
    """Lease a row by compare-and-set: of two workers, one gets it, on any database."""
    now = timezone.now()
    until = now + timedelta(seconds=settings.JOBS_LEASE_SECONDS)
    taken = Job.objects.filter(free(now), pk=job.pk, version=job.version).update(leased_until=until)
    return Lease(job.pk, job.kind, job.subject, job.version) if taken else None


def _run(lease: Lease) -> None:
    with running.at(lease.pk, lease.kind):
        work = _handlers.get(lease.kind)
        began = time.monotonic()
        try:
            if work is None:
                raise LookupError(f"nothing here does jobs of kind {lease.kind}")
            work(lease.subject)
        except Exception as error:
            log.exception("job %s %s failed", lease.kind, lease.subject)
            _record_failure(lease, error, time.monotonic() - began)
        else:
            _clear(lease, time.monotonic() - began)


@transaction.atomic
def _clear(lease: Lease, seconds: float) -> None:
    """Done: remove the row, or leave it due where it was asked for again meanwhile."""
    gone, _ = Job.objects.filter(pk=lease.pk, version=lease.version).delete()
    if not gone:
        Job.objects.filter(pk=lease.pk).update(leased_until=None)
        _send(lease.kind, [lease.subject])
    _count_jobs(lease.kind, done=F("done") + 1, seconds=F("seconds") + seconds, last_done_at=timezone.now())


def _record_failure(lease: Lease, error: Exception, seconds: float) -> None:
    """Failed: keep the row, say why, and try again after a pause that doubles each time."""
    with transaction.atomic():
        job = Job.objects.select_for_update().filter(pk=lease.pk).first()
        if job is None:
            return
        job.failures += 1
        job.error = _reason(error)
        job.due_at = timezone.now() + min(timedelta(seconds=5 * 2 ** min(job.failures, 20)), LONGEST_PAUSE)
        job.is_planned, job.leased_until = False, None
        job.save(update_fields=["failures", "error", "due_at", "is_planned", "leased_until"])
        _count_jobs(lease.kind, failed=F("failed") + 1, seconds=F("seconds") + seconds)


def _reason(error: Exception) -> str:
    """What a page may say of a failure. A database tells the whole row in the lines after the first: that stays out."""
    message = str(error)
    if isinstance(error, DatabaseError):
        message = message.partition("\n")[0]
    return f"{type(error).__name__}: {message}"[:LONGEST_ERROR]


def _count_jobs(kind: str, **values: Any) -> None:
    """Add to what is counted of `kind`, within the caller's transaction. It comes last there: the row is shared."""
    if kind not in _handlers:
        return
    while not JobCount.objects.filter(kind=kind).update(**values):
        JobCount.objects.get_or_create(kind=kind)


def progress(kind: str, subject: str, done: int, total: int) -> None:
    """Show how far a long job is, and keep its lease while it goes on."""
    until = timezone.now() + timedelta(seconds=settings.JOBS_LEASE_SECONDS)
    Job.objects.filter(kind=kind, subject=subject).update(done=done, total=total, leased_until=until)


def retry(job_id: int) -> None:
    """Make a waiting or failing job due now. What is planned waits for its time: it would find nothing to do."""
    for job in Job.objects.filter(pk=job_id, is_planned=False):
        Job.objects.filter(pk=job_id).update(due_at=timezone.now(), leased_until=None)
        _send(job.kind, [job.subject])


def beat(worker: str) -> None:
    """Note that `worker` is alive, and let it look for what has to be asked for now and then."""
    Heartbeat.objects.update_or_create(worker=worker, defaults={"at": timezone.now()})
    for look, pause in _regular.items():
        now = time.monotonic()
        if now - _looked_at.get(look, -inf) >= pause:
            _looked_at[look] = now
            look()


def probe_write() -> None:
    """Write one row and commit it. DatabaseError where that cannot be done."""
    Probe.objects.update_or_create(pk=1, defaults={"at": timezone.now()})


def regularly(look: Look) -> Look:
    """Decorator: every worker calls this function at each beat. It is quick, and asks for a job where one is due."""
    return every(0)(look)


def every(seconds: float) -> Callable[[Look], Look]:
    """Decorator: as `regularly`, but so many seconds pass in each worker before it is called again."""

    def register(look: Look) -> Look:
        _regular[look] = seconds
        return look

    return register


@every(3600)
def forget_ended_workers() -> None:
    """Delete signs of life of workers that have ended: each process of one has a row of its own."""
    Heartbeat.objects.filter(at__lt=timezone.now() - SEEN_FOR).delete()
