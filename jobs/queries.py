"""What is waiting or failing, for pages and probes."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta

from django.db.models import QuerySet
from django.utils import timezone

from jobs.models import Heartbeat, Job

CLOCKS_DIFFER = timedelta(minutes=1)


def waiting() -> QuerySet[Job]:
    """Every row, the most overdue first."""
    return Job.objects.all()


def find(kind: str, subject: str) -> Job | None:
    """The row of one piece of work, None where it is done or was never asked for."""
    return Job.objects.filter(kind=kind, subject=subject).first()


def failed(scopes: Iterable[str]) -> list[Job]:
    """Jobs that failed and said why, whose subject is one of `scopes` or something in it ("event:12:3")."""
    wanted = set(scopes)
    rows = Job.objects.exclude(error="").order_by("pk")
    return [row for row in rows if {row.subject, row.subject.rpartition(":")[0]} & wanted]


def oldest_due_age() -> timedelta:
    """How long the most overdue row has waited; zero when none is due."""
    now = timezone.now()
    due = Job.objects.filter(due_at__lte=now).order_by("due_at").values_list("due_at", flat=True).first()
    return now - due if due else timedelta()


def last_heartbeat_age() -> timedelta | None:
    """How long ago any worker was seen; None if none ever was.

    What was noted while a clock ran ahead counts for nothing: a worker that lives notes a new moment.
    """
    now = timezone.now()
    past = Heartbeat.objects.filter(at__lte=now + CLOCKS_DIFFER)
    seen = past.order_by("-at").values_list("at", flat=True).first()
    return max(now - seen, timedelta()) if seen else None
