"""Attempts at the deals of a round: playing one, handing one in, and every line side by side when all are over."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import add_never_cache_headers
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from common.schema_forms import SchemaForm
from common.web import RefusalsShown, done_response, posted_data, status_of
from games.attempts.services import attempts, submit_attempt
from games.attempts.services.attempts import start_of, version_of
from games.core.board_state import number_asked, render_game
from games.core.permissions import is_player
from games.core.replay import Start, replay
from games.models import Attempt
from gipf_engine.messages import Message
from play.core.replay import PlayedDeal
from play.solitaires.queries.table import table_of
from players.models import Account
from players.permissions import NotAllowed, may, require
from players.roles import Permission
from tournaments.core.draws import lets_players_hand_in
from tournaments.core.pages import event_context, get_visible_event, rows_for
from tournaments.core.queries.events import event_head
from tournaments.duplicate.forms import AttemptRecordForm, StepForm, TurnForm
from tournaments.duplicate.queries import (
    ENDINGS,
    AttemptHead,
    attempt_head,
    deal_lines,
    draw_document,
    fault_of,
    tokens_of,
)
from tournaments.duplicate.services import submit_record
from tournaments.models import Event

GET_OR_POST = ["GET", "HEAD", "POST"]


# --- one attempt ----------------------------------------------------------------------------------------


@require_http_methods(GET_OR_POST)
def attempt(request: HttpRequest, attempt_id: int) -> HttpResponse:
    """The page of an attempt: for its player the deal as far as it lies open, for all others when its round is over.

    A turn is posted to it. What lies face down is in none of it before it turns.
    """
    head, event = _visible(request, attempt_id)
    if request.method != "POST":
        return _attempt_page(request, head, event)
    account = _player(request, head)
    form = TurnForm(request.POST)
    if form.is_valid():
        data = form.cleaned_data
        with RefusalsShown(form, "turn"):
            attempts.play_turn(attempt_id, account, data["turn"], expect=data["version"], advance=True)
            return redirect("attempt", attempt_id)
    return _attempt_page(request, attempt_head(attempt_id), event, form=form)


@require_POST
def begin(request: HttpRequest, attempt_id: int) -> HttpResponse:
    """Show the deal; the clock runs from now on."""
    head, event = _visible(request, attempt_id)
    account, form = _player(request, head), StepForm(request.POST)
    if form.is_valid():
        with RefusalsShown(form):
            attempts.begin_attempt(attempt_id, account)
            return redirect("attempt", attempt_id)
    return _attempt_page(request, attempt_head(attempt_id), event, form=form)


@require_POST
def resign(request: HttpRequest, attempt_id: int) -> HttpResponse:
    """Give the deal up as it stands."""
    head, event = _visible(request, attempt_id)
    account, form = _player(request, head), StepForm(request.POST)
    if form.is_valid():
        with RefusalsShown(form):
            attempts.resign_attempt(attempt_id, account, expect=form.cleaned_data["version"])
            return done_response(request, _("You gave up this deal."), "attempt", attempt_id)
    return _attempt_page(request, attempt_head(attempt_id), event, form=form)


@require_http_methods(GET_OR_POST)
def record(request: HttpRequest, attempt_id: int) -> HttpResponse:
    """Hand in an attempt that was played over the board: for arbiters, and for its player where the event lets him."""
    head, event = _visible(request, attempt_id)
    own = is_player(head.attempt, request.user) and lets_players_hand_in(event)
    account = _player(request, head) if own else require(request.user, Permission.DECIDE_RESULT, event.scope)
    before = " ".join(submit_attempt.tokens_handed_in(head.attempt, account))
    form = AttemptRecordForm(posted_data(request), initial={"text": before})
    if request.method == "POST" and form.is_valid():
        with RefusalsShown(form, "text"):
            submit_record(attempt_id, account, form.input["text"])
            return done_response(request, _("Record saved."), "attempt", attempt_id)
    context = _context(request, head, event) | {"form": form, "own": own, "corrects": bool(before)}
    return render(request, "tournaments/duplicate/attempt_record.html", context, status=status_of(form))


def _visible(request: HttpRequest, attempt_id: int) -> tuple[AttemptHead, Event]:
    """The attempt with its event, if the reader may see that. One whose time ran out is over for one who looks."""
    attempts.end_overdue(attempt_id)
    try:
        head = attempt_head(attempt_id)
    except Attempt.DoesNotExist:
        raise Http404 from None
    return head, get_visible_event(request, head.event)


def _player(request: HttpRequest, head: AttemptHead) -> Account:
    """The one whose attempt it is; NotAllowed for all others."""
    if not isinstance(request.user, Account) or not is_player(head.attempt, request.user):
        raise NotAllowed(Permission.DECIDE_RESULT, head.attempt.scope)
    return request.user


def _attempt_page(
    request: HttpRequest, head: AttemptHead, event: Event, *, form: SchemaForm | None = None
) -> HttpResponse:
    """The page of an attempt as its reader may see it; no cache keeps it."""
    known = _context(request, head, event) | {"form": form}
    played = head.attempt
    if played.published:
        known |= _replay(request, played)
    elif known["mine"] and played.begun_at is not None:
        known |= _attempt_table(played)
    response = render(request, "tournaments/duplicate/attempt.html", known, status=status_of(form))
    add_never_cache_headers(response)
    return response


def _context(request: HttpRequest, head: AttemptHead, event: Event) -> dict[str, Any]:
    """What every page of an attempt says: whose it is, at which deal, and how far it is."""
    shown = event_head(event, request.user)
    rows = rows_for(shown)
    played, mine = head.attempt, is_player(head.attempt, request.user)
    more = {
        "place": head,
        "attempt": played,
        "player": rows.by_id[head.entry],
        "minutes": (played.seconds or 0) // 60,
        "mine": mine,
        "may_hand_in": _may_hand_in(request, event, played, mine=mine),
        "ending": Message(ENDINGS[played.ending]) if played.ending else None,
        "fault": fault_of(played) if mine or played.published else None,
    }
    return event_context(shown, "event-pairings", **more)


def _may_hand_in(request: HttpRequest, event: Event, played: Attempt, *, mine: bool) -> bool:
    """Whether this reader may hand in a record of this attempt, or correct the one that its player handed in."""
    if not isinstance(request.user, Account) or (
        played.ended_at and not submit_attempt.can_be_corrected(played, request.user)
    ):
        return False
    is_free = played.begun_at is None or played.ended_at is not None
    allowed = (mine and lets_players_hand_in(event)) or may(request.user, Permission.DECIDE_RESULT, event.scope)
    return is_free and allowed


def _attempt_table(played: Attempt) -> dict[str, Any]:
    """The deal as its player may see it: all of it made from the view, which holds nothing that lies face down."""
    deal, version = PlayedDeal(start_of(played), tokens_of(played)), version_of(played)
    address, on = reverse("attempt", args=[played.pk]), played.ended_at is None
    table = table_of(deal, address=address, version=version, playable=on)
    return {"table": table, "tokens": deal.tokens, "version": version, "playable": on}


def _replay(request: HttpRequest, played: Attempt) -> dict[str, Any]:
    """One position of an attempt that everybody may see: the last, or that after `?ply=` turns."""
    tokens = tokens_of(played)
    ply = number_asked(request, "ply")
    if ply is not None and ply > len(tokens):
        raise Http404
    at = len(tokens) if ply is None else ply
    table = table_of(PlayedDeal(start_of(played), tokens[:at]), playable=False)
    back, on = (at - 1 if at else None), (at + 1 if at < len(tokens) else None)
    steps = {"ply": at, "last": len(tokens), "back": back, "on": on}
    return {"table": table, "tokens": tokens, "steps": steps, "setup": played.setup}


# --- a round --------------------------------------------------------------------------------------------


@require_safe
def deals(request: HttpRequest, event_id: int, number: int) -> HttpResponse:
    """The deals of a round that is over, each with all lines, the best first; before that, how far everybody is."""
    event = get_visible_event(request, event_id)
    head = event_head(event, request.user)
    rows = rows_for(head)
    round_ = rows.round(number)
    if round_ is None or head.has_opponents:
        raise Http404
    found = deal_lines(rows, round_)
    start = [Start(event.rules, tuple(event.options), deal.setup) for deal in found]
    pictures = [render_game(replay(each, ()).frame(0)) for each in start]
    more = {"number": number, "round": round_, "deals": list(zip(found, pictures, strict=True))}
    return render(request, "tournaments/duplicate/deals.html", event_context(head, "event-pairings", **more))


@require_safe
def deals_json(request: HttpRequest, event_id: int, number: int) -> HttpResponse:
    """The published draw of a round that is over, as `python -m gipf_engine checkdraw` reads it."""
    event = get_visible_event(request, event_id)
    rows = rows_for(event_head(event, request.user))
    round_ = rows.round(number)
    document = draw_document(rows, round_) if round_ is not None else None
    if document is None:
        raise Http404
    answer = JsonResponse(document, json_dumps_params={"indent": 1})
    answer["Content-Disposition"] = f'attachment; filename="event-{event.pk}-round-{number}-draw.json"'
    return answer
