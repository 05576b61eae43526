"""Who belongs to which clubs."""

from __future__ import annotations

from collections.abc import Iterable

from players.core.queries.records import belongs_to, canonical_id
from players.models import Club, Membership


def clubs_of(ids: Iterable[int]) -> dict[int, list[Club]]:
    """For each canonical person the clubs they belong to today, the first joined first."""
    rows = (
        Membership.objects.filter(belongs_to(ids), until=None)
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
