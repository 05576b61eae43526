"""The note of a player beside the board."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from common.translation import translate_message
from common.web import missing_is_404
from games.core.pages import UNREADABLE
from games.core.running import scope_of
from games.models import Game
from gipf_engine.messages import Refused
from play.core.web_visitors import player_at
from play.table.pages.games import refusal_response
from play.table.services.notes import keep_note
from players.permissions import NotAllowed
from players.roles import Permission


@require_POST
def note(request: HttpRequest, game_id: int) -> HttpResponse:
    """Keep what the player writes for later; the page says nothing of it to anyone else."""
    with missing_is_404():
        game = Game.objects.select_related("white", "black").get(pk=game_id, online=True)
    player = player_at(request, game)
    if player is None:
        raise NotAllowed(Permission.DECIDE_RESULT, scope_of(game_id))
    try:
        keep_note(game, player, request.POST.get("note", ""))
    except Refused as refused:
        return refusal_response(request, game_id, translate_message(refused.message), "", UNREADABLE)
    return redirect("play-game", game_id)
