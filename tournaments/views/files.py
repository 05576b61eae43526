"""Tables and events to take along: CSV and JSON."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from phrases import Phrase
from players.permissions import require
from players.roles import Act
from tournaments import exports
from tournaments.interchange.incoming import FileRefused
from tournaments.interchange.writing import FILES
from tournaments.models import Event
from tournaments.queries.crosstables import cross_grid_of
from tournaments.queries.heads import event_head
from tournaments.queries.standings import standings
from tournaments.rows import load
from tournaments.views.frame import event_context, refused, rows_for, seen_event, unchanged_while_quiet


@require_safe
@unchanged_while_quiet
def standings_csv(request: HttpRequest, event_id: int) -> HttpResponse:
    """The standings for a spreadsheet."""
    event = seen_event(request, event_id)
    return _csv(exports.standings_csv(standings(event)), event, "standings")


@require_safe
@unchanged_while_quiet
def cross_table_csv(request: HttpRequest, event_id: int) -> HttpResponse:
    """The cross table for a spreadsheet."""
    event = seen_event(request, event_id)
    head = event_head(event, request.user)
    return _csv(exports.cross_table_csv(cross_grid_of(rows_for(head), head.version)), event, "crosstable")


@require_safe
@unchanged_while_quiet
def event_json(request: HttpRequest, event_id: int) -> HttpResponse:
    """The whole event for other programs."""
    event = seen_event(request, event_id)
    head = event_head(event, request.user)
    document = exports.event_json(rows_for(head), standings(event, head.version))
    answer = JsonResponse(document, json_dumps_params={"indent": 1, "ensure_ascii": False})
    return _as_file(answer, event, "event.json")


@require_safe
def files(request: HttpRequest, event_id: int) -> HttpResponse:
    """All files of an event, for whoever runs it."""
    event = seen_event(request, event_id)
    require(request.user, Act.RUN_ROUNDS, event.scope)
    head = event_head(event, request.user)
    return render(
        request, "tournaments/files.html", event_context(head, "event-desk") | {"trf_refusal": _no_trf(event)}
    )


def _no_trf(event: Event) -> Phrase | None:
    """Why TRF cannot say this event as it is now; None where it can."""
    try:
        FILES["trf26"](load(event))
    except FileRefused as error:
        return error.phrase
    return None


@require_safe
def event_file(request: HttpRequest, event_id: int, kind: str) -> HttpResponse:
    """The whole event as a file, with what is not public: for whoever runs it."""
    event = seen_event(request, event_id)
    require(request.user, Act.RUN_ROUNDS, event.scope)
    if kind not in FILES:
        raise Http404
    try:
        data = FILES[kind](load(event))
    except FileRefused as error:
        return refused(request, event, error)
    as_json = kind == "json"
    answer = HttpResponse(data, content_type="application/json" if as_json else "text/plain; charset=utf-8")
    return _as_file(answer, event, "event-file.json" if as_json else f"{kind}.trf")


def _csv(text: str, event: Event, what: str) -> HttpResponse:
    return _as_file(HttpResponse(text, content_type="text/csv; charset=utf-8"), event, f"{what}.csv")


def _as_file(answer: HttpResponse, event: Event, name: str) -> HttpResponse:
    answer["Content-Disposition"] = f'attachment; filename="event-{event.pk}-{name}"'
    return answer
