"""When what rating lists say of an event may change."""

from __future__ import annotations

from django.utils import timezone

from ratings.core.queries.lists import lists_state
from tournaments.models import Event


def predictions_state(event: Event) -> str:
    """Changes whenever what is expected of the event's games may change: with the lists, and from day to day."""
    return f"{lists_state(event.rules, event.club_id)} {timezone.localdate()}" if event.rated else ""


def lists_of_closed(event: Event) -> str:
    """Changes whenever a closed event may do something else to ratings: they come later, and change without it."""
    return lists_state(event.rules, event.club_id) if event.state == Event.State.CLOSED else ""
