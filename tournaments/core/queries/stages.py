"""Who sees which events in stages: everyone who sees one of the events, and those who may change them."""

from __future__ import annotations

from django.db.models import Exists, OuterRef, Q, QuerySet

from players.models import Club
from players.permissions import NotAllowed, may, scopes_granted
from players.roles import Permission
from tournaments.core.queries.events import Reader, visible_to
from tournaments.models import Event, StageEvent, StagePlan

NEWEST = 5


def all_stages(reader: Reader) -> QuerySet[StagePlan]:
    """The events in stages of all clubs that `reader` may see, the newest first."""
    seen = StageEvent.objects.filter(stage__plan=OuterRef("pk"), event__in=Event.objects.filter(visible_to(reader)))
    keys = scopes_granted(reader, Permission.MAKE_EVENT)
    clubs = [int(key.partition(":")[2]) for key in keys if key.startswith("club:")]
    own = Q(Exists(seen)) | (Q(pk__isnull=False) if "server" in keys else Q(club__in=clubs))
    return StagePlan.objects.filter(own).select_related("club").order_by("-pk")


def newest_stages(club: Club, reader: Reader) -> list[StagePlan]:
    """The newest events in stages of a club that `reader` may see."""
    return list(all_stages(reader).filter(club=club)[:NEWEST])


def require_visible_stages(reader: Reader, plan: StagePlan) -> None:
    """NotAllowed where `reader` sees none of the events and may not change them."""
    if may(reader, Permission.MAKE_EVENT, plan.scope):
        return
    if not Event.objects.filter(visible_to(reader), stage_event__stage__plan=plan).exists():
        raise NotAllowed(Permission.MAKE_EVENT, plan.scope)
