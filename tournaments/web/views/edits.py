"""Pairings changed by hand."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from common.web import RefusalsShown, done_response, status_of
from players.models import Account
from players.permissions import require
from players.roles import Act
from tournaments import services
from tournaments.domain.formats import is_predetermined, pairs_freely
from tournaments.domain.loader import EventData, RoundRow, load
from tournaments.models import Event, Pairing
from tournaments.queries.event_header import event_head
from tournaments.queries.pairing_explanations import get_explained_round
from tournaments.queries.rounds import round_page
from tournaments.web.forms.entries import ExchangeForm, ReasonForm
from tournaments.web.views.base import event_context, get_visible_event, refusals_shown

OVER_THE_BOARD = "over-the-board"
"""The name of the buttons by which a board is played over the board from now on."""


@require_http_methods(["GET", "HEAD", "POST"])
@refusals_shown
def round_edit(request: HttpRequest, event_id: int, number: int) -> HttpResponse:
    """Swap the colours of a board, or let two players change places, while nothing was played there."""
    event = get_visible_event(request, event_id)
    account = require(request.user, Act.RUN_ROUNDS, event.scope)
    rows = load(event)
    round_ = rows.round(number)
    if round_ is None:
        raise Http404
    if request.method == "POST" and "pairing" in request.POST:
        return _swap(request, account, rows, round_)
    if request.method == "POST" and OVER_THE_BOARD in request.POST:
        return _move(request, account, rows, round_)
    form = _exchange_form(request, rows, round_)
    if form is not None and request.method == "POST" and form.is_valid():
        with RefusalsShown(form):
            return _exchange(request, account, event, number, form)
    swap = ReasonForm(request.POST) if _is_about_a_board(request) else None
    return _page(request, rows, round_, exchange=form, swap=swap)


def _exchange_form(request: HttpRequest, rows: EventData, round_: RoundRow) -> ExchangeForm | None:
    """None in formats that leave no choice: there an exchange would spoil what follows."""
    if not pairs_freely(rows.event.format):
        return None
    seated = [rows.by_id[entry] for pairing in round_.pairings for entry in pairing.entries]
    sent = None if _is_about_a_board(request) else request.POST or None
    return ExchangeForm(sent, entries=seated, initial={"version": round_.version}, auto_id="exchange_%s")


def _exchange(request: HttpRequest, account: Account, event: Event, number: int, form: ExchangeForm) -> HttpResponse:
    data = form.cleaned_data
    services.exchange_entries(
        event.pk,
        account,
        number,
        data["first"],
        data["second"],
        reason=data["reason"],
        expect=data["version"],
        confirm=request.POST.getlist("confirm"),
    )
    said = _("The two have changed places.")
    if get_explained_round(load(event), number).differences:
        said = _("The two have changed places. What the rules give instead stands below the pairings.")
    return done_response(request, said, "event-round", event.pk, number)


def _is_about_a_board(request: HttpRequest) -> bool:
    return "pairing" in request.POST or OVER_THE_BOARD in request.POST


def _chosen(request: HttpRequest, name: str) -> int:
    """The pairing whose button was pressed."""
    chosen = request.POST.get(name, "")
    if not chosen.isascii() or not chosen.isdigit() or len(chosen) > 18:
        raise Http404
    return int(chosen)


def _move(request: HttpRequest, account: Account, rows: EventData, round_: RoundRow) -> HttpResponse:
    event, chosen, form = rows.event, _chosen(request, OVER_THE_BOARD), ReasonForm(request.POST)
    if form.is_valid():
        data = form.cleaned_data
        try:
            services.play_over_the_board(event.pk, account, chosen, reason=data["reason"], expect=data["version"])
        except Pairing.DoesNotExist:
            raise Http404 from None
        said = _("This board is played over the board now.")
        return done_response(request, said, "event-round", event.pk, round_.number)
    return _page(request, rows, round_, swap=form)


def _swap(request: HttpRequest, account: Account, rows: EventData, round_: RoundRow) -> HttpResponse:
    event, chosen, form = rows.event, _chosen(request, "pairing"), ReasonForm(request.POST)
    if form.is_valid():
        data = form.cleaned_data
        try:
            services.swap_colours(
                event.pk,
                account,
                chosen,
                reason=data["reason"],
                expect=data["version"],
                confirm=request.POST.getlist("confirm"),
            )
        except Pairing.DoesNotExist:
            raise Http404 from None
        return done_response(request, _("The colours are swapped."), "event-round", event.pk, round_.number)
    return _page(request, rows, round_, swap=form)


def _page(
    request: HttpRequest,
    rows: EventData,
    round_: RoundRow,
    *,
    exchange: ExchangeForm | None = None,
    swap: ReasonForm | None = None,
) -> HttpResponse:
    head = event_head(rows.event, request.user)
    more = {
        "page": round_page(rows, round_.number, with_reasons=False),
        "round": round_,
        "exchange": exchange,
        "fixed": is_predetermined(rows.event.format),
        "swap": swap or ReasonForm(initial={"version": round_.version}),
    }
    context = event_context(head, "event-pairings", **more)
    return render(request, "tournaments/round_edit.html", context, status=status_of(exchange, swap))
