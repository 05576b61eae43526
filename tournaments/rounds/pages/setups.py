"""Chance in a round: what it laid out and who begins, to check, and to draw anew."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from common.web import BAD_INPUT, REFUSED, RefusalsShown, done_response, posted_data
from games.core.board_state import render_game
from games.core.replay import Start, frames
from gipf_engine.rules.setup_seed import board_seed_text
from gipf_engine.tournament.pairing.first_move import FIRST_MOVE, STEPS
from players.permissions import require
from players.roles import Permission
from tournaments.core.loader import EventData, load
from tournaments.core.pages import event_context, get_visible_event, rows_for
from tournaments.core.queries.event_header import EventHead, event_head
from tournaments.core.setup_draws import setup_generator_of
from tournaments.duplicate.queries import draw_document
from tournaments.models import Event
from tournaments.rounds.forms.setups import RedrawForm
from tournaments.rounds.queries.setup_draws import Draw, RoundDraws, SetupOfBoard, lots_of, round_draws, setup_of_boards
from tournaments.rounds.services.setup_redraws import redraw_setups


@dataclass(frozen=True, slots=True)
class Picture:
    """A set-up drawn, with the boards that have it."""

    laid: SetupOfBoard
    svg: SafeString


@dataclass(frozen=True, slots=True)
class Check:
    """How to check a draw in force. `derived` is the text for a board's own seed, "" where all have the same."""

    draw: Draw
    derived: str


@require_http_methods(["GET", "HEAD", "POST"])
def setups(request: HttpRequest, event_id: int, number: int) -> HttpResponse:
    """What was drawn for a round with what proves it. Arbiters draw anew by posting a reason."""
    event = get_visible_event(request, event_id)
    if request.method == "POST":
        return _redraw(request, event, number)
    head = event_head(event, request.user)
    rows = rows_for(head)
    return _show_setups(request, head, rows, number, form=_form(rows, number, posted_data(request)))


def _redraw(request: HttpRequest, event: Event, number: int) -> HttpResponse:
    account = require(request.user, Permission.RUN_ROUNDS, event.scope)
    rows = load(event)
    form = _form(rows, number, request.POST)
    if not form.is_valid():
        return _show_setups(request, event_head(event, request.user), rows, number, form=form, status=BAD_INPUT)
    data = form.input
    with RefusalsShown(form):
        redraw_setups(event.pk, account, number, board=data["board"], reason=data["reason"], expect=data["drawn"])
        return done_response(request, _("Drawn again."), "event-setups", event.pk, number)
    return _show_setups(request, event_head(event, request.user), load(event), number, form=form, status=REFUSED)


def _form(rows: EventData, number: int, data: Any = None) -> RedrawForm:
    own = rows.event.setups == Event.Setups.BOARD and setup_generator_of(rows.event) is not None
    boards = [table.board for each in setup_of_boards(rows, number) for table in each.tables] if own else []
    drawn_before = sum(len(each.draws) for each in round_draws(rows, number))
    return RedrawForm(data, boards=boards, initial={"drawn": drawn_before})


def _show_setups(
    request: HttpRequest,
    head: EventHead,
    rows: EventData,
    number: int,
    *,
    form: RedrawForm | None = None,
    status: int = 200,
) -> HttpResponse:
    found = round_draws(rows, number)
    if not found:
        raise Http404
    (draws,) = found
    may_redraw = head.may_run and rows.event.state == Event.State.RUNNING and (draws.lays_out or not draws.started)
    more: dict[str, Any] = {
        "number": number,
        "draws": draws,
        "pictures": _pictures(rows, setup_of_boards(rows, number)),
        "checks": _checks(draws),
        "chance": setup_generator_of(rows.event),
        "lots": lots_of(rows, draws),
        "first_move": FIRST_MOVE,
        "first_move_steps": STEPS,
        "form": (form or _form(rows, number)) if may_redraw else None,
    }
    template = "tournaments/rounds/setups.html"
    if draws.deals:
        round_ = rows.round(number)
        more["document"] = draw_document(rows, round_) if round_ is not None else None
        template = "tournaments/rounds/deal_draws.html"
    return render(request, template, event_context(head, "event-pairings", **more), status=status)


def _pictures(rows: EventData, laid: Sequence[SetupOfBoard]) -> list[Picture]:
    event = rows.event
    starts = [Start(event.rules, tuple(event.options), each.setup) for each in laid]
    return [Picture(each, render_game(frames(start, ())[0])) for each, start in zip(laid, starts, strict=True)]


def _checks(draws: RoundDraws) -> list[Check]:
    """How to check the draws in force, once their seeds are shown."""
    shown = [(draw, draw.seed) for draw in draws.current if draw.seed is not None]
    return [
        Check(draw, board_seed_text(draw.version, seed, draw.board or 1) if draws.own else "") for draw, seed in shown
    ]
