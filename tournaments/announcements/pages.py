"""What was announced in an event, for everybody."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.announcements.queries import announcements_of
from tournaments.core.pages import conditional_get, event_context, get_visible_event
from tournaments.core.queries.events import event_head


@require_safe
@conditional_get
def announcements(request: HttpRequest, event_id: int) -> HttpResponse:
    """All announcements, the newest first."""
    event = get_visible_event(request, event_id)
    head = event_head(event, request.user)
    context = event_context(head, "event-info", announcements=announcements_of(event))
    return render(request, "tournaments/announcements/announcements.html", context)
