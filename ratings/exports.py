"""What the export of one's own data says about ratings: every change in every list."""

from __future__ import annotations

from collections.abc import Sequence

from players.exports import section
from players.models import Account
from ratings.models import Change
from ratings.queries import decimals, details


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
            "system": row.pool.system,
            "details": decimals(details(row.pool.rating_system.values, row.details)),
        }
        for row in rows
    ]
