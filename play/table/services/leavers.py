"""Who has left the board: the opponent may claim the game; where both have, it is adjourned.

That a person is there is told by his page, and by whatever he does; it is kept in the cache. Where that was lost no one
is thought to have left.
"""

from __future__ import annotations

from common.journal.services import Stale
from games.recordings.services.online import check_played
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.rules.possible_results import DRAW
from play.clocks.services.flags import load_own_game
from play.core.errors import PlayRefused
from play.core.player import Player
from play.core.playing import GameInPlay, now_ms
from play.core.services.acting import End, end, lose, need_draws
from play.core.services.presence import LEFT_MS, away_for
from play.models import OnlineGame

_IS_THERE = Message(_("Your opponent is here, or has not been away for long enough."))


def claim_time(game: GameInPlay, seat: int) -> int | None:
    """In how many milliseconds a seat may claim the game (0: now); None while nothing speaks for it.

    In real time, in a game that has begun, while it is the turn of an opponent who has left. Not in events: there the
    clock runs.
    """
    if game.in_event or game.is_over or game.is_adjourned or not game.has_begun or not game.clock.control.is_real_time:
        return None
    if game.to_move != 1 - seat:
        return None
    away = away_for(game.game.pk, 1 - seat, now_ms())
    return None if away is None else max(0, LEFT_MS - away)


def claim_win(game_id: int, player: Player) -> GameInPlay:
    """Win against a player who has left. Raises `NotAllowed`, `PlayRefused` and OnlineGame.DoesNotExist."""
    while True:
        game, seat = _need_claim(game_id, player)
        try:
            return lose(game, 1 - seat, OnlineGame.Ending.LEFT, player, now_ms())
        except Stale:
            """Something was done in between: look whether he is still away."""


def claim_draw(game_id: int, player: Player) -> GameInPlay:
    """A draw with a player who has left, where the rules know draws. Raises as `claim_win` does."""
    while True:
        game, _seat = _need_claim(game_id, player)
        need_draws(game)
        checked = check_played(game.running, DRAW, "arbiter")
        try:
            return end(game, player, End(OnlineGame.Ending.LEFT, DRAW, checked, now_ms()))
        except Stale:
            """Something was done in between: look whether he is still away."""


def _need_claim(game_id: int, player: Player) -> tuple[GameInPlay, int]:
    game, seat = load_own_game(game_id, player)
    if claim_time(game, seat) != 0:
        raise PlayRefused(_IS_THERE)
    return game, seat
