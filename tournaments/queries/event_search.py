"""Events that are looked for by what they are and when they take place."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db.models import Q, QuerySet

from tournaments.models import Event

_LOOKUPS = {
    "club": "club__slug",
    "state": "state",
    "rules": "rules",
    "format": "format",
    "from": "ends_on__gte",
    "to": "starts_on__lte",
}


def find_events(events: QuerySet[Event], asked: Mapping[str, Any]) -> QuerySet[Event]:
    """Those of `events` that are as `asked` says, in its `ordering`; `q`: every word in the name or the place."""
    found = events.filter(**{lookup: asked[name] for name, lookup in _LOOKUPS.items() if name in asked})
    for word in str(asked.get("q", "")).split():
        found = found.filter(Q(name__icontains=word) | Q(place__icontains=word))
    order = asked["ordering"]
    return found.order_by(order, "-pk" if order.startswith("-") else "pk")
