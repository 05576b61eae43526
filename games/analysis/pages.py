"""The page of a record's analysis: the graph of the game, its turns judged, and the best lines of a position."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from common.translation import translate_message
from common.web import REFUSED
from games.analysis.queries import GRAPH_HEIGHT, GRAPH_WIDTH, analysis_page
from games.analysis.services import ask_analysis, need_analysable, need_open, note_read
from games.core.board_state import render_game
from games.core.pages import page_or_404
from games.core.queries.page import GamePage, RecordView, record_view
from gipf_engine.messages import Refused


@require_http_methods(["GET", "HEAD", "POST"])
def analysis(request: HttpRequest, game_id: int, number: int, ply: int) -> HttpResponse:
    """A record's analysis at its position after `ply` turns. A POST asks for it, and then for a deeper look there."""
    page = page_or_404(game_id)
    record = record_view(page, number)
    if record is None or ply > record.line.plies:
        raise Http404
    try:
        if request.method == "POST":
            ask_analysis(request, page, record, ply)
            return redirect("game-analysis", game_id, number, ply)
        need_analysable(page)
        need_open(request.user, page, record)
    except Refused as refused:
        return _refuse_analysis(request, page, translate_message(refused.message))
    return _show(request, page, record, ply)


def _refuse_analysis(request: HttpRequest, page: GamePage, why: str) -> HttpResponse:
    known = {"page": page, "game": page.game, "refusal": why, "leaf": True}
    return render(request, "games/analysis/analysis.html", known, status=REFUSED)


def _show(request: HttpRequest, page: GamePage, record: RecordView, ply: int) -> HttpResponse:
    shown = analysis_page(page, record, ply)
    if shown.asked is not None:
        note_read(shown.asked, record.positions)
    known = {
        "page": page,
        "game": page.game,
        "leaf": True,
        "shown": shown,
        "svg": render_game(record.frame(ply)),
        "width": GRAPH_WIDTH,
        "height": GRAPH_HEIGHT,
    }
    return render(request, "games/analysis/analysis.html", known)
