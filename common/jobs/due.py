"""When a row may be taken: its time has come, and no worker holds it.

No lease and no pause is longer than those named here. A time further ahead that no one planned was written while a
clock ran ahead, and counts as past: a job is done twice at worst, and never left for the days by which the clock was
wrong.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import Q

from common.jobs.models import Job

LONGEST_PAUSE = timedelta(hours=1)
"""Until a failing job is tried again."""
SLACK = 2
"""Clocks of several machines differ, and a worker's lease may be longer here than there."""


def longest_lease() -> timedelta:
    return SLACK * timedelta(seconds=settings.JOBS_LEASE_SECONDS)


def due(now: datetime) -> Q:
    return Q(due_at__lte=now) | Q(due_at__gt=now + SLACK * LONGEST_PAUSE, is_planned=False)


def free(now: datetime) -> Q:
    return Q(leased_until__isnull=True) | Q(leased_until__lt=now) | Q(leased_until__gt=now + longest_lease())


def is_held(job: Job, now: datetime) -> bool:
    """Whether a worker is at it."""
    return job.leased_until is not None and now < job.leased_until <= now + longest_lease()
