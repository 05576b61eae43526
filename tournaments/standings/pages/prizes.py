"""Categories and prizes: the public tables, and the forms of organisers."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.core.downloads import as_csv
from tournaments.core.pages import event_context, get_visible_event, rows_for
from tournaments.core.queries.event_header import EventHead, event_head
from tournaments.models import Event
from tournaments.rate_limit import table_admission
from tournaments.standings import standings_files
from tournaments.standings.queries.prizes import category_tables, prize_page
from tournaments.standings.queries.standings import standings, with_rating_changes, without_empty_columns

STARTED = (Event.State.RUNNING, Event.State.CLOSED)
GET_OR_POST = ["GET", "HEAD", "POST"]


def categories_context(request: HttpRequest, head: EventHead) -> dict[str, Any]:
    """The tables of all categories, for pages and sheets."""
    table = standings(head.event, head.version, table_admission(request, head.event))
    shown = with_rating_changes(head.event, without_empty_columns(table, table))
    return {"table": shown, "categories": category_tables(rows_for(head), shown)}


def prizes_context(request: HttpRequest, head: EventHead) -> dict[str, Any]:
    """Who gets what, for pages and sheets."""
    table = standings(head.event, head.version, table_admission(request, head.event))
    return {"prizes": prize_page(rows_for(head), table)}


@require_safe
def categories(request: HttpRequest, event_id: int) -> HttpResponse:
    """The table of each category."""
    head = event_head(get_visible_event(request, event_id), request.user)
    context = event_context(head, "event", has_started=head.event.state in STARTED, **categories_context(request, head))
    return render(request, "tournaments/standings/categories.html", context)


@require_safe
def categories_csv(request: HttpRequest, event_id: int) -> HttpResponse:
    """The tables of all categories for a spreadsheet."""
    head = event_head(get_visible_event(request, event_id), request.user)
    found = categories_context(request, head)
    return as_csv(
        standings_files.categories_csv(head.event, found["table"], found["categories"]), head.event, "categories"
    )


@require_safe
def prizes(request: HttpRequest, event_id: int) -> HttpResponse:
    """Who gets which prize, with the reason."""
    head = event_head(get_visible_event(request, event_id), request.user)
    context = event_context(head, "event", has_started=head.event.state in STARTED, **prizes_context(request, head))
    return render(request, "tournaments/standings/prizes.html", context)


@require_safe
def prizes_csv(request: HttpRequest, event_id: int) -> HttpResponse:
    """Who gets which prize, for a spreadsheet."""
    head = event_head(get_visible_event(request, event_id), request.user)
    return as_csv(standings_files.prizes_csv(head.event, prizes_context(request, head)["prizes"]), head.event, "prizes")
