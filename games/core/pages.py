"""What the pages of a game share."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

from django.http import HttpRequest

from common.web import missing_is_404
from games.core.permissions import is_arbiter, may_record, seat_of
from games.core.queries.page import GamePage, ResultPage, game_page
from gipf_engine.rules.possible_results import possible_results
from players.models import Account
from players.permissions import NotAllowed
from players.roles import Permission

Page = TypeVar("Page")
SCRIPT = "X-Board"
"""A request with this header is that of board.js, and gets JSON."""
UNCHANGED, UNREADABLE = 204, 422


def found_or_404(read: Callable[[int], Page], game_id: int) -> Page:
    """What `read` says of the game, or "no such page"."""
    with missing_is_404():
        return read(game_id)


def page_or_404(game_id: int, reader: object = None) -> GamePage:
    """The game's page as `reader` may see it (None: as everybody may), or "no such page"."""
    return found_or_404(partial(game_page, reader=reader), game_id)


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


def speaker_page(request: HttpRequest, game_id: int) -> tuple[GamePage, Account]:
    """The game's page and the account, for its players and arbiters. Raises `NotAllowed` for others."""
    page, account = page_or_404(game_id, request.user), request.user
    if not isinstance(account, Account) or not may_record(page.game, account):
        raise NotAllowed(Permission.DECIDE_RESULT, page.game.parent_scope.key)
    return page, account
