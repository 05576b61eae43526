"""What pages of games below say of play."""

from __future__ import annotations

from typing import NamedTuple

from django import template
from django.template import RequestContext

from games.models import Game
from gipf_engine.rules.puzzles import rules_with_puzzles
from play.core.playing import now_ms
from play.core.web_visitors import player_of
from play.models import OnlineGame
from play.partner.queries import HouseRow, house_player_rows
from play.partner.services import rules_of_programs
from play.partner.services.house_players import is_member
from play.table.queries.series import SeriesScore, series_score
from play.watching.queries import WatchedGame, best_game, watched
from players.models import Club

register = template.Library()


@register.simple_tag
def watched_game(game: Game) -> WatchedGame | None:
    """A game that goes on here with its clocks, for who watches it; None for another one."""
    return watched(game)


@register.simple_tag
def best_game_now() -> WatchedGame | None:
    """The best game that goes on; None where none does."""
    return best_game()


@register.simple_tag
def server_now() -> int:
    """This instant in milliseconds: clocks of games count from it in browsers whose own goes wrong."""
    return now_ms()


@register.simple_tag
def series_of(game: Game) -> SeriesScore | None:
    """The series that a game belongs to. Two queries for a game that two have arranged, else none."""
    if not (game.online and game.is_arranged):
        return None
    online = OnlineGame.objects.select_related("series").filter(game=game).exclude(series=None).first()
    return series_score(online) if online is not None else None


class HousePlayers(NamedTuple):
    """The house players of a club; `may_play`: the reader is a member, and starts games with them."""

    rows: list[HouseRow]
    may_play: bool


@register.simple_tag(takes_context=True)
def house_players(context: RequestContext, club: Club) -> HousePlayers:
    """Those of a club, on its page. Two queries, and one more for who is signed in; one where the club has none."""
    rows = house_player_rows(club)
    return HousePlayers(rows, bool(rows) and is_member(player_of(context["request"]), club))


@register.filter
def has_program(rules: str) -> bool:
    """Whether the computer plays a game of these rules."""
    return rules in rules_of_programs()


@register.filter
def has_puzzles(rules: str) -> bool:
    """Whether there are puzzles of these rules."""
    return rules in rules_with_puzzles()
