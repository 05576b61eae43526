"""Pages of a round: its draft, what chance laid out, and why two did not meet."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.core.exceptions import BadRequest
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from common.web import BAD_INPUT, REFUSED, RefusalsShown, done_response, posted_data, status_of
from games.core.board_state import render_game
from games.core.replay import Start, replay
from gipf_engine.messages import gettext_noop
from gipf_engine.rules.setup_seed import SetupGenerator, board_seed_text
from gipf_engine.tournament import medleys
from gipf_engine.tournament.pairing.first_move import FIRST_MOVE, STEPS
from players.core import limits
from players.core.rate_limit import TooMany
from players.permissions import require
from players.roles import Permission
from tournaments.core.draws import setup_generator_of, setup_generators_of
from tournaments.core.loader import EventData, load
from tournaments.core.medleys import is_medley, options_for
from tournaments.core.pages import account_of, event_context, get_visible_event, refusals_shown, rows_for, too_many
from tournaments.core.queries.events import EventHead, event_head
from tournaments.duplicate.queries import draw_document
from tournaments.models import Event, RoundDraft
from tournaments.rounds.api import layouts, round_drafts
from tournaments.rounds.forms import ExplainForm, LayoutForm, RedrawForm, ScheduleForm, new_layout_form, numbered
from tournaments.rounds.layout_check import layout_page
from tournaments.rounds.queries.drafts import DraftPage, draft_page, hand_table
from tournaments.rounds.queries.pairing_explanations import WHOLE_ROUND
from tournaments.rounds.queries.setup_draws import (
    Draw,
    RoundDraws,
    SetupOfBoard,
    game_draws,
    lots_of,
    round_draws,
    setup_of_boards,
)
from tournaments.rounds.services import deferred_pairing
from tournaments.rounds.services.setup_redraws import redraw_setups

# --- leaving an explanation that takes long to a worker ---------------------------------------------------


LATER = gettext_noop("You have reached the hourly limit of explanations. Try again in an hour.")


@require_POST
@refusals_shown
def explain(request: HttpRequest, event_id: int, number: int) -> HttpResponse:
    """Ask for the reasons of a round, or, with `one` and `two`, why these did not meet."""
    event = get_visible_event(request, event_id)
    account = account_of(request, event, Permission.RUN_ROUNDS)
    if not event.rounds.filter(number=number).exists():
        raise Http404
    two = _two_in(request)
    try:
        limits.EXPLANATIONS_ASKED_FOR.take(str(account.pk))
    except TooMany as many:
        return too_many(request, event, LATER, many)
    deferred_pairing.ask_for_explanation(event.pk, account, number, two)
    messages.success(request, _("It is being calculated in the background. The answer will appear here."))
    page = reverse("event-round", args=[event.pk, number])
    return redirect(page if two == WHOLE_ROUND else f"{page}?{urlencode({'one': two[0], 'two': two[1]})}#why-not")


def _two_in(request: HttpRequest) -> tuple[int, int]:
    """The two pairing numbers that the form carried; the whole round where it carried none. Anything else is a 400."""
    form = ExplainForm(request.POST)
    if not form.is_valid():
        raise BadRequest("one, two")
    return (form.input["one"], form.input["two"]) if form.input else WHOLE_ROUND


# --- the round that arbiters alone see: looked at, and what its buttons do --------------------------------


@require_safe
@never_cache
def draft(request: HttpRequest, event_id: int) -> HttpResponse:
    """The draft as it is, with what speaks against it, and what can be done."""
    event = get_visible_event(request, event_id)
    require(request.user, Permission.RUN_ROUNDS, event.scope)
    if not RoundDraft.objects.filter(event=event).exists():
        raise Http404
    return _show_draft(request, event)


def _show_draft(
    request: HttpRequest, event: Event, *, schedule: Form | None = None, layout: Form | None = None
) -> HttpResponse:
    """The page of the draft, or of the last round where it is laid out and there is none."""
    rows = load(event)
    page, hand = draft_page(rows), hand_table(rows)
    if hand is None:
        raise Http404
    more = {"hand": hand, "layout": layout or new_layout_form(hand), "kinds": hand.kinds}
    more |= {"round": rows.rounds[-1]} if page is None else _draft_context(event, page, schedule)
    template = ScheduleRound.template if page is not None else "tournaments/rounds/round_edit.html"
    context = event_context(event_head(event, request.user), "event-desk", **more)
    return render(request, template, context, status=status_of(schedule, layout))


def _draft_context(event: Event, page: DraftPage, schedule: Form | None) -> dict[str, Any]:
    """What the page of a draft needs besides what is laid out."""
    seated = [each.side for board in page.boards for each in (board.white, board.black) if each is not None]
    return {
        "page": page,
        "idle": numbered(page.idle),
        "seated": numbered(sorted(seated, key=lambda side: side.number or 0)),
        "everybody": numbered(sorted([*seated, *page.idle], key=lambda side: side.number or 0)),
        "schedule": schedule or ScheduleForm(time_zone=event.time_zone, initial={"version": page.version}),
    }


class LayOutRound(layouts.LayOutRound):
    """A whole round laid out on the page of pairing by hand. What is refused, or comes too late, stays laid out."""

    page_path, name, action = "draft/<slug:action>", "event-draft-action", "layout"
    form_class, template = LayoutForm, "tournaments/rounds/draft.html"

    def form(self) -> Form:
        return self.make_form()

    def show(self, form: Form) -> HttpResponse:
        return _show_draft(self.request, self.event, layout=form if form.is_bound else None)


@require_POST
@never_cache
@refusals_shown
def check_layout(request: HttpRequest, event_id: int) -> HttpResponse:
    """What a layout would come to, as JSON for the page's script. Writes nothing."""
    event = get_visible_event(request, event_id)
    account = require(request.user, Permission.RUN_ROUNDS, event.scope)
    form = LayoutForm(request.POST)
    if not form.is_valid():
        raise BadRequest("layout")
    limits.LAYOUTS_CHECKED.take(str(account.pk))
    page = layout_page(load(event), layouts.layout_of(form.input), form.input.get("version"))
    return JsonResponse(layouts.LayoutShape(page).data)


class ScheduleRound(round_drafts.ScheduleRound):
    """When the draft is published, in the event's time zone."""

    page_path, name, action = "draft/<slug:action>", "event-draft-action", "schedule"
    form_class, template, refusals_apart = ScheduleForm, "tournaments/rounds/draft.html", True

    def form(self) -> Form:
        return self.make_form(time_zone=self.event.time_zone)

    def show(self, form: Form) -> HttpResponse:
        return _show_draft(self.request, self.event, schedule=form)

    def say(self, form: Form, made: RoundDraft) -> str:
        return _("Publication scheduled.") if made.publish_at else _("Automatic publication turned off.")


# --- chance in a round: what it laid out and who begins, to check, and to draw anew -----------------------


@dataclass(frozen=True, slots=True)
class Picture:
    """A set-up drawn, with the boards that have it."""

    laid: SetupOfBoard
    svg: SafeString


@dataclass(frozen=True, slots=True)
class Check:
    """How to check a draw in force. `derived` are the texts for a board's own seed, none where all have the same."""

    draw: Draw
    derived: Sequence[str]


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
        return done_response(request, _("Set-ups redrawn."), "event-setups", event.pk, number)
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
    again = not draws.started or (draws.lays_out and not is_medley(rows.event))
    may_redraw = head.may_run and rows.event.state == Event.State.RUNNING and again
    chances = list(dict.fromkeys(setup_generators_of(rows.event).values()))
    more: dict[str, Any] = {
        "number": number,
        "draws": draws,
        "pictures": _pictures(rows, setup_of_boards(rows, number)),
        "checks": _checks(draws, chances),
        "chances": chances,
        "games": game_draws(rows, draws),
        "game_steps": medleys.STEPS,
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
    options = rows.event.options
    starts = [Start(each.rules, tuple(options_for(options, each.rules)), each.setup) for each in laid]
    return [Picture(each, render_game(replay(start, ()).frame(0))) for each, start in zip(laid, starts, strict=True)]


def _checks(draws: RoundDraws, chances: Sequence[SetupGenerator]) -> list[Check]:
    """How to check the draws in force, once their seeds are shown."""
    versions = [chance.version for chance in chances] if draws.own else []
    shown = [(draw, draw.seed) for draw in draws.current if draw.seed is not None]
    return [
        Check(draw, [board_seed_text(version, seed, draw.board or 1) for version in versions]) for draw, seed in shown
    ]
