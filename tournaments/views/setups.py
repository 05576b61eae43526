"""What chance laid out in a round: to lay out, to check, and to draw anew."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games.replay import Start, frames
from games.rules.chance import derived
from games.views.game import drawn
from players.permissions import require
from players.roles import Act
from players.views.frame import posted
from tournaments.deals import chance_of
from tournaments.forms.setups import RedrawForm
from tournaments.models import Event
from tournaments.queries.deals import Draw, LaidOut, RoundDraws, laid_out, round_draws
from tournaments.queries.heads import EventHead, event_head
from tournaments.refusals import EventRefused
from tournaments.rows import EventRows, load
from tournaments.services import redraw_setups
from tournaments.views.frame import BAD_INPUT, REFUSED, done, event_context, rows_for, seen_event


@dataclass(frozen=True, slots=True)
class Picture:
    """A set-up drawn, with the boards that have it."""

    laid: LaidOut
    svg: SafeString


@dataclass(frozen=True, slots=True)
class Check:
    """How to check a draw in force. `derived` is the text for a board's own seed, "" where all have the same."""

    draw: Draw
    derived: str


@require_http_methods(["GET", "HEAD", "POST"])
def setups(request: HttpRequest, event_id: int, number: int) -> HttpResponse:
    """The set-ups of a round with what proves them. Arbiters draw anew by posting a reason."""
    event = seen_event(request, event_id)
    if request.method == "POST":
        return _redraw(request, event, number)
    head = event_head(event, request.user)
    rows = rows_for(head)
    return _page(request, head, rows, number, form=_form(rows, number, posted(request)))


def _redraw(request: HttpRequest, event: Event, number: int) -> HttpResponse:
    account = require(request.user, Act.RUN_ROUNDS, event.scope)
    rows = load(event)
    form = _form(rows, number, request.POST)
    if not form.is_valid():
        return _page(request, event_head(event, request.user), rows, number, form=form, status=BAD_INPUT)
    data = form.cleaned_data
    try:
        redraw_setups(event.pk, account, number, board=form.board_chosen, reason=data["reason"], expect=data["drawn"])
    except EventRefused as error:
        form.add_error(None, error.phrase.say(_))
        return _page(request, event_head(event, request.user), load(event), number, form=form, status=REFUSED)
    return done(request, _("The set-up was drawn again."), "event-setups", event.pk, number)


def _form(rows: EventRows, number: int, data: Any = None) -> RedrawForm:
    own = rows.event.setups == Event.Setups.BOARD
    boards = [table.board for each in laid_out(rows, number) for table in each.tables] if own else []
    drawn_before = sum(len(each.draws) for each in round_draws(rows, number))
    return RedrawForm(data, boards=boards, initial={"drawn": drawn_before})


def _page(
    request: HttpRequest,
    head: EventHead,
    rows: EventRows,
    number: int,
    *,
    form: RedrawForm | None = None,
    status: int = 200,
) -> HttpResponse:
    found = round_draws(rows, number)
    chance = chance_of(rows.event)
    if not found or chance is None:
        raise Http404
    (draws,) = found
    may_redraw = head.may_run and rows.event.state == Event.State.RUNNING
    more = {
        "number": number,
        "draws": draws,
        "pictures": _pictures(rows, laid_out(rows, number)),
        "checks": _checks(draws),
        "chance": chance,
        "form": (form or _form(rows, number)) if may_redraw else None,
    }
    return render(request, "tournaments/setups.html", event_context(head, "event-pairings", **more), status=status)


def _pictures(rows: EventRows, laid: Sequence[LaidOut]) -> list[Picture]:
    event = rows.event
    starts = [Start(event.rules, tuple(event.options), each.setup) for each in laid]
    return [Picture(each, drawn(frames(start, ())[0])) for each, start in zip(laid, starts, strict=True)]


def _checks(draws: RoundDraws) -> list[Check]:
    """How to check the draws in force, once their seeds are shown."""
    shown = [(draw, draw.seed) for draw in draws.current if draw.seed is not None]
    return [Check(draw, derived(draw.version, seed, draw.board or 1) if draws.own else "") for draw, seed in shown]
