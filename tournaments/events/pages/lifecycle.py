"""The steps of an event: announce, start, rounds, close, and each of them taken back."""

from __future__ import annotations

from collections.abc import Callable

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from common.journal.services import Stale
from common.web import RefusalsShown, done_response, posted_data, status_of
from players.permissions import require
from players.roles import Permission
from tournaments.core import preconditions
from tournaments.core.loader import load
from tournaments.core.pages import account_of, event_context, get_visible_event, refusals_shown, rows_for, version_in
from tournaments.core.queries.event_header import event_head
from tournaments.entries.queries.players import player_rows
from tournaments.events.forms.steps import ReopenForm, StartForm
from tournaments.events.services import events, lifecycle
from tournaments.models import Event
from tournaments.rounds.forms.rounds import DeadlineForm, RoundForm, TakeBackForm
from tournaments.rounds.pages.refused import too_late, unreadable
from tournaments.rounds.services import deferred_pairing, rounds

SIMPLE: dict[str, Callable[..., Event]] = {
    "announce": events.announce,
    "retract": events.retract,
    "unstart": lifecycle.unstart_event,
}
"""Steps that need nothing but the version that was seen."""


@require_POST
@refusals_shown
def step(request: HttpRequest, event_id: int, action: str) -> HttpResponse:
    """Announce, or take an announcement or a start back."""
    event = get_visible_event(request, event_id)
    account = account_of(request, event)
    if action not in SIMPLE:
        raise Http404
    SIMPLE[action](event.pk, account, expect=version_in(request))
    messages = {
        "announce": _("The event is announced."),
        "retract": _("The event is a draft again."),
        "unstart": _("The start is taken back."),
    }
    return done_response(request, messages[action], "event-desk", event.pk)


@require_http_methods(["GET", "HEAD", "POST"])
def start(request: HttpRequest, event_id: int) -> HttpResponse:
    """Choose how pairing numbers are given, and start."""
    event = get_visible_event(request, event_id)
    account = require(request.user, Permission.RUN_ROUNDS, event.scope)
    head = event_head(event, request.user)
    rows = rows_for(head)
    players = sorted(player_rows(rows), key=lambda row: -(row.rating or 0))
    entries = [row.entry for row in players]
    form = StartForm(request.POST or None, event=event, entries=entries, initial={"version": head.version})
    if request.method == "POST" and form.is_valid():
        with RefusalsShown(form):
            lifecycle.start_event(
                event.pk,
                account,
                seeding=form.cleaned_data["seeding"],
                order=form.by_hand(),
                grouping=form.cleaned_data.get("grouping", ""),
                groups=form.groups_by_hand(),
                first_colour=form.cleaned_data.get("first_colour", ""),
                expect=form.cleaned_data["version"],
            )
            return done_response(request, _("The event has started; everybody has a number."), "event-desk", event.pk)
    context = event_context(
        head,
        "event-desk",
        form=form,
        players=players,
        blockers=preconditions.of_start(rows),
        notices=preconditions.notices(rows),
    )
    return render(request, "tournaments/events/start.html", context, status=status_of(form))


@require_POST
@refusals_shown
def start_round(request: HttpRequest, event_id: int) -> HttpResponse:
    """Start the round whose number the form carries. Whoever comes second gets a page that says so."""
    event = get_visible_event(request, event_id)
    account = account_of(request, event, Permission.RUN_ROUNDS)
    form = RoundForm(request.POST)
    if not form.is_valid():
        return unreadable(request, event, form)
    number = form.input["number"]
    try:
        made = deferred_pairing.request_round(event.pk, account, **form.input)
    except Stale:
        return too_late(request, event, number)
    message = _("Round %(round)d has started.") if made else _("Round %(round)d is being paired. It will appear here.")
    return done_response(request, message % {"round": number}, "event-desk", event.pk)


@require_POST
@refusals_shown
def forget_round(request: HttpRequest, event_id: int) -> HttpResponse:
    """Take back that a round is wanted."""
    event = get_visible_event(request, event_id)
    account = account_of(request, event, Permission.RUN_ROUNDS)
    deferred_pairing.cancel_round_request(event.pk, account, expect=version_in(request))
    return done_response(request, _("No round is waited for."), "event-desk", event.pk)


@require_http_methods(["GET", "HEAD", "POST"])
def deadline(request: HttpRequest, event_id: int, number: int) -> HttpResponse:
    """Say by which day a round should be played."""
    event = get_visible_event(request, event_id)
    account = require(request.user, Permission.RUN_ROUNDS, event.scope)
    round_ = load(event).round(number)
    if round_ is None:
        raise Http404
    form = DeadlineForm(posted_data(request), initial={"version": round_.version, "deadline": round_.deadline})
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        with RefusalsShown(form, "deadline"):
            rounds.set_deadline(event.pk, account, number, data["deadline"], expect=data["version"])
            return done_response(request, _("The deadline is saved."), "event-desk", event.pk)
    context = event_context(event_head(event, request.user), "event-desk", form=form, number=number)
    return render(request, "tournaments/events/deadline.html", context, status=status_of(form))


@require_http_methods(["GET", "HEAD", "POST"])
@refusals_shown
def round_delete(request: HttpRequest, event_id: int, number: int) -> HttpResponse:
    """Take the last round back, after its name was typed."""
    event = get_visible_event(request, event_id)
    account = require(request.user, Permission.RUN_ROUNDS, event.scope)
    rows = load(event)
    round_ = rows.round(number)
    if round_ is None:
        raise Http404
    word = _("Round %(round)d") % {"round": number}
    form = TakeBackForm(request.POST or None, word=word, initial={"version": round_.version})
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        rounds.delete_round(event.pk, account, number, reason=data["reason"], expect=data["version"])
        return done_response(request, _("Round %(round)d is taken back.") % {"round": number}, "event-desk", event.pk)
    question = _("The pairings of round %(round)d are removed. Nobody has scored in it yet.") % {"round": number}
    if any(game.online for pairing in round_.pairings for game in pairing.games):
        question += " " + _("Games that are being played on this server stop and count for nobody.")
    more = {
        "form": form,
        "question": question,
        "submit": _("Take the round back"),
        "blockers": preconditions.of_taking_back(rows, round_),
        "back": "event-desk",
    }
    context = event_context(event_head(event, request.user), "event-desk", **more)
    return render(request, "tournaments/events/confirm_typed.html", context, status=status_of(form))


@require_http_methods(["GET", "HEAD", "POST"])
@refusals_shown
def close(request: HttpRequest, event_id: int) -> HttpResponse:
    """Make the table final. The page says what is missing, and what closing does."""
    event = get_visible_event(request, event_id)
    account = require(request.user, Permission.RUN_ROUNDS, event.scope)
    head = event_head(event, request.user)
    rows = rows_for(head)
    if request.method == "POST":
        early = request.POST.get("early") == "yes"
        lifecycle.close_event(event.pk, account, early=early, expect=version_in(request))
        return done_response(request, _("The event is closed; its table is final."), "event", event.pk)
    more = {"blockers": preconditions.of_closing(rows), "warnings": preconditions.warnings_of_closing(rows)}
    return render(request, "tournaments/events/close.html", event_context(head, "event-desk", **more))


@require_http_methods(["GET", "HEAD", "POST"])
@refusals_shown
def reopen(request: HttpRequest, event_id: int) -> HttpResponse:
    """Let a closed event go on, with a reason."""
    event = get_visible_event(request, event_id)
    account = require(request.user, Permission.EDIT_EVENT, event.scope)
    head = event_head(event, request.user)
    form = ReopenForm(request.POST or None, initial={"version": head.version})
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        lifecycle.reopen_event(event.pk, account, reason=data["reason"], expect=data["version"])
        return done_response(request, _("The event goes on."), "event-desk", event.pk)
    context = event_context(head, "event-desk", form=form)
    return render(request, "tournaments/events/reopen.html", context, status=status_of(form))
