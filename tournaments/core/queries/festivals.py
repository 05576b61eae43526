"""Who sees which festivals: everyone who sees one of the sections, and those who may edit it."""

from __future__ import annotations

from datetime import date

from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from players.models import Club
from players.permissions import NotAllowed, may, scopes_granted
from players.roles import Permission
from tournaments.core.queries.events import Reader, visible_to
from tournaments.models import Event, Festival, FestivalSection


def all_festivals(reader: Reader) -> QuerySet[Festival]:
    """The festivals of all clubs that `reader` may see, the latest first; `shown` counts the sections seen by all."""
    seen = FestivalSection.objects.filter(festival=OuterRef("pk"), event__in=Event.objects.filter(visible_to(reader)))
    keys = scopes_granted(reader, Permission.EDIT_EVENT)
    clubs = [int(key.partition(":")[2]) for key in keys if key.startswith("club:")]
    own = Q(Exists(seen)) | (Q(pk__isnull=False) if "server" in keys else Q(club__in=clubs))
    counted = Count("sections", filter=~Q(sections__event__state=Event.State.DRAFT))
    return Festival.objects.filter(own).select_related("club").annotate(shown=counted)


def festivals_from(club: Club, reader: Reader, day: date) -> list[Festival]:
    """The festivals of a club that are not over on `day` and that `reader` may see, the next first."""
    return list(all_festivals(reader).filter(club=club, ends_on__gte=day).order_by("starts_on", "pk"))


def sections_of(festival: Festival, reader: Reader) -> list[Event]:
    """The sections that `reader` may see, in their order. Two queries."""
    events = Event.objects.filter(visible_to(reader), festival_section__festival=festival)
    return list(events.select_related("club").order_by("festival_section__pk"))


def require_visible_festival(reader: Reader, festival: Festival) -> None:
    """NotAllowed for a festival of which `reader` sees no section and that is not theirs to edit."""
    if not may(reader, Permission.EDIT_EVENT, festival.scope) and not sections_of(festival, reader):
        raise NotAllowed(Permission.EDIT_EVENT, festival.scope)
