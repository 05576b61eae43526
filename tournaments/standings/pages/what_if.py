"""What if: the standings with results that a reader supposes."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from common.web import BAD_INPUT
from gipf_engine.messages import gettext_noop as _
from players.core.pagination import page_of
from players.core.rate_limit import TooMany
from tournaments.core.errors import EventRefused
from tournaments.core.pages import (
    conditional_get,
    event_context,
    get_visible_event,
    rows_for,
    too_many,
    whole_tables_bounded,
)
from tournaments.core.queries.event_header import event_head
from tournaments.models import Event
from tournaments.rate_limit import admission, table_admission
from tournaments.standings.queries.standings import standings, without_empty_columns
from tournaments.standings.queries.what_if import (
    FIELD,
    compare,
    offered_results,
    open_games,
    parse_supposed,
    supposed_standings,
)


@require_safe
@conditional_get
@whole_tables_bounded
def what_if(request: HttpRequest, event_id: int) -> HttpResponse:
    """Choose results of games that are still open, and see the table that they would make. Nothing is stored."""
    event = get_visible_event(request, event_id)
    head = event_head(event, request.user)
    if event.state != Event.State.RUNNING or not head.has_opponents:
        raise Http404
    rows, error = rows_for(head), ""
    admit = table_admission(request, event)
    try:
        supposed = parse_supposed(request.GET.getlist(FIELD))
        now = standings(event, head.version, admit)
        if supposed:
            admission(request)()
            admit()
        table = supposed_standings(rows, supposed) if supposed else now
    except EventRefused as refused:
        supposed, error = {}, refused.message.translate(gettext)
        table = now = standings(event, head.version, admit)
    except TooMany as many:
        return too_many(request, event, _("Too many supposed tables were asked for."), many)
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
