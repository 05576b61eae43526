"""People who are narrowed to what they are, and ordered by name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db.models import Q, QuerySet

from common.filters import Lookup, narrow
from players.core.queries.records import canonical_id
from players.models import Membership, Person


def find_people(people: QuerySet[Person], asked: Mapping[str, Any]) -> QuerySet[Person]:
    """Those of `people` that are as `asked` says: in a `club` (its slug), of a `country`, in its `ordering`."""
    lookups: dict[str, Lookup] = {"club": _member_of, "country": "country__iexact"}
    return narrow(people, asked, lookups, columns={"name": "folded"})


def _member_of(slug: str) -> Q:
    now = Membership.objects.filter(club__slug=slug, until=None).annotate(root=canonical_id("person"))
    return Q(pk__in=now.values("root"))
