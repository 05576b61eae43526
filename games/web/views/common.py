"""What the pages of a game share."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest

from engine.rules.possible_results import possible_results
from games.models import Game
from games.permissions import is_arbiter, seat_of
from games.queries import GamePage, game_page


def page_or_404(game_id: int) -> GamePage:
    """The game's page, or "no such page"."""
    try:
        return game_page(game_id)
    except (Game.DoesNotExist, OverflowError):
        raise Http404 from None


def context(request: HttpRequest, page: GamePage) -> dict[str, Any]:
    """What every page of a game knows: the game, its club, and in what parts the reader may speak."""
    return {
        "page": page,
        "game": page.game,
        "club": page.game.club,
        "possible": possible_results(page.game),
        "seat": seat_of(page.game, request.user),
        "arbiter": is_arbiter(page.game, request.user),
    }
