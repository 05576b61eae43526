"""Rows made, or asked for again, by one statement: no one can make or remove one between a look and a write."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta

from django.db import connections, router
from django.utils import timezone

from common.jobs.due import LONGEST_PAUSE
from common.jobs.models import Job

ASK_AGAIN = (
    "version = jobs_job.version + 1, due_at = excluded.due_at, is_planned = excluded.is_planned,"
    " failures = 0, error = ''"
)
"""As if it were asked for the first time; a worker busy with the old version will not clear it."""
PLAN_AGAIN = "due_at = excluded.due_at, is_planned = excluded.is_planned"
"""It is done at the new time, and once."""
ASK_ONCE = (
    "version = jobs_job.version + 1,"
    " due_at = CASE WHEN jobs_job.leased_until IS NULL THEN jobs_job.due_at ELSE excluded.due_at END"
)
"""It is done when it was to be done; where a worker is at it, once more at the new time."""
_UPSERT = (
    "INSERT INTO jobs_job (kind, subject, version, asked_at, due_at, is_planned, failures, error, done, total)"
    " VALUES (%s, %s, 1, %s, %s, %s, 0, '', 0, 0) ON CONFLICT (kind, subject) DO UPDATE SET "
)


def upsert(kind: str, subjects: Iterable[str], after: timedelta, otherwise: str) -> None:
    """Make a row for each of `subjects`, due `after` from now; do `otherwise` with one that is there."""
    connection = connections[router.db_for_write(Job)]
    now = timezone.now()
    asked, due = (connection.ops.adapt_datetimefield_value(moment) for moment in (now, now + after))
    row = (asked, due, after > LONGEST_PAUSE)
    with connection.cursor() as cursor:
        cursor.executemany(_UPSERT + otherwise, [(kind, subject, *row) for subject in sorted(subjects)])
