"""The page of what an event can still become: before it, during it, after it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from gipf_engine.messages import gettext_noop as _
from players.core.pagination import page_of
from players.core.rate_limit import TooMany
from tournaments.core.hidden_standings import shown_through
from tournaments.core.loader import EntryRow, EventData
from tournaments.core.pages import (
    conditional_get,
    event_context,
    get_visible_event,
    number_in,
    rows_for,
    too_many,
    whole_tables_bounded,
)
from tournaments.core.queries.events import EventHead, event_head
from tournaments.forecast import words
from tournaments.forecast.queries import (
    OutlookRow,
    has_race,
    performances,
    race,
    rounds_forecast,
    shows_ratings,
)
from tournaments.models import Event
from tournaments.rate_limit import admission, table_admission
from tournaments.standings.queries.standings import standings

EXAMPLE, MOST_PLAYERS = 16, 500
SHOWN_NEEDS = 3
"""So many players who must drop points are named."""


@require_safe
@conditional_get
@whole_tables_bounded
def forecast(request: HttpRequest, event_id: int) -> HttpResponse:
    """Before an event: how many rounds it needs; during it: who can still win; after it: what the results say."""
    event = get_visible_event(request, event_id)
    head = event_head(event, request.user)
    if not head.has_opponents or head.by_clock or head.for_teams:
        raise Http404
    rows = rows_for(head)
    try:
        more = _phase_context(request, head, rows)
    except TooMany as many:
        return too_many(request, event, _("Too many forecasts were requested."), many)
    return render(request, "tournaments/forecast/forecast.html", event_context(head, "event", **more))


def _phase_context(request: HttpRequest, head: EventHead, rows: EventData) -> dict[str, Any]:
    if shown_through(rows) is not None:  # it would tell who leads
        return {"phase": "hidden"}
    if head.event.state == Event.State.CLOSED:
        return {"phase": "after", **_after(request, head, rows)}
    if head.event.state == Event.State.RUNNING:
        return {"phase": "during", **_during(request, head, rows), **_after(request, head, rows)}
    return {"phase": "before", **_before(request, head, rows)}


def _before(request: HttpRequest, head: EventHead, rows: EventData) -> dict[str, Any]:
    asked = number_in(request, "players")
    players = len(rows.entries) if asked is None else min(asked, MOST_PLAYERS)
    players = players if players > 1 else EXAMPLE
    found = rounds_forecast(rows, head.version, players, admission(request))
    return {"rounds": found, "players": players, "most_players": MOST_PLAYERS}


def _during(request: HttpRequest, head: EventHead, rows: EventData) -> dict[str, Any]:
    if not has_race(rows):
        return {"race": None}
    found = race(rows, head.version, admission(request))
    lines = [_line(rows, each) for each in found.rows]
    own = next((line for line in lines if line["entry"].id == head.own_entry), None)
    still = sum(each.is_in for each in found.rows)
    return {"race": found, "part": page_of(request, lines), "own": own, "still": still}


def _line(rows: EventData, row: OutlookRow) -> dict[str, Any]:
    entry: EntryRow = rows.by_number[row.number]
    chance = words.CHANCES[row.chance]
    told = {"chance": chance, "is_good": row.chance in words.GOOD}
    return {"entry": entry, "row": row, **told, "needs": words.needs(row, _names_of_rivals(rows, row))}


def _names_of_rivals(rows: EventData, row: OutlookRow) -> Mapping[int, str]:
    return {number: rows.by_number[number].name for number, _spare in row.rivals[:SHOWN_NEEDS]}


def _after(request: HttpRequest, head: EventHead, rows: EventData) -> dict[str, Any]:
    if not shows_ratings(head.event):
        return {"performances": None}
    table = standings(head.event, head.version, table_admission(request, head.event))
    found = performances(rows, table)
    if head.event.state == Event.State.RUNNING:
        return {"performances": [each for each in found if each.games and each.row.entry.id == head.own_entry]}
    found = found if any(each.games for each in found) else []
    return {"performances": found, "changes": any(each.change is not None for each in found)}
