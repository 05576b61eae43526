"""The limit of players and the waiting list of an event."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from common.web import RefusalsShown, done_response, status_of
from players.core.queries.records import names
from players.permissions import require
from players.roles import Permission
from tournaments.core.pages import account_of, event_context, get_visible_event, refusals_shown, version_in
from tournaments.core.queries.event_header import EventHead, event_head
from tournaments.core.queries.waiting_list import places_of, waiting_list
from tournaments.entries.forms.waiting_list import EntryLimitForm
from tournaments.entries.services import moving_up
from tournaments.models import Event, WaitingPlayer

LIST = "event-waiting"


@require_safe
def waiting(request: HttpRequest, event_id: int) -> HttpResponse:
    """Who waits, in order, and how many players the event takes."""
    event = get_visible_event(request, event_id)
    require(request.user, Permission.ENTER_PLAYERS, event.scope)
    return _show_waiting_list(request, event_head(event, request.user))


def _show_waiting_list(request: HttpRequest, head: EventHead, form: EntryLimitForm | None = None) -> HttpResponse:
    event, places = head.event, places_of(head.event)
    initial = {"most": places.most, "moves_up": places.moves_up, "version": head.version}
    context = event_context(
        head,
        "event-players",
        places=places,
        waiting=waiting_list(event),
        is_open=event.state == Event.State.OPEN and event.self_entry,
        form=form or EntryLimitForm(initial=initial),
    )
    return render(request, "tournaments/entries/waiting.html", context, status=status_of(form))


@require_POST
def limit(request: HttpRequest, event_id: int) -> HttpResponse:
    """How many players the event takes."""
    event = get_visible_event(request, event_id)
    account = require(request.user, Permission.EDIT_EVENT, event.scope)
    form = EntryLimitForm(request.POST)
    if form.is_valid():
        data = form.cleaned_data
        with RefusalsShown(form):
            moving_up.set_entry_limit(
                event.pk, account, data["most"], moves_up=data["moves_up"], expect=data["version"]
            )
            return done_response(request, _("The limit is saved."), LIST, event.pk)
    return _show_waiting_list(request, event_head(event, request.user), form)


@require_POST
@refusals_shown
def move_up(request: HttpRequest, event_id: int, waiting_id: int) -> HttpResponse:
    """Register somebody of the waiting list."""
    event = get_visible_event(request, event_id)
    account = require(request.user, Permission.ENTER_PLAYERS, event.scope)
    try:
        entry = moving_up.move_up(event.pk, account, waiting_id, expect=version_in(request))
    except WaitingPlayer.DoesNotExist:
        raise Http404 from None
    (name,) = names(entry.members.values_list("person", flat=True)).values()
    return done_response(request, _("%(name)s is registered.") % {"name": name}, LIST, event.pk)


@require_POST
@refusals_shown
def remove(request: HttpRequest, event_id: int, waiting_id: int) -> HttpResponse:
    """Take somebody off the waiting list."""
    event = get_visible_event(request, event_id)
    account = require(request.user, Permission.ENTER_PLAYERS, event.scope)
    try:
        moving_up.remove_waiting(event.pk, account, waiting_id)
    except WaitingPlayer.DoesNotExist:
        raise Http404 from None
    return done_response(request, _("Removed from the waiting list."), LIST, event.pk)


@require_POST
@refusals_shown
def leave(request: HttpRequest, event_id: int) -> HttpResponse:
    """Give one's own place on the waiting list up."""
    event = get_visible_event(request, event_id)
    moving_up.leave_waiting_list(event.pk, account_of(request, event, Permission.ENTER_PLAYERS))
    return done_response(request, _("You are no longer on the waiting list."), "event-enter", event.pk)
