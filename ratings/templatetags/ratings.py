"""Ratings beside names on pages of other apps: `{% load ratings %}`."""

from __future__ import annotations

from django import template

from games.models import Game
from ratings.ledger import EVEN, SCORES
from ratings.queries import counting_pool, current, predict_games

register = template.Library()


@register.simple_tag
def rating_now(person_id: int | None, rules: str) -> int | str:
    """The person's rating now in the server's list of these rules; "" for the unrated, and for a guest (None)."""
    if person_id is None:
        return ""
    return current(rules, None, [person_id]).get(person_id, "")


@register.inclusion_tag("ratings/parts/prediction.html")
def expected_of(game: Game, white: str, black: str) -> dict[str, object]:
    """What was expected of White before the event, in a game that a list counts, and what was scored. Four queries."""
    pool = counting_pool(game.rules, game.club) if game.rated and not game.guests else None
    if pool is None or (game.handicap not in EVEN and not pool.rating_system.weighs_handicap):
        return {}
    pair = (game.white_id, game.black_id)
    found = predict_games(pool, [pair], occasion=game.occasion.key, day=game.rated_on, games={pair: game})
    scored = SCORES.get(game.rated_result or game.result)
    return {"prediction": found[pair], "white": white, "black": black, "scored": scored}
