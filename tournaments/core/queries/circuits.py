"""Which circuits a club has, as its page lists them."""

from __future__ import annotations

from django.db.models import Count, Q, QuerySet

from players.models import Club
from tournaments.core.queries.events import PUBLIC
from tournaments.models import Circuit


def all_circuits() -> QuerySet[Circuit]:
    """The circuits of all clubs, the newest first; `shown` counts the events that everybody sees."""
    counted = Count("places", filter=Q(places__event__state__in=PUBLIC))
    return Circuit.objects.select_related("club").annotate(shown=counted).order_by("-pk")


def circuits_of(club: Club) -> list[Circuit]:
    """The circuits of a club, the newest first."""
    return list(all_circuits().filter(club=club))
