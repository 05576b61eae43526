"""What the export of one's own data says about ratings: every change in every list."""

from __future__ import annotations

from collections.abc import Sequence

from players.exports import section
from players.models import Account
from ratings.models import Change


@section("ratings")
def _ratings(account: Account, records: Sequence[int]) -> object:
    rows = Change.objects.filter(person__in=records).select_related("pool__club").order_by("pool", "number")
    return [
        {
            "rules": row.pool.rules,
            "club": row.pool.club.name if row.pool.club else None,
            "rated_on": row.rated_on.isoformat(),
            "before": row.before,
            "after": row.after,
            "games": row.games,
        }
        for row in rows
    ]
