"""Events that are looked for by what they are and when they take place."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet

from common.filters import Lookup, narrow
from players.core.queries.records import record_ids
from tournaments.models import Event, Member

_LOOKUPS: dict[str, Lookup] = {
    "player": lambda person: Q(Exists(Member.objects.filter(event=OuterRef("pk"), person__in=record_ids(person)))),
    "club": "club__slug",
    "state": "state",
    "rules": "rules",
    "format": "format",
    "from": "ends_on__gte",
    "to": "starts_on__lte",
}


def find_events(events: QuerySet[Event], asked: Mapping[str, Any]) -> QuerySet[Event]:
    """Those of `events` that are as `asked` says, in its `ordering`; `q`: every word in the name or the place."""
    return narrow(events, asked, _LOOKUPS, ("name", "place"))
