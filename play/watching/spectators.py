"""The chat of those who watch a game."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from common.journal import queries as journal
from common.live.bus import state_text
from common.translation import translate_message
from common.web import BAD_INPUT, missing_is_404
from gipf_engine.messages import Refused
from play.chat.services.spectators import may_read, spectators_scope, watched_game, write_as_spectator
from play.chat.spectators import spectator_chat
from play.core.playing import GameInPlay
from play.core.web_visitors import guest_of
from players.core.pages import require_signed_in
from players.core.rate_limit import TooMany
from players.models import Account

SCRIPT = "X-Chat"
"""A request with this header is that of chat.js, and gets the chat alone."""


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def spectators(request: HttpRequest, game_id: int) -> HttpResponse:
    """What spectators write beside a game, and the field to write more; the players read it when the game is over."""
    with missing_is_404():
        game = watched_game(game_id)
    if request.method != "POST":
        return _show(request, game)
    account, text = require_signed_in(request), request.POST.get("text", "")
    try:
        write_as_spectator(game_id, account, text)
    except Refused as refused:
        return _show(request, game, refused=translate_message(refused.message), text=text)
    except TooMany:
        return _show(request, game, refused=_("You write very fast: wait a moment."), text=text)
    return _show(request, game) if SCRIPT in request.headers else redirect("play-spectators", game_id)


@require_safe
def seen(_request: HttpRequest, game_id: int) -> HttpResponse:
    """The version of the chat, and nothing else: pages of spectators follow it, and fetch what they may read."""
    with missing_is_404():
        watched_game(game_id)
    key = spectators_scope(game_id)
    return JsonResponse({"seen": state_text({key: journal.version(key)})})


def _show(request: HttpRequest, game: GameInPlay, *, refused: str = "", text: str = "") -> HttpResponse:
    account, guest = (request.user if isinstance(request.user, Account) else None), guest_of(request)
    is_open = may_read(game, account, guest)
    chat = spectator_chat(game, account, guest) if is_open else None
    known = {"game": game, "chat": chat, "refused": refused, "typed": text}
    name = "parts/spectator_lines" if SCRIPT in request.headers else "spectators"
    return render(request, f"play/watching/{name}.html", known, status=BAD_INPUT if refused else 200)
