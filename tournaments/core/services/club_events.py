"""The events of a club, for what holds several of them together: circuits, leagues, festivals."""

from __future__ import annotations

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from tournaments.core.errors import EventRefused
from tournaments.models import Event


def event_of_club(event_id: int, club_id: int, field: str = "event") -> Event:
    """The event of this club. EventRefused at `field` for one of another club, or that was deleted meanwhile."""
    event = Event.objects.filter(pk=event_id, club=club_id).first()
    if event is None:
        raise EventRefused(Message(_("The club has no such event any more. Choose another one.")), field=field)
    return event
