"""The waiting list of an event."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from players.permissions import require
from players.roles import Permission
from tournaments.core.pages import get_visible_event
from tournaments.entries.api.waiting_list import SetEntryLimit


@require_safe
def waiting(request: HttpRequest, event_id: int) -> HttpResponse:
    """Who waits, in order, and how many players the event takes."""
    event = get_visible_event(request, event_id)
    limit = SetEntryLimit(request, event, require(request.user, Permission.ENTER_PLAYERS, event.scope), {})
    return limit.show(limit.form())
