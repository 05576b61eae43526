"""Playing the computer: choosing how, and beginning the game."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from common.translation import translate_message
from common.web import REFUSED, keep_cookie, status_of
from games.core.board_state import render_game
from games.core.labels import rules_name
from games.core.replay import Frame
from games.models import COLOURS
from gipf_engine.messages import Refused
from gipf_engine.rules.base import Position
from play.core.errors import PlayRefused
from play.core.web_visitors import player_of, remember_guest, visitor_of
from play.partner.forms import ProgramGameForm
from play.partner.schemas import LONGEST_POSITION
from play.partner.services import (
    ProgramGame,
    begin_program_game,
    begin_program_game_as_guest,
    read_position,
    rules_of_programs,
)
from players.models import Account

LAST_GAME = "quick-game"
"""A cookie: the game that was chosen last, in quick pairing or here."""


@require_http_methods(["GET", "HEAD", "POST"])
def computer(request: HttpRequest) -> HttpResponse:
    """Choose game, level, colour and time; sent with none of them, a game begins as it is offered.

    With `?position=` and `?rules=` it starts from that position.
    """
    sent = {name: text for name, text in request.POST.items() if isinstance(text, str)}
    asked = sent if request.method == "POST" else request.GET
    rules, text = asked.get("rules", request.COOKIES.get(LAST_GAME, "")), asked.get("position", "")[:LONGEST_POSITION]
    position, refusal = _read_asked(rules, text)
    offered = ("", COLOURS[0]) if position is None else (text, COLOURS[position.turn or 0])
    form = ProgramGameForm(sent if request.method == "POST" else None, rules, *offered)
    if request.method == "POST" and form.is_valid():
        try:
            response = _begin_against_program(request, form.game)
            keep_cookie(response, LAST_GAME, form.game.rules)
            return response
        except Refused as refused:
            refusal = translate_message(refused.message)
    known = {"program_form": form, "refusal": refusal, "person": player_of(request)}
    if position is not None:
        known |= {"svg": render_game(Frame(position.view(), None)), "rules_name": rules_name(rules)}
    return render(request, "play/partner/computer.html", known, status=REFUSED if refusal else status_of(form))


def _read_asked(rules: str, text: str) -> tuple[Position | None, str]:
    """The position that was asked for, and why it cannot be played from."""
    if not text or rules not in rules_of_programs():
        return None, ""
    try:
        return read_position(rules, text), ""
    except PlayRefused as refused:
        return None, translate_message(refused.message)


def _begin_against_program(request: HttpRequest, wanted: ProgramGame) -> HttpResponse:
    if isinstance(request.user, Account):
        return redirect("play-game", begin_program_game(request.user, wanted).game.pk)
    game, token = begin_program_game_as_guest(visitor_of(request), wanted)
    return remember_guest(redirect("play-game", game.game.pk), token)
