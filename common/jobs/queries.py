"""What is waiting or failing, for pages and probes."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.db.models import Count, Q, QuerySet
from django.utils import timezone

from common.jobs.due import due, free
from common.jobs.models import Heartbeat, Job, JobCount

CLOCKS_DIFFER = timedelta(minutes=1)


def waiting() -> QuerySet[Job]:
    """Every row, the most overdue first."""
    return Job.objects.all()


def find(kind: str, subject: str) -> Job | None:
    """The row of one piece of work, None where it is done or was never asked for."""
    return Job.objects.filter(kind=kind, subject=subject).first()


def failed_jobs(scopes: Iterable[str]) -> list[Job]:
    """Jobs that failed and said why, whose subject is one of `scopes` or something in it ("event:12:3")."""
    wanted = set(scopes)
    rows = Job.objects.exclude(error="").order_by("pk")
    return [row for row in rows if {row.subject, row.subject.rpartition(":")[0]} & wanted]


def oldest_due_age() -> timedelta:
    """How long the most overdue row has waited; zero when none is due."""
    now = timezone.now()
    oldest = Job.objects.filter(due_at__lte=now).order_by("due_at").values_list("due_at", flat=True).first()
    return now - oldest if oldest else timedelta()


def last_seen_at() -> datetime | None:
    """When any worker was last seen; None if none ever was."""
    age = last_heartbeat_age()
    return None if age is None else timezone.now() - age


def last_heartbeat_age() -> timedelta | None:
    """How long ago any worker was seen; None if none ever was.

    What was noted while a clock ran ahead counts for nothing: a worker that lives notes a new moment.
    """
    now = timezone.now()
    past = Heartbeat.objects.filter(at__lte=now + CLOCKS_DIFFER)
    seen = past.order_by("-at").values_list("at", flat=True).first()
    return max(now - seen, timedelta()) if seen else None


def numbers_by_state() -> dict[str, int]:
    """How many rows are `due`, `at_work`, `failing` (and wait for another try) or `later`. Each counts once."""
    now = timezone.now()
    held = ~free(now)
    failing = Q(failures__gt=0) & free(now)
    waiting = Q(failures=0) & free(now)
    return Job.objects.aggregate(
        due=Count("pk", filter=waiting & due(now)),
        at_work=Count("pk", filter=held),
        failing=Count("pk", filter=failing),
        later=Count("pk", filter=waiting & ~due(now)),
    )


def counts() -> list[JobCount]:
    """What was done so far, by kind."""
    return list(JobCount.objects.order_by("kind"))


def count_of(kind: str) -> JobCount | None:
    """What was done so far of one kind; None where nothing was."""
    return JobCount.objects.filter(kind=kind).first()


def workers_seen_within(age: timedelta) -> list[Heartbeat]:
    """Workers that were seen lately, the latest first."""
    now = timezone.now()
    return list(Heartbeat.objects.filter(at__gte=now - age, at__lte=now + CLOCKS_DIFFER).order_by("-at"))
