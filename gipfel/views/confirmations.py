"""A form that something speaks against: it is shown, and sent again with the key that confirms it."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from gipfel.views import errors
from players.models import Club
from tournaments.core.errors import ConfirmationNeeded
from tournaments.core.pages import event_context
from tournaments.core.queries.events import event_head
from tournaments.models import Event

STATUS = 409
OF_THE_FORM = ("csrfmiddlewaretoken",)
"""Fields that every form has anew."""


def ask_to_confirm(request: HttpRequest, needed: ConfirmationNeeded) -> HttpResponse:
    """409: nothing was stored. The page holds all that was sent, and the key of what it shows."""
    sent = [(name, value) for name, values in request.POST.lists() if name not in OF_THE_FORM for value in values]
    context = {"needed": needed, "sent": sent, "action": request.get_full_path(), "back": errors.came_from(request)}
    return render(request, "confirm.html", context | _around(request), status=STATUS)


def _around(request: HttpRequest) -> dict[str, Any]:
    """The event or club of the form, whose head the page keeps; else a page of no club."""
    named = request.resolver_match.kwargs if request.resolver_match is not None else {}
    event = Event.objects.select_related("club").filter(pk=named.get("event_id") or 0).first()
    if event is not None:
        return event_context(event_head(event, request.user), "event-desk", layout="tournaments/core/event_base.html")
    return {"layout": "base.html", "club": Club.objects.filter(slug=named.get("slug", "")).first()}
