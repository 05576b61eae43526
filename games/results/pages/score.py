"""Handing in how a game ended of which nobody wrote the moves."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from common.web import RefusalsShown, done_response
from games.core.pages import context, speaker_page
from games.core.queries.page import GamePage
from games.core.queries.sheets import latest_sheets
from games.results.forms import ScoreForm
from games.results.services.submit_score import submit_score
from players.models import Account


@require_http_methods(["GET", "HEAD", "POST"])
def hand_in(request: HttpRequest, game_id: int) -> HttpResponse:
    """The final position or the counts of both players. The game's players and arbiters may."""
    page, account = speaker_page(request, game_id)
    if request.method != "POST":
        return _show_score_form(request, page, ScoreForm(game=page.game, initial=_initial(page)))
    form = ScoreForm(request.POST, game=page.game)
    if not form.is_valid():
        return _show_score_form(request, page, form, status=400)
    return _submit(request, page, form, account)


def _submit(request: HttpRequest, page: GamePage, form: ScoreForm, account: Account) -> HttpResponse:
    with RefusalsShown(form):
        submit_score(page.game.pk, account, **form.input)
        return done_response(request, _("The final score is saved."), "game-result", page.game.pk)
    return _show_score_form(request, page, form, status=400)


def _initial(page: GamePage) -> dict[str, Any]:
    """What was handed in last, by whoever it was: who agrees sends it as it is."""
    sheets = latest_sheets(page.game)
    if not sheets:
        return {}
    last = sheets[-1]
    if last.position:
        return {"position": last.position}
    return {
        f"{seat}_{key}": number
        for seat, row in zip(("white", "black"), last.counts or (), strict=True)
        for key, number in zip(last.keys, row, strict=True)
    }


def _show_score_form(request: HttpRequest, page: GamePage, form: ScoreForm, *, status: int = 200) -> HttpResponse:
    known = context(request, page) | {"form": form, "sheets": latest_sheets(page.game)}
    return render(request, "games/results/score.html", known, status=status)
