"""Pages for a form of a round that cannot be read, and for one who was too late."""

from __future__ import annotations

from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from common.web import BAD_INPUT, REFUSED, need_typed_well
from tournaments.core.loader import load
from tournaments.core.pages import event_context
from tournaments.core.queries.events import event_head
from tournaments.models import Event
from tournaments.rounds.queries.games import who_started


def too_late(request: HttpRequest, event: Event, wanted: int) -> HttpResponse:
    """The page for one who lost the race: what happened instead, and by whom."""
    head = event_head(event, request.user)
    rows = load(event)
    more = {"wanted": wanted, "rounds": len(rows.rounds), "starter": who_started(event, wanted)}
    return render(
        request, "tournaments/rounds/too_late.html", event_context(head, "event-desk", **more), status=REFUSED
    )


def unreadable(request: HttpRequest, event: Event, form: Form) -> HttpResponse:
    """A page for what no form of ours sends. Refused for what was typed on the page that the form is a part of."""
    need_typed_well(form)
    context = event_context(event_head(event, request.user), "event-desk", form=form)
    return render(request, "tournaments/rounds/unreadable.html", context, status=BAD_INPUT)
