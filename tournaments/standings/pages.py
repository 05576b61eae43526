"""The public tables of categories and prizes, and what if."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from common.web import BAD_INPUT
from gipf_engine.messages import gettext_noop as _
from players.core.pagination import page_of
from players.core.rate_limit import TooMany
from tournaments.core.errors import EventRefused
from tournaments.core.hidden_standings import need_shown
from tournaments.core.pages import (
    as_csv,
    conditional_get,
    event_context,
    get_visible_event,
    refusals_shown,
    rows_for,
    too_many,
    whole_tables_bounded,
)
from tournaments.core.queries.events import EventHead, event_head
from tournaments.models import Event
from tournaments.rate_limit import admission, table_admission
from tournaments.standings import standings_files
from tournaments.standings.queries.prizes import category_tables, prize_page
from tournaments.standings.queries.standings import standings, with_rating_changes, without_empty_columns
from tournaments.standings.queries.what_if import (
    FIELD,
    compare,
    offered_results,
    open_games,
    parse_supposed,
    supposed_standings,
)
from tournaments.standings.services import can_be_changed

# --- categories and prizes: the public tables, and the forms of organisers --------------------------------


STARTED = (Event.State.RUNNING, Event.State.CLOSED)


def categories_context(request: HttpRequest, head: EventHead) -> dict[str, Any]:
    """The tables of all categories, for pages and sheets."""
    need_shown(rows_for(head), whole=head.may_run)
    table = standings(head.event, head.version, table_admission(request, head.event), whole=head.may_run)
    shown = with_rating_changes(head.event, without_empty_columns(table, table))
    may_change = head.may_edit and can_be_changed(head.event)
    return {"table": shown, "categories": category_tables(rows_for(head), shown), "may_change": may_change}


def prizes_context(request: HttpRequest, head: EventHead) -> dict[str, Any]:
    """Who gets what, for pages and sheets."""
    need_shown(rows_for(head), whole=head.may_run)
    table = standings(head.event, head.version, table_admission(request, head.event), whole=head.may_run)
    may_change = head.may_edit and can_be_changed(head.event)
    return {"prizes": prize_page(rows_for(head), table), "may_change": may_change}


@require_safe
@refusals_shown
def categories(request: HttpRequest, event_id: int) -> HttpResponse:
    """The table of each category."""
    head = event_head(get_visible_event(request, event_id), request.user)
    context = event_context(head, "event", has_started=head.event.state in STARTED, **categories_context(request, head))
    return render(request, "tournaments/standings/categories.html", context)


@require_safe
@refusals_shown
def categories_csv(request: HttpRequest, event_id: int) -> HttpResponse:
    """The tables of all categories for a spreadsheet."""
    head = event_head(get_visible_event(request, event_id), request.user)
    found = categories_context(request, head)
    return as_csv(
        standings_files.categories_csv(head.event, found["table"], found["categories"]), head.event, "categories"
    )


@require_safe
@refusals_shown
def prizes(request: HttpRequest, event_id: int) -> HttpResponse:
    """Who gets which prize, with the reason."""
    head = event_head(get_visible_event(request, event_id), request.user)
    context = event_context(head, "event", has_started=head.event.state in STARTED, **prizes_context(request, head))
    return render(request, "tournaments/standings/prizes.html", context)


@require_safe
@refusals_shown
def prizes_csv(request: HttpRequest, event_id: int) -> HttpResponse:
    """Who gets which prize, for a spreadsheet."""
    head = event_head(get_visible_event(request, event_id), request.user)
    return as_csv(standings_files.prizes_csv(head.event, prizes_context(request, head)["prizes"]), head.event, "prizes")


# --- what if: the standings with results that a reader supposes -------------------------------------------


@require_safe
@conditional_get
@whole_tables_bounded
@refusals_shown
def what_if(request: HttpRequest, event_id: int) -> HttpResponse:
    """Choose results of games that are still open, and see the table that they would make. Nothing is stored."""
    event = get_visible_event(request, event_id)
    head = event_head(event, request.user)
    if event.state != Event.State.RUNNING or not head.has_opponents:
        raise Http404
    rows, error = rows_for(head), ""
    need_shown(rows, whole=head.may_run)
    admit = table_admission(request, event)
    try:
        supposed = parse_supposed(request.GET.getlist(FIELD))
        now = standings(event, head.version, admit, whole=head.may_run)
        if supposed:
            admission(request)()
            admit()
        table = supposed_standings(rows, supposed) if supposed else now
    except EventRefused as refused:
        supposed, error = {}, refused.message.translate(gettext)
        table = now = standings(event, head.version, admit, whole=head.may_run)
    except TooMany as many:
        return too_many(request, event, _("Too many hypothetical tables were requested."), many)
    part = page_of(request, compare(without_empty_columns(table, table), now))
    more = {
        "games": open_games(rows, supposed),
        "codes": offered_results(event),
        "supposed": len(supposed),
        "table": without_empty_columns(table, table),
        "part": part,
        "now": now,
        "error": error,
    }
    context = event_context(head, "event", **more)
    return render(request, "tournaments/standings/what_if.html", context, status=BAD_INPUT if error else 200)
