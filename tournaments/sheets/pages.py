"""Sheets to be printed, and the screen of a hall."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.translation import get_language, gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from common.installation import is_being_installed
from common.limited_process import LimitReached
from common.web import REFUSED
from gipf_engine.messages import Message, Refused
from gipf_engine.messages import gettext_noop as _
from players.core.limits import take_heavy
from players.core.rate_limit import TooMany
from players.permissions import require
from players.roles import Permission
from tournaments.core.hidden_standings import hidden_after, need_shown
from tournaments.core.pages import (
    conditional_get,
    earlier_round_in,
    event_context,
    get_visible_event,
    number_in,
    refusals_shown,
    rows_for,
    show_refusal,
    too_many,
)
from tournaments.core.queries.clocks import clock_of
from tournaments.core.queries.events import EventHead, event_head
from tournaments.entries.pages.check_in import cards_context
from tournaments.entries.queries import player_rows
from tournaments.models import Event, Round
from tournaments.rate_limit import table_admission
from tournaments.results.pages import slips_context
from tournaments.rounds.queries.rounds import round_page
from tournaments.sheets.live_boards import board_parts
from tournaments.sheets.pdf import TooLongError, can_make_pdf, find_or_make_pdf
from tournaments.sheets.queries import LOOKS, USUAL_LOOKS, places_by_name, round_ends_at, score_cards, slides_of
from tournaments.standings.pages import categories_context, prizes_context
from tournaments.standings.queries.crosstables import cross_grid_of
from tournaments.standings.queries.standings import standings, with_rating_changes, without_empty_columns
from tournaments.teams.queries.tables import shown_team_standings

# --- the page for a projector or a screen in the playing hall ---------------------------------------------
# It turns by itself, and tells how long the round lasts.


LOOK_NAMES = {
    "boards": Message(_("By board")),
    "names": Message(_("By name")),
    "standings": Message(_("Standings")),
    "players": Message(_("Players")),
}


def offered_looks(chosen: Container[str], *, teams_meet: bool) -> list[tuple[str, str, bool]]:
    """What a reader can choose for a screen: key, name, whether it is chosen; players apart where teams meet."""
    names = ((look, label) for look, label in LOOK_NAMES.items() if look != "players" or teams_meet)
    return [(look, label.translate(gettext), look in chosen) for look, label in names]


@require_safe
@conditional_get
def screen(request: HttpRequest, event_id: int) -> HttpResponse:
    """The last round by board or by name and the standings, as `?show=` asks, part by part.

    `?minutes=` is how long a round lasts. Standings are of teams where these meet, and those of their players too.
    """
    event = get_visible_event(request, event_id)
    head = event_head(event, request.user)
    rows, minutes = rows_for(head), number_in(request, "minutes")
    has_table = event.state in (Event.State.RUNNING, Event.State.CLOSED)
    table = standings(event, head.version, table_admission(request, event)) if has_table else None
    page = round_page(rows, len(rows.rounds), with_reasons=False) if rows.rounds else None
    ends_at = round_ends_at(rows, minutes)
    progress = table.progress if table is not None else None
    looks = [look for look in LOOKS if look in request.GET.getlist("show")] or USUAL_LOOKS
    teams = shown_team_standings(rows, whole=False) if has_table and head.for_teams else None
    more = {"slides": slides_of(page, table, looks, teams), "page": page, "minutes": minutes, "ends_at": ends_at}
    offered = offered_looks(looks, teams_meet=head.for_teams)
    context = event_context(head, "event", progress=progress, looks=offered, clock=clock_of(event), **more)
    return render(request, "tournaments/sheets/screen.html", context)


@require_safe
def board_screen(request: HttpRequest, event_id: int) -> HttpResponse:
    """The boards of the last round as they are being played or recorded, part by part, with the clock of the round."""
    event = get_visible_event(request, event_id)
    head = event_head(event, request.user)
    rows = rows_for(head)
    page = round_page(rows, len(rows.rounds), with_reasons=False) if rows.rounds else None
    parts = board_parts(page) if page is not None and head.has_opponents else []
    context = event_context(head, "event", parts=parts, page=page, clock=clock_of(event))
    return render(request, "tournaments/sheets/board_screen.html", context)


# --- what is printed of an event --------------------------------------------------------------------------
# Each sheet as a page to print, and as a PDF where this server can make one.


STARTED = (Event.State.RUNNING, Event.State.CLOSED)
NO_PDF_YET = _("PDF support is being installed. Try again in a minute, or print the page from your browser.")
NO_PDF = _(
    "This server cannot create PDF files because Pango is not installed. Print the page from your browser instead."
)
TOO_LONG = _("This sheet is too long for a PDF. Print the page with your browser instead.")
MOST_ENTRIES_IN_PDF = 2_000
Context = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Sheet:
    """A kind of sheet: its name, what is on it, whether it is of one round, and the act that reading it takes."""

    name: str
    context: Callable[[HttpRequest, EventHead], Context]
    of_round: bool = False
    permission: Permission | None = None
    page: str = ""
    """The address of its page, where that is more than a sheet."""


def _round(request: HttpRequest, head: EventHead) -> Context:
    rows = rows_for(head)
    number = number_in(request, "round") or len(rows.rounds)
    page = round_page(rows, number, with_reasons=False, whole=head.may_run)
    if page is None or page.planned:
        raise Http404
    return {"number": number, "page": page}


def _places_by_name(request: HttpRequest, head: EventHead) -> Context:
    found = _round(request, head)
    return {**found, "places": places_by_name(found["page"])}


def _standings(request: HttpRequest, head: EventHead) -> Context:
    event = head.event
    after = earlier_round_in(request, event)
    table = standings(_started(event), head.version, table_admission(request, event), after, whole=head.may_run)
    table = without_empty_columns(table, table)
    hidden = hidden_after(event, head.version)
    is_now = after is None and (head.may_run or hidden is None)
    shown = with_rating_changes(event, table) if is_now else table
    teams = shown_team_standings(rows_for(head), after, whole=head.may_run) if head.for_teams else None
    return {"table": shown, "teams": teams, "hidden": hidden, "whole": head.may_run}


def _cross_table(request: HttpRequest, head: EventHead) -> Context:
    event = _started(head.event)
    return {"grid": cross_grid_of(rows_for(head), head.version, table_admission(request, event), whole=head.may_run)}


def _started(event: Event) -> Event:
    if event.state not in STARTED:
        raise Http404
    return event


def _players(_request: HttpRequest, head: EventHead) -> Context:
    return {"players": player_rows(rows_for(head))}


def _score_cards(_request: HttpRequest, head: EventHead) -> Context:
    _started(head.event)
    need_shown(rows_for(head), whole=head.may_run)
    return {"score_cards": score_cards(rows_for(head))}


def _categories(request: HttpRequest, head: EventHead) -> Context:
    _started(head.event)
    return categories_context(request, head)


def _prizes(request: HttpRequest, head: EventHead) -> Context:
    _started(head.event)
    return prizes_context(request, head)


def _slips(request: HttpRequest, head: EventHead) -> Context:
    number = _round(request, head)["number"]
    return slips_context(request, Round.objects.get(event=head.event, number=number))


def _player_cards(request: HttpRequest, head: EventHead) -> Context:
    return cards_context(request, head.event)


SHEETS: Mapping[str, Sheet] = {
    "pairings": Sheet(_("Pairings by board"), _round, of_round=True),
    "names": Sheet(_("Pairings by name"), _places_by_name, of_round=True),
    "board-cards": Sheet(_("Board cards"), _round, of_round=True),
    "slips": Sheet(
        _("Result slips with QR codes"), _slips, of_round=True, permission=Permission.DECIDE_RESULT, page="event-slips"
    ),
    "standings": Sheet(_("Standings"), _standings),
    "crosstable": Sheet(_("Cross table"), _cross_table),
    "categories": Sheet(_("Tables of the categories"), _categories),
    "prizes": Sheet(_("Prizes"), _prizes),
    "players": Sheet(_("List of players"), _players),
    "score-cards": Sheet(_("Score cards"), _score_cards),
    "player-cards": Sheet(
        _("Player cards"), _player_cards, permission=Permission.ENTER_PLAYERS, page="event-check-in-cards"
    ),
}


@require_safe
def index(request: HttpRequest, event_id: int) -> HttpResponse:
    """Every sheet that the reader may print."""
    head = event_head(get_visible_event(request, event_id), request.user)
    has_started, paired = head.event.state in STARTED, len(rows_for(head).rounds)
    offered = [
        (key, sheet)
        for key, sheet in SHEETS.items()
        if (sheet.permission is None or head.may_run)
        and (paired and head.has_opponents if sheet.of_round else has_started or key in ("players", "player-cards"))
    ]
    context = event_context(head, "event-desk" if head.may_run else "event-info", sheets=offered)
    context |= {"rounds": range(1, paired + 1), "has_pdf": can_make_pdf(), "no_pdf": _why_no_pdf()}
    return render(request, "tournaments/sheets/index.html", context)


@require_safe
@never_cache
@refusals_shown
def sheet(request: HttpRequest, event_id: int, sheet: str) -> HttpResponse:
    """A sheet to be printed by the browser."""
    head, chosen = _find_sheet(request, event_id, sheet)
    if chosen.page:
        number = number_in(request, "round") or len(rows_for(head).rounds)
        return redirect(chosen.page, event_id, *([number] if chosen.of_round else []))
    context = _context(request, head, sheet, chosen) | {"layout": "tournaments/core/event_base.html"}
    context |= {"has_pdf": can_make_pdf(), "round_asked": number_in(request, "round")}
    return render(request, f"tournaments/sheets/{sheet}.html", context)


@require_safe
@never_cache
@refusals_shown
def pdf(request: HttpRequest, event_id: int, sheet: str) -> HttpResponse:
    """A sheet as a PDF, in the reader's language."""
    head, chosen = _find_sheet(request, event_id, sheet)
    if not can_make_pdf():
        return show_refusal(request, head.event, Refused(_why_no_pdf()), REFUSED)
    if head.event.entries.count() > MOST_ENTRIES_IN_PDF:
        return show_refusal(request, head.event, Refused(Message(TOO_LONG)), REFUSED)
    try:
        made = find_or_make_pdf(
            _asked(request, head, sheet, chosen),
            lambda: _write_pdf_page(request, head, sheet, chosen),
            partial(take_heavy, request),
        )
    except TooMany as many:
        return too_many(request, head.event, _("Too many PDF files were requested."), many)
    except (TooLongError, LimitReached):
        return show_refusal(request, head.event, Refused(Message(TOO_LONG)), REFUSED)
    name = f"{sheet}-{event_id}.pdf"
    return HttpResponse(
        made, content_type="application/pdf", headers={"Content-Disposition": f'inline; filename="{name}"'}
    )


def _write_pdf_page(request: HttpRequest, head: EventHead, key: str, chosen: Sheet) -> str:
    context = _context(request, head, key, chosen) | {"layout": "tournaments/sheets/pdf_base.html"}
    return render_to_string(f"tournaments/sheets/{key}.html", context, request)


def _asked(request: HttpRequest, head: EventHead, key: str, chosen: Sheet) -> str:
    """What names the sheet as this reader sees it; "" for those with links that are a person's alone."""
    if chosen.permission is not None:
        return ""
    parts = (head.event.pk, head.version, head.may_run, key, request.GET.get("round", ""), get_language())
    return sha256(repr(parts).encode()).hexdigest()


def _why_no_pdf() -> Message:
    return Message(NO_PDF_YET if is_being_installed() else NO_PDF)


def _find_sheet(request: HttpRequest, event_id: int, key: str) -> tuple[EventHead, Sheet]:
    event = get_visible_event(request, event_id)
    chosen = SHEETS.get(key)
    if chosen is None:
        raise Http404
    if chosen.permission is not None:
        require(request.user, chosen.permission, event.scope)
    return event_head(event, request.user), chosen


def _context(request: HttpRequest, head: EventHead, key: str, chosen: Sheet) -> dict[str, Any]:
    context = event_context(head, "event-desk" if head.may_run else "event-info", key=key, sheet=chosen)
    return context | {"printed_at": timezone.now(), "language": get_language()} | dict(chosen.context(request, head))
