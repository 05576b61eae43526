"""Ratings beside names on pages of other apps: `{% load ratings %}`."""

from __future__ import annotations

from django import template

from common.journal.services import SERVER
from games.models import Game, LeftOut
from gipf_engine.results import PENDING, VOID
from players.models import Account
from players.permissions import may
from players.roles import Permission
from ratings.arranged.queries import why_left_out
from ratings.core.ledger import EVEN, SCORES
from ratings.core.queries.lists import current
from ratings.core.queries.predictions import counting_pools, predict_games
from ratings.lists.queries.history import effect_of_game

register = template.Library()


@register.simple_tag
def rating_now(person_id: int | None, rules: str) -> int | str:
    """The person's rating now in the server's list of these rules; "" for the unrated, and for a guest (None)."""
    if person_id is None:
        return ""
    return current(rules, None, [person_id]).get(person_id, "")


@register.inclusion_tag("ratings/core/parts/counting.html", takes_context=True)
def counting_of(context: dict[str, object], game: Game) -> dict[str, object]:
    """Whether the server's lists count a rated game that its players arranged, and if not why."""
    if not (game.is_arranged and game.rated and game.rated_on):
        return {}
    user = context.get("user")
    may_change = isinstance(user, Account) and may(user, Permission.MANAGE_SERVER, SERVER)
    removed = game.left_out == LeftOut.REMOVED
    return {"asked": True, "game": game, "why": why_left_out(game), "removed": removed, "may_change": may_change}


@register.inclusion_tag("ratings/core/parts/effect.html")
def effect_of(game: Game) -> dict[str, object]:
    """What a rated game that is over did to the ratings of its players, or why nothing; at most eight queries."""
    if not game.rated or game.result in (PENDING, VOID):
        return {}
    if not game.is_arranged:
        return {"asked": True, "in_event": True}
    changes = effect_of_game(game)
    seats = [(person.shown_name, changes.get(person.canonical_id)) for person in (game.white, game.black) if person]
    return {"asked": True, "why": why_left_out(game), "players": seats if changes else []}


@register.inclusion_tag("ratings/core/parts/prediction.html")
def expected_of(game: Game, white: str, black: str) -> dict[str, object]:
    """What was expected of White before the event, in a game that a list counts, and what was scored.

    Four queries, and three more for each other system of the list.
    """
    counts = game.rated and not game.guests and not game.left_out
    counts = counts and not (game.white.is_program or game.black.is_program)  # in lists that may be of any club
    pools = list(counting_pools(game.rules, game.club)) if counts else []
    if game.handicap not in EVEN and pools and pools[0].rating_system.weighs_handicap:
        pools = [pool for pool in pools if pool.rating_system.weighs_handicap]
    elif game.handicap not in EVEN or not pools:
        return {}
    pair = (game.white_id, game.black_id)
    first, *others = (
        predict_games(pool, [pair], parent_scope=game.parent_scope.key, day=game.rated_on, games={pair: game})[pair]
        for pool in pools
    )
    scored = SCORES.get(game.rated_result or game.result)
    return {"prediction": first, "others": others, "white": white, "black": black, "scored": scored}
