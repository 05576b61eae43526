"""What workers still have to do."""

from __future__ import annotations

from django.utils import timezone

from common.jobs.due import due
from common.jobs.models import Job


def end_leases() -> None:
    """The one worker was killed: what it held is free, as it would be when its lease has run out."""
    Job.objects.exclude(leased_until=None).update(leased_until=timezone.now())


def none_is_due() -> bool:
    """Whether workers have done all that was due; what is planned for later stays."""
    return not Job.objects.filter(due(timezone.now())).exists()
