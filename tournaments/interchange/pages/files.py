"""Tables and whole events as files."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from gipf_engine.messages import Message
from gipf_engine.rules.certificate import write_certificate
from players.permissions import require
from players.roles import Permission
from tournaments.core.downloads import as_csv, as_file
from tournaments.core.loader import EventData, load
from tournaments.core.pages import (
    conditional_get,
    earlier_round_in,
    event_context,
    get_visible_event,
    rows_for,
    show_refusal,
)
from tournaments.core.queries.event_header import event_head
from tournaments.interchange.formats import tables
from tournaments.interchange.formats.exporters import EXPORTERS, Exporter
from tournaments.interchange.formats.imported_event import FileRefused
from tournaments.interchange.services.sign_event import sign_event
from tournaments.models import Event
from tournaments.rate_limit import table_admission
from tournaments.standings import standings_files
from tournaments.standings.queries.crosstables import cross_grid_of
from tournaments.standings.queries.standings import standings, with_rating_changes


@require_safe
@conditional_get
def standings_csv(request: HttpRequest, event_id: int) -> HttpResponse:
    """The standings for a spreadsheet, with `?round=` those after an earlier round."""
    event = get_visible_event(request, event_id)
    after = earlier_round_in(request, event)
    table = standings(event, admit=table_admission(request, event), after=after)
    table = table if after else with_rating_changes(event, table)
    return as_csv(standings_files.standings_csv(event, table), event, f"standings-{after}" if after else "standings")


@require_safe
@conditional_get
def cross_table_csv(request: HttpRequest, event_id: int) -> HttpResponse:
    """The cross table for a spreadsheet."""
    event = get_visible_event(request, event_id)
    head = event_head(event, request.user)
    grid = cross_grid_of(rows_for(head), head.version, table_admission(request, event))
    return as_csv(standings_files.cross_table_csv(event, grid), event, "crosstable")


@require_safe
@conditional_get
def event_json(request: HttpRequest, event_id: int) -> HttpResponse:
    """The whole event for other programs."""
    event = get_visible_event(request, event_id)
    head = event_head(event, request.user)
    table_admission(request, event)()  # it is not kept
    text = tables.event_json_text(rows_for(head), standings(event, head.version))
    return as_file(HttpResponse(text, content_type="application/json"), event, "event.json")


@require_safe
def signed_results(request: HttpRequest, event_id: int) -> HttpResponse:
    """The final standings of a closed event, in a statement that this server signed now (docs/certificates.md)."""
    event = get_visible_event(request, event_id)
    if event.state != Event.State.CLOSED:
        raise Http404
    head = event_head(event, request.user)
    table_admission(request, event)()
    statement = sign_event(event, tables.signed_values(rows_for(head), standings(event, head.version)))
    return as_file(HttpResponse(write_certificate(statement), content_type="application/json"), event, "signed.json")


@require_safe
def files(request: HttpRequest, event_id: int) -> HttpResponse:
    """All files of an event, for whoever runs it."""
    event = get_visible_event(request, event_id)
    require(request.user, Permission.RUN_ROUNDS, event.scope)
    head, rows = event_head(event, request.user), load(event)
    formats = [(exporter, _blockers(rows, exporter)) for exporter in EXPORTERS.values()]
    return render(request, "tournaments/interchange/files.html", event_context(head, "event-desk", formats=formats))


def _blockers(rows: EventData, exporter: Exporter) -> tuple[Message, ...]:
    """Why the event cannot be written so; nothing where it can."""
    try:
        exporter.serialize(rows)
    except FileRefused as error:
        return error.blockers
    return ()


@require_safe
def event_file(request: HttpRequest, event_id: int, kind: str) -> HttpResponse:
    """The whole event as a file, with what is not public: for whoever runs it."""
    event = get_visible_event(request, event_id)
    require(request.user, Permission.RUN_ROUNDS, event.scope)
    exporter = EXPORTERS.get(kind)
    if exporter is None:
        raise Http404
    try:
        data = exporter.serialize(load(event))
    except FileRefused as error:
        return show_refusal(request, event, error)
    return as_file(HttpResponse(data, content_type=exporter.content_type), event, exporter.file_name)
