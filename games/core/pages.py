"""What the pages of a game share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from django.http import Http404, HttpRequest

from games.core.permissions import is_arbiter, seat_of
from games.core.queries.page import GamePage, ResultPage, game_page
from games.models import Game
from gipf_engine.rules.possible_results import possible_results

Page = TypeVar("Page")


def found_or_404(read: Callable[[int], Page], game_id: int) -> Page:
    """What `read` says of the game, or "no such page"."""
    try:
        return read(game_id)
    except (Game.DoesNotExist, OverflowError):
        raise Http404 from None


def page_or_404(game_id: int) -> GamePage:
    """The game's page, or "no such page"."""
    return found_or_404(game_page, game_id)


def context(request: HttpRequest, page: ResultPage) -> dict[str, Any]:
    """What every page of a game knows: the game, its club, and in what parts the reader may speak."""
    return {
        "page": page,
        "game": page.game,
        "club": page.game.club,
        "possible": possible_results(page.game),
        "seat": seat_of(page.game, request.user),
        "arbiter": is_arbiter(page.game, request.user),
    }
