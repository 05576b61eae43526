"""Which games played here count in the server's lists: the pages of its administrators."""

from __future__ import annotations

from typing import Any

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext, gettext_lazy
from django.views.decorators.http import require_http_methods

from common.journal.services import SERVER
from common.schema_forms import SchemaForm
from common.web import done_response, posted_data, status_of, try_service
from games.core.queries.page import game_head
from games.models import Game, LeftOut
from players.permissions import require
from players.roles import Permission
from ratings.arranged.queries import oversight, why_left_out
from ratings.arranged.schemas import SetCountingInput
from ratings.arranged.services import set_counting


class CountingForm(SchemaForm):
    """Why a game is taken out of the lists, or put back."""

    schema = SetCountingInput
    asks = {"reason": {"help_text": gettext_lazy("Shown on the page of the game.")}}


class ChosenGamesForm(CountingForm):
    """Why several games, which are marked in the lists above the form, are taken out of the lists."""

    games = forms.MultipleChoiceField(
        choices=[], error_messages={"required": gettext_lazy("Select at least one game.")}, required=True
    )

    def __init__(self, data: Any, offered: list[int]) -> None:
        super().__init__(data, given={"counts": False})
        self.offer("games", [(str(game), str(game)) for game in offered])


@require_http_methods(["GET", "HEAD", "POST"])
def rated_games(request: HttpRequest) -> HttpResponse:
    """Pairs that play no one else, sudden ends, and the games that were taken out."""
    actor = require(request.user, Permission.MANAGE_SERVER, SERVER)
    shown = oversight()
    offered = {*(game for pair in shown.pairs for game in pair.games), *(each.game for each in shown.sudden)}
    form = ChosenGamesForm(posted_data(request), sorted(offered))

    def remove() -> None:
        games = [int(game) for game in form.cleaned_data["games"]]
        set_counting(actor, games, **form.input)

    if request.method == "POST" and try_service(form, remove):
        return done_response(request, gettext("Removed. The lists will be recomputed in a moment."), "rated-games")
    chosen = set(request.POST.getlist("games"))
    known = {"shown": shown, "form": form, "chosen": chosen}
    return render(request, "ratings/arranged/rated_games.html", known, status=status_of(form))


@require_http_methods(["GET", "HEAD", "POST"])
def game_counting(request: HttpRequest, game_id: int) -> HttpResponse:
    """Take one game out of the lists, or put it back in."""
    actor = require(request.user, Permission.MANAGE_SERVER, SERVER)
    try:
        page = game_head(game_id)
    except Game.DoesNotExist:
        raise Http404 from None
    if not (page.game.is_arranged and page.game.rated and page.game.rated_on):
        raise Http404
    is_removed = page.game.left_out == LeftOut.REMOVED
    form = CountingForm(posted_data(request), given={"counts": is_removed})

    def change() -> None:
        set_counting(actor, [game_id], **form.input)

    if request.method == "POST" and try_service(form, change):
        return done_response(request, gettext("Saved. The lists will be recomputed in a moment."), "game", game_id)
    known = {"page": page, "game": page.game, "form": form, "is_removed": is_removed, "why": why_left_out(page.game)}
    return render(request, "ratings/arranged/game_counting.html", known, status=status_of(form))
