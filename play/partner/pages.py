"""Playing the computer: choosing how, and beginning the game."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from common.translation import translate_message
from common.web import REFUSED, keep_cookie, status_of
from gipf_engine.messages import Refused
from play.core.web_visitors import player_of, remember_guest, visitor_of
from play.partner.forms import ProgramGameForm
from play.partner.services import ProgramGame, begin_program_game, begin_program_game_as_guest
from players.models import Account

LAST_GAME = "quick-game"
"""A cookie: the game that was chosen last, in quick pairing or here."""


@require_http_methods(["GET", "HEAD", "POST"])
def computer(request: HttpRequest) -> HttpResponse:
    """Choose game, level, colour and time; sent with none of them, a game begins as it is offered."""
    sent = {name: text for name, text in request.POST.items() if isinstance(text, str)}
    form = ProgramGameForm(sent if request.method == "POST" else None, request.COOKIES.get(LAST_GAME, ""))
    refusal = ""
    if request.method == "POST" and form.is_valid():
        try:
            response = _begin_against_program(request, form.game)
            keep_cookie(response, LAST_GAME, form.game.rules)
            return response
        except Refused as refused:
            refusal = translate_message(refused.message)
    known = {"program_form": form, "refusal": refusal, "person": player_of(request)}
    return render(request, "play/partner/computer.html", known, status=REFUSED if refusal else status_of(form))


def _begin_against_program(request: HttpRequest, wanted: ProgramGame) -> HttpResponse:
    if isinstance(request.user, Account):
        return redirect("play-game", begin_program_game(request.user, wanted).game.pk)
    game, token = begin_program_game_as_guest(visitor_of(request), wanted)
    return remember_guest(redirect("play-game", game.game.pk), token)
