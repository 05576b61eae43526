"""The page for a projector or a screen in the playing hall: it turns by itself, and tells how long the round lasts."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.core.pages import conditional_get, event_context, get_visible_event, number_in, rows_for
from tournaments.core.queries.event_header import event_head
from tournaments.models import Event
from tournaments.rate_limit import table_admission
from tournaments.rounds.queries.rounds import round_page
from tournaments.sheets.queries.screen import round_ends_at, slides_of
from tournaments.standings.queries.standings import standings


@require_safe
@conditional_get
def screen(request: HttpRequest, event_id: int) -> HttpResponse:
    """The boards of the last round and the standings, part by part; `?minutes=` is how long a round lasts."""
    event = get_visible_event(request, event_id)
    head = event_head(event, request.user)
    rows, minutes = rows_for(head), number_in(request, "minutes")
    has_table = event.state in (Event.State.RUNNING, Event.State.CLOSED)
    table = standings(event, head.version, table_admission(request, event)) if has_table else None
    page = round_page(rows, len(rows.rounds), with_reasons=False) if rows.rounds else None
    ends_at = round_ends_at(rows, minutes)
    progress = table.progress if table is not None else None
    context = event_context(head, "event", slides=slides_of(page, table), page=page, minutes=minutes, ends_at=ends_at)
    context["progress"] = progress
    return render(request, "tournaments/sheets/screen.html", context)
