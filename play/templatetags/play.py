"""What pages of games below say of play."""

from __future__ import annotations

from django import template

from games.models import Game
from play.models import OnlineGame
from play.table.queries.series import SeriesScore, series_score

register = template.Library()


@register.simple_tag
def series_of(game: Game) -> SeriesScore | None:
    """The series that a game belongs to. Two queries for a game that two have arranged, else none."""
    if not (game.online and game.is_arranged):
        return None
    online = OnlineGame.objects.select_related("series").filter(game=game).exclude(series=None).first()
    return series_score(online) if online is not None else None
