"""The last round as arbiters change it by hand: where pairing by hand begins, and boards are taken off this server."""

from __future__ import annotations

from collections.abc import Sequence

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from common.web import done_response, posted_data, status_of
from players.permissions import require
from players.roles import Permission
from tournaments.core.loader import load
from tournaments.core.pages import event_context, get_visible_event, refusals_shown
from tournaments.core.queries.event_header import event_head
from tournaments.rounds.forms.rounds import PlayOverTheBoardForm
from tournaments.rounds.queries.rounds import Board, round_page
from tournaments.rounds.services import boards

OVER_THE_BOARD = "over-the-board"
"""The name of the buttons by which a board is played over the board from now on."""


@require_http_methods(["GET", "HEAD", "POST"])
@refusals_shown
def round_edit(request: HttpRequest, event_id: int, number: int) -> HttpResponse:
    """Where pairing by hand begins. A form of this page takes a board off this server, with a reason."""
    event = get_visible_event(request, event_id)
    account = require(request.user, Permission.RUN_ROUNDS, event.scope)
    rows = load(event)
    round_ = rows.round(number)
    if round_ is None:
        raise Http404
    page = round_page(rows, number, with_reasons=False)
    boards_ = page.boards if page is not None else []
    chosen = _chosen(request, boards_)
    known = {"board": chosen.number} if chosen else {}
    form = PlayOverTheBoardForm(posted_data(request), given=known, initial={"version": round_.version})
    if request.method == "POST" and chosen is None:
        raise Http404
    if request.method == "POST" and chosen is not None and form.is_valid():
        data = form.cleaned_data
        boards.play_over_the_board(event.pk, account, chosen.id, reason=data["reason"], expect=data["version"])
        return done_response(request, _("This board is played over the board now."), "event-round", event.pk, number)
    here = [each for each in boards_ if each.is_open and each.is_played_here]
    context = event_context(event_head(event, request.user), "event-pairings", here=here, round=round_, form=form)
    return render(request, "tournaments/rounds/round_edit.html", context, status=status_of(form))


def _chosen(request: HttpRequest, shown: Sequence[Board]) -> Board | None:
    """The board whose button was pressed; None where none of this round was."""
    pressed = request.POST.get(OVER_THE_BOARD, "")
    return next((board for board in shown if str(board.id) == pressed), None)
