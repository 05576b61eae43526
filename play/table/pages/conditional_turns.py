"""Conditional turns beside the board: each act leads back to the board, and a refusal is shown at the field."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_POST

from common.translation import translate_message
from common.web import BAD_INPUT, missing_is_404
from gipf_engine.messages import Refused
from play.models import ConditionalLine
from play.table.pages.games import TypedLine, seated, show_table
from play.table.services.conditional_turns import delete_line, store_line
from players.permissions import NotAllowed


@require_POST
def store(request: HttpRequest, game_id: int) -> HttpResponse:
    """Store the line that was typed."""
    table, player = seated(request, game_id)
    text = request.POST.get("line", "")
    try:
        store_line(game_id, player, text)
    except Refused as refused:
        typed = TypedLine(text[: ConditionalLine.LONGEST], translate_message(refused.message))
        return show_table(request, table, status=BAD_INPUT, line=typed)
    return _back_to_lines(game_id)


@require_POST
def delete(request: HttpRequest, game_id: int, line_id: int) -> HttpResponse:
    """Delete an own line. For readers who are signed in and do not play, there is no such line."""
    try:
        _table, player = seated(request, game_id)
    except NotAllowed:
        if not request.user.is_authenticated:
            raise
        raise Http404 from None
    with missing_is_404():
        delete_line(game_id, player, line_id)
    return _back_to_lines(game_id)


def _back_to_lines(game_id: int) -> HttpResponse:
    return redirect(f"{reverse('play-game', args=[game_id])}#conditional")
