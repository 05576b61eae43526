"""Tables and events to take along: CSV and JSON."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.http import require_safe

from tournaments import exports
from tournaments.models import Event
from tournaments.queries.crosstables import cross_grid_of
from tournaments.queries.heads import event_head
from tournaments.queries.standings import standings
from tournaments.views.frame import rows_for, seen_event, unchanged_while_quiet


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


def _csv(text: str, event: Event, what: str) -> HttpResponse:
    return _as_file(HttpResponse(text, content_type="text/csv; charset=utf-8"), event, f"{what}.csv")


def _as_file(answer: HttpResponse, event: Event, name: str) -> HttpResponse:
    answer["Content-Disposition"] = f'attachment; filename="event-{event.pk}-{name}"'
    return answer
