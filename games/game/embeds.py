"""The board of a game for frames of other sites."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from common.embedding import embedded
from games.core.board_state import board_state, number_asked
from games.core.broadcasts import shown_game
from games.core.pages import page_or_404
from games.core.queries.page import record_view
from games.game.page import running_context


@embedded
def embedded_game(request: HttpRequest, game_id: int) -> HttpResponse:
    """The last position, or that at `?ply=`; of a game that is played now, the position that it has reached."""
    page = page_or_404(game_id)
    record = record_view(page, number_asked(request, "record"))
    known: dict[str, object] = {"page": page, "game": page.game}
    if record is not None:
        stand = board_state(request, record)
        known |= {"stand": stand, "svg": stand.svg}
    else:
        known |= running_context(shown_game(page.game))
    return render(request, "games/game/embedded.html", known)
