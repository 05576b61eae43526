"""The turns of a game that goes on, to be stepped through: by its players and by everyone who watches."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.http import require_safe

from common.web import missing_is_404
from games.core.board_line import line_for_script
from games.core.board_state import number_asked
from games.core.replay import replay
from play.core.playing import load_game


@require_safe
def positions(request: HttpRequest, game_id: int) -> HttpResponse:
    """The positions of a game so far with its turns, from the start; `?flip=1` as Black sees them."""
    with missing_is_404():
        running = load_game(game_id).running
    if running.game.parent_scope.hidden:
        raise Http404
    line = replay(running.start, running.tokens)
    boards = line_for_script(line, flipped=number_asked(request, "flip") == 1)
    return JsonResponse({"turns": running.tokens, "boards": boards})
