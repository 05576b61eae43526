"""The log of recomputes."""

from __future__ import annotations

from django.db.models import QuerySet

from ratings.models import Pool, Run


def runs_of(pool: Pool) -> QuerySet[Run]:
    """What is kept of the pool's recomputes, the newest first."""
    return Run.objects.filter(pool=pool).order_by("-pk")
