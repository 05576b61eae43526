"""Who belongs to which clubs."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import Q

from players.core.queries.records import canonical_id
from players.models import Club, Membership


def clubs_of(ids: Iterable[int]) -> dict[int, list[Club]]:
    """For each canonical person the clubs they belong to today, the first joined first."""
    wanted = set(ids)
    rows = (
        Membership.objects.filter(Q(person__in=wanted) | Q(person__merged_into__in=wanted), until=None)
        .select_related("club")
        .annotate(root=canonical_id("person"))
        .order_by("pk")
    )
    clubs: dict[int, list[Club]] = {}
    for row in rows:
        mine = clubs.setdefault(row.root, [])
        if row.club not in mine:
            mine.append(row.club)
    return clubs
