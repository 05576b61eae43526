"""The chat of two players, and blocking a person."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from common.journal import queries as journal
from common.live.bus import state_text
from common.translation import translate_message
from common.web import BAD_INPUT, done_response, missing_is_404
from games.core.running import scope_of
from gipf_engine.messages import Refused
from play.chat.queries import Chat, chat_of
from play.chat.services.chat import chat_scope, is_chat_token, send_message
from play.core.playing import load_game
from play.core.services.acting import own_seat
from play.core.services.blocks import block_person, unblock_person
from play.table.pages import settings
from play.table.queries.table_of_two import TableOfTwo
from players.core.queries.records import canonical_ids
from players.core.rate_limit import TooMany
from players.models import Account
from players.permissions import NotAllowed
from players.roles import Permission

SCRIPT = "X-Chat"
"""A request with this header is that of chat.js, and gets the chat alone."""
LONGEST_ID = 15
"""Digits of a game's id in a form."""


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def chat(request: HttpRequest, game_id: int) -> HttpResponse:
    """The chat of a game, for its two players; a line that is sent here goes to the opponent."""
    reader = request.user
    if not isinstance(reader, Account):
        raise NotAllowed(Permission.DECIDE_RESULT, scope_of(game_id))
    try:
        found = _chat(game_id, reader)
    except NotAllowed:
        raise Http404 from None  # for others there is no such page
    if request.method != "POST":
        return _show_chat(request, found)
    text = request.POST.get("text", "")
    try:
        send_message(game_id, reader, text)
    except Refused as refused:
        return _show_chat(request, found, refused=translate_message(refused.message), text=text)
    except TooMany:
        return _show_chat(request, found, refused=_("You write very fast: wait a moment."), text=text)
    if SCRIPT in request.headers:
        return _show_chat(request, _chat(game_id, reader))
    return redirect("play-game", game_id)


@require_safe
def seen(_request: HttpRequest, game_id: int, token: str) -> HttpResponse:
    """The version of a chat, and nothing else, for who knows the address: the pages of its players follow it."""
    if not is_chat_token(game_id, token):
        raise Http404
    key = chat_scope(game_id)
    return JsonResponse({"seen": state_text({key: journal.version(key)})})


@require_POST
@login_required
def block(request: HttpRequest, person_id: int) -> HttpResponse:
    """Block a person, or take it back; from the board of `game` the reader goes back to it."""
    assert isinstance(request.user, Account)
    is_blocked = request.POST.get("block") != "no"
    if not canonical_ids([person_id]):
        raise Http404
    try:
        (block_person if is_blocked else unblock_person)(request.user, person_id)
    except Refused as refused:
        return settings.show(request, refusal=translate_message(refused.message))
    done = _("This person is blocked.") if is_blocked else _("This person is no longer blocked.")
    game = request.POST.get("game", "")
    if game.isascii() and game.isdigit() and len(game) <= LONGEST_ID:
        return done_response(request, done, "play-game", int(game))
    return done_response(request, done, "play-settings")


def _chat(game_id: int, reader: Account) -> Chat:
    with missing_is_404():
        game = load_game(game_id)
    return chat_of(game, reader, TableOfTwo(game, own_seat(game, reader)).opponent.person)


def _show_chat(request: HttpRequest, found: Chat, *, refused: str = "", text: str = "") -> HttpResponse:
    known = {"chat": found, "refused": refused, "typed": text}
    template = "play/table/parts/chat.html" if SCRIPT in request.headers else "play/table/chat.html"
    return render(request, template, known, status=BAD_INPUT if refused else 200)
