"""Work that workers do for ratings."""

from __future__ import annotations

from jobs.services import handler
from ratings.services import RATE, recompute


@handler(RATE)
def rate(subject: str) -> None:
    """Recompute one pool. `subject` is its id."""
    recompute(int(subject))
