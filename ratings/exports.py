"""What the export of one's own data says about ratings: every change in every list."""

from __future__ import annotations

from collections.abc import Sequence

from players.erasure.exports import section
from players.models import Account
from ratings.core.lines import lines_in
from ratings.core.queries.details import decimals, details
from ratings.models import Pool


@section("ratings")
def _ratings(account: Account, records: Sequence[int]) -> object:
    pools = Pool.objects.filter(ratings__person__in=records).select_related("club").distinct().order_by("pk")
    found = lines_in(pools, records)
    return [
        {
            "rules": pool.coverage.key,
            "club": pool.club.name if pool.club else None,
            "rated_on": line.rated_on.isoformat(),
            "before": line.before,
            "after": line.after,
            "games": line.games,
            "system": pool.system,
            "details": decimals(details(pool.rating_system.values, line.details)),
        }
        for pool in pools
        for person in records
        for line in found.get((pool.pk, person), ())
    ]
