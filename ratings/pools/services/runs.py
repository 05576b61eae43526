"""The log of recomputes: the newest of each pool."""

from __future__ import annotations

from django.utils import timezone

from ratings.models import Run

MOST_RUNS = 200


def log_run(run: Run) -> None:
    """Store a run that ends now, inside the caller's transaction; the oldest of the pool go."""
    run.ended_at = max(timezone.now(), run.began_at)  # a clock may be set back meanwhile
    run.save(force_insert=True)
    known = Run.objects.filter(pool=run.pool_id).order_by("-pk")
    oldest = known.values_list("pk", flat=True)[MOST_RUNS - 1 : MOST_RUNS].first()
    if oldest is not None:
        Run.objects.filter(pool=run.pool_id, pk__lt=oldest).delete()
