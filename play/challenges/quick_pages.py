"""Quick pairing in the lobby: one press begins a game, or waits for one."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from common.translation import translate_message
from common.web import REFUSED, done_response, keep_cookie
from gipf_engine.messages import Refused
from play.challenges.pages import show_lobby
from play.challenges.quick_forms import OwnControlForm, QuickForm
from play.challenges.services.favourites import keep_control
from play.challenges.services.quick import QuickGame, keep_seeking, seek_as_guest, seek_game, stop_seeking
from play.core.playing import GameInPlay
from play.core.web_visitors import player_of_request, remember_guest, visitor_of
from players.models import Account

LAST_GAME = "quick-game"
"""A cookie: the game that was chosen last."""


@require_POST
def quick(request: HttpRequest) -> HttpResponse:
    """Play at once with the one who waits, or wait in the lobby; without an account as a guest."""
    form, own = QuickForm(request.POST), None
    if "main" in request.POST:
        own = OwnControlForm(request.POST)
        data = request.POST.copy()
        data["control"] = own.cleaned_data.get("control", "") if own.is_valid() else ""
        form = QuickForm(data)
    if not form.is_valid():
        return show_lobby(request, _("Choose a game and a time control."), REFUSED, own)
    wanted = QuickGame(**form.input)
    try:
        return keep_last_game(_seek(request, wanted), wanted.rules)
    except Refused as refused:
        return show_lobby(request, translate_message(refused.message), REFUSED, own)


def keep_last_game(response: HttpResponse, rules: str) -> HttpResponse:
    """Offer this game first from now on."""
    keep_cookie(response, LAST_GAME, rules)
    return response


def _seek(request: HttpRequest, wanted: QuickGame) -> HttpResponse:
    if isinstance(request.user, Account):
        return _answer(seek_game(request.user, wanted))
    game, token = seek_as_guest(visitor_of(request), wanted)
    return remember_guest(_answer(game), token)


def _answer(game: GameInPlay | None) -> HttpResponse:
    return redirect("play-game", game.game.pk) if game is not None else redirect("play")


@require_POST
def here(request: HttpRequest) -> HttpResponse:
    """The page of who waits says that a person is there, and learns where the game is once it has begun."""
    player = player_of_request(request)
    game = keep_seeking(player) if player is not None else None
    return JsonResponse({"board": reverse("play-game", args=[game.game.pk]) if game is not None else None})


@require_POST
def stop(request: HttpRequest) -> HttpResponse:
    """Wait no more."""
    player = player_of_request(request)
    if player is not None:
        stop_seeking(player)
    return redirect("play")


@require_POST
@login_required
def favourite(request: HttpRequest) -> HttpResponse:
    """Keep a time control among the favourites (`keep=yes`, the default), or not."""
    assert isinstance(request.user, Account)
    control, own = request.POST.get("control", ""), None
    if "main" in request.POST:
        own = OwnControlForm(request.POST)
        control = own.cleaned_data.get("control", "") if own.is_valid() else ""
    try:
        keep_control(request.user, control, is_kept=request.POST.get("keep") != "no")
    except Refused as refused:
        return show_lobby(request, translate_message(refused.message), REFUSED, own)
    return done_response(request, _("Favourites saved."), "play")
