"""Check-in before a round: the list for arbiters, players by themselves, cards with codes, byes for who is missing."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.core.exceptions import BadRequest
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from common.qr_codes import qr_code
from common.web import done_response
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as noop
from players.models import Account
from players.permissions import require
from players.roles import Permission
from tournaments.core.formats import pairs_freely
from tournaments.core.loader import load
from tournaments.core.pages import (
    dead_link,
    event_context,
    get_visible_event,
    posted_number,
    refusals_shown,
)
from tournaments.core.queries.events import event_head
from tournaments.entries.queries import check_in_state, entry_of_link, entry_tokens, own_check_in
from tournaments.entries.services import byes
from tournaments.models import CheckIn, Entry, Event

ACTIONS: Mapping[str, Callable[[int, Account], object]] = {
    "open": byes.open_check_in,
    "close": byes.close_check_in,
    "all": byes.check_in_all,
}
NOT_A_CARD = noop("This is no link of a player's card, or the player is not in the event any more.")


@require_http_methods(["GET", "HEAD", "POST"])
@refusals_shown
def check_in(request: HttpRequest, event_id: int) -> HttpResponse:
    """Who is there for the next round, to be ticked; `action` opens check-in for it, closes it, or ticks all."""
    event = get_visible_event(request, event_id)
    account = require(request.user, Permission.ENTER_PLAYERS, event.scope)
    if request.method == "POST":
        act = ACTIONS.get(request.POST.get("action", ""))
        if act is None:
            raise BadRequest("action")
        act(event.pk, account)
        return redirect("event-check-in", event.pk)
    if not pairs_freely(event.format):
        raise Http404
    state = check_in_state(load(event), CheckIn.objects.filter(event=event).first())
    context = event_context(event_head(event, request.user), "event-desk", state=state)
    return render(request, "tournaments/entries/check_in.html", context)


@require_POST
@refusals_shown
def arrivals(request: HttpRequest, event_id: int) -> HttpResponse:
    """An arbiter ticks a player, or takes the tick back."""
    event = get_visible_event(request, event_id)
    account = require(request.user, Permission.ENTER_PLAYERS, event.scope)
    entry = posted_number(request, "entry") or 0
    act = {"yes": byes.check_in, "no": byes.take_back_check_in}.get(request.POST.get("here", ""))
    if act is None:
        raise BadRequest("here")
    try:
        act(event.pk, account, entry)
    except Entry.DoesNotExist:
        raise Http404 from None
    if _leads_to_desk(request):
        return redirect("event-desk", event.pk)
    return redirect(reverse("event-check-in", args=[event.pk]) + f"#entry-{entry}")


@require_POST
@refusals_shown
def absent_byes(request: HttpRequest, event_id: int) -> HttpResponse:
    """Byes for those who are not there."""
    event = get_visible_event(request, event_id)
    account = require(request.user, Permission.ENTER_PLAYERS, event.scope)
    number = posted_number(request, "round") or 0
    kind, confirm = request.POST.get("kind", ""), request.POST.getlist("confirm")
    try:
        given = byes.give_byes(event.pk, account, _posted_numbers(request, "entries"), number, kind, confirm=confirm)
    except Entry.DoesNotExist:
        raise Http404 from None
    message = ngettext("%(count)d player has a bye.", "%(count)d players have byes.", len(given)) % {
        "count": len(given)
    }
    return done_response(request, message, "event-desk" if _leads_to_desk(request) else "event-check-in", event.pk)


def _leads_to_desk(request: HttpRequest) -> bool:
    """Whether the button was pressed at the desk, which has the absent too."""
    return request.POST.get("then") == "desk"


@require_POST
@refusals_shown
def missed_byes(request: HttpRequest, event_id: int, entry_id: int) -> HttpResponse:
    """Half-point byes of a late entrant for rounds that were paired before."""
    event = get_visible_event(request, event_id)
    account = require(request.user, Permission.ENTER_PLAYERS, event.scope)
    rounds, confirm = _posted_numbers(request, "rounds"), request.POST.getlist("confirm")
    try:
        byes.give_missed_byes(event.pk, account, entry_id, rounds, confirm=confirm)
    except Entry.DoesNotExist:
        raise Http404 from None
    return done_response(request, _("Byes saved."), "event-players", event.pk)


def _posted_numbers(request: HttpRequest, name: str) -> list[int]:
    """The numbers that the form carried under `name`. What is no number is a 400."""
    texts = request.POST.getlist(name)
    if not all(text.isascii() and text.isdigit() and len(text) < 10 for text in texts):
        raise BadRequest(name)
    return [int(text) for text in texts]


@require_safe
@never_cache
def cards(request: HttpRequest, event_id: int) -> HttpResponse:
    """A card for each player, with a code to check in by. For arbiters, since the one who has it can check in."""
    event = get_visible_event(request, event_id)
    require(request.user, Permission.ENTER_PLAYERS, event.scope)
    context = event_context(event_head(event, request.user), "event-desk", **cards_context(request, event))
    return render(request, "tournaments/entries/check_in_cards.html", context)


def cards_context(request: HttpRequest, event: Event) -> dict[str, Any]:
    """What the list of cards (parts/player_cards.html) takes."""
    entries = load(event).by_id
    found = [
        (entries[entry], qr_code(request.build_absolute_uri(reverse("entry-link", args=[token]))))
        for entry, token in entry_tokens(event)
    ]
    return {"cards": sorted(found, key=lambda card: card[0].name.casefold())}


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def by_link(request: HttpRequest, token: str) -> HttpResponse:
    """A player's own page by the code of the card: check in, where that is open."""
    try:
        entry = entry_of_link(token)
    except Entry.DoesNotExist:
        return dead_link(request, Message(NOT_A_CARD))
    event: Event = entry.event
    if request.method == "POST":
        return _here_by_link(request, event.pk, token=token)
    person = entry.members.all()[0].person
    own = own_check_in(event, entry.pk)
    context = {"event": event, "club": event.club, "own": own, "name": (person.merged_into or person).name}
    return render(request, "tournaments/entries/entry_link.html", context)


@refusals_shown
def _here_by_link(request: HttpRequest, _event_id: int, *, token: str) -> HttpResponse:
    byes.check_in_by_link(token)
    return done_response(request, _("You are checked in."), "entry-link", token)
