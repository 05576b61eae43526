"""Clubs and people that are narrowed to what they are, and ordered by name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db.models import Q, QuerySet

from common.filters import Lookup, narrow
from players.models import Club, Membership, Person
from players.queries import canonical_id


def find_clubs(asked: Mapping[str, Any]) -> QuerySet[Club]:
    """The clubs that are as `asked` says: `q`, `admitted` (None: whichever) and `ordering`."""
    return narrow(Club.objects.all(), asked, {"admitted": _admitted}, ("name", "place"))


def find_people(people: QuerySet[Person], asked: Mapping[str, Any]) -> QuerySet[Person]:
    """Those of `people` that are as `asked` says: in a `club` (its slug), of a `country`, in its `ordering`."""
    lookups: dict[str, Lookup] = {"club": _member_of, "country": "country__iexact"}
    return narrow(people, asked, lookups, columns={"name": "folded"})


def _admitted(admitted: bool | None) -> Q:
    return Q() if admitted is None else Q(admitted=admitted)


def _member_of(slug: str) -> Q:
    now = Membership.objects.filter(club__slug=slug, until=None).annotate(root=canonical_id("person"))
    return Q(pk__in=now.values("root"))
