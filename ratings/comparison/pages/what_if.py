"""What another result of a game would do to the lists that count it. For all who are signed in; nothing is written."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from common.web import BAD_INPUT, OK, TOO_MANY
from games.core.queries.page import game_head
from games.models import Game
from players.core import limits
from players.core.pages import require_signed_in, wait_text
from players.core.rate_limit import TooMany
from ratings.comparison.queries.what_if import ListEffect, can_be_supposed, effects, offered_results


@require_safe
def game_what_if(request: HttpRequest, game_id: int) -> HttpResponse:
    """`?result=` supposes one."""
    account = require_signed_in(request)
    try:
        page = game_head(game_id)
    except (Game.DoesNotExist, OverflowError):
        raise Http404 from None
    if not can_be_supposed(page.game):
        raise Http404
    offered, result = offered_results(page.game), request.GET.get("result", "")
    context: dict[str, Any] = {"page": page, "game": page.game, "offered": offered}
    context |= {"result": "", "lists": [], "error": ""}
    status = OK
    if result and result not in offered:
        status = BAD_INPUT
    elif result:
        try:
            limits.SUPPOSED_RESULTS.take(str(account.pk))
            context |= {"result": result, "lists": effects(page.game, result)}
        except TooMany as many:
            context["error"], status = wait_text(many.seconds), TOO_MANY
    context["as_if_closed"] = _is_as_if_closed(page.game, context["lists"])
    return render(request, "ratings/comparison/what_if.html", context, status=status)


def _is_as_if_closed(game: Game, lists: Sequence[ListEffect]) -> bool:
    """Whether some of the lists, or any before there are some, will count the game when its event is closed."""
    return game.rated_on is None and not (lists and all(each.pool.counts_at_once for each in lists))
