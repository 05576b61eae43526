"""Standings and boards of an event for frames of other sites."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from common.embedding import embedded
from tournaments.core.pages import get_visible_event, number_in, rows_for
from tournaments.core.queries.events import event_head
from tournaments.models import Event
from tournaments.rate_limit import table_admission
from tournaments.rounds.queries.rounds import round_page
from tournaments.standings.queries.standings import standings
from tournaments.teams.queries.tables import shown_team_standings

STARTED = (Event.State.RUNNING, Event.State.CLOSED)
MOST_ROWS = 500
"""Rows of a table: a frame is no place for more."""


@embedded
def embedded_standings(request: HttpRequest, event_id: int) -> HttpResponse:
    """The standings as they are now, those of teams where these meet; `?rows=` shows the first so many."""
    event = get_visible_event(request, event_id)
    head = event_head(event, request.user)
    table, teams = None, None
    if event.state in STARTED:
        table = standings(event, head.version, table_admission(request, event))
        teams = shown_team_standings(rows_for(head), whole=False) if head.for_teams else None
    first = slice(min(number_in(request, "rows") or MOST_ROWS, MOST_ROWS))
    context = {"event": event, "head": head, "table": table, "rows": table.rows[first] if table else ()}
    context |= {"teams": teams, "lines": teams.lines[first] if teams and teams.rounds else ()}
    return render(request, "tournaments/sheets/embedded_standings.html", context)


@embedded
def embedded_boards(request: HttpRequest, event_id: int) -> HttpResponse:
    """The boards of the last round with their results; `?round=` shows another one."""
    event = get_visible_event(request, event_id)
    head = event_head(event, request.user)
    rows = rows_for(head)
    number = number_in(request, "round") or len(rows.rounds)
    if number > len(rows.rounds):
        raise Http404
    page = round_page(rows, number, with_reasons=False) if number else None
    boards = page.boards[:MOST_ROWS] if page else ()
    context = {"event": event, "head": head, "number": number, "boards": boards}
    return render(request, "tournaments/sheets/embedded_boards.html", context)
