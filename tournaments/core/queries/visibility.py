"""Who sees which events: drafts are their organisers', everything else is public."""

from __future__ import annotations

from collections.abc import Iterable

from django.contrib.auth.models import AnonymousUser
from django.db.models import Q, QuerySet

from common.journal.services import SERVER
from players.models import Account, Club
from players.permissions import NotAllowed, may, scopes_granted
from players.roles import Permission
from tournaments.models import Event

Reader = Account | AnonymousUser | None

PUBLIC = (Event.State.OPEN, Event.State.RUNNING, Event.State.CLOSED)


def may_see(reader: Reader, event: Event) -> bool:
    """Whether `reader` may look at `event`: everybody may, save at drafts."""
    return event.state in PUBLIC or may(reader, Permission.RUN_ROUNDS, event.scope)


def require_visible(reader: Reader, event: Event) -> None:
    """NotAllowed for a draft of somebody else's."""
    if not may_see(reader, event):
        raise NotAllowed(Permission.RUN_ROUNDS, event.scope)


def events_of(club: Club, reader: Reader) -> QuerySet[Event]:
    """The events of a club that `reader` may see, the latest first."""
    return all_events(reader).filter(club=club)


def all_events(reader: Reader) -> QuerySet[Event]:
    """The events of all clubs that `reader` may see, the latest first. One query more than the list itself."""
    return Event.objects.filter(visible_to(reader)).select_related("club").order_by("-starts_on", "-pk")


def visible_to(reader: Reader) -> Q:
    """`may_see` as a condition on events. One query."""
    own = where_granted(reader, Permission.RUN_ROUNDS)
    return Q(state__in=PUBLIC) | own if own else own


def where_granted(reader: Reader, permission: Permission) -> Q:
    """Events in which a role of `reader` allows `permission`, as a condition; empty where it is all. One query."""
    keys = scopes_granted(reader, permission)
    return Q() if SERVER in keys else Q(club__in=_ids(keys, "club")) | Q(pk__in=_ids(keys, "event"))


def _ids(keys: Iterable[str], kind: str) -> list[int]:
    """The ids in the keys of one kind of scope."""
    return [int(key.partition(":")[2]) for key in keys if key.startswith(f"{kind}:")]
