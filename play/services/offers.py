"""Offers of one player to the other: a draw. An offer is good until its receiver makes a turn."""

from __future__ import annotations

from common.journal import services as journal
from common.journal.services import Stale
from engine.messages import Message
from engine.messages import gettext_noop as _
from engine.rules.possible_results import DRAW
from games.running import RunningGame, running_game
from games.services.online import check_played
from play.errors import PlayRefused
from play.models import OnlineGame
from play.playing import GameInPlay, colour_of, load_game, now_ms
from play.services.acting import DECLINE, OFFER, End, end, locked, need_running
from play.services.flags import load_own_game
from players.models import Account

_NO_DRAWS = Message(_("This game cannot be drawn."))
_OFFERED = Message(_("You have offered a draw. Make a turn before you offer another."))
_NO_OFFER = Message(_("Your opponent offers no draw."))


def offer_draw(game_id: int, account: Account) -> GameInPlay:
    """Offer a draw, or agree where the opponent has offered one. An offer is good until its receiver makes a turn.

    Raises as `resign` does.
    """
    game, seat = load_own_game(game_id, account)
    if not game.can_be_drawn:
        raise PlayRefused(_NO_DRAWS)
    if game.draw_offer == colour_of(1 - seat):
        return agree_draw(game_id, account)
    with journal.act(game.scope, account, OFFER, ply=game.plies) as act:
        online = locked(game)
        need_running(online)
        plies = running_game(game.game).tokens
        if online.draw_by == colour_of(seat) and (online.draw_open or len(plies) < online.draw_ply + 2):
            raise PlayRefused(_OFFERED)
        online.draw_by, online.draw_ply, online.draw_open = colour_of(seat), len(plies), True
        online.save(update_fields=["draw_by", "draw_ply", "draw_open"])
    return GameInPlay(online, RunningGame(game.game, game.running.recording, act.version, plies))


def agree_draw(game_id: int, account: Account) -> GameInPlay:
    """Take the draw that the opponent offers. Raises as `resign` does."""
    while True:
        game, seat = load_own_game(game_id, account)
        if game.draw_offer != colour_of(1 - seat):
            raise PlayRefused(_NO_OFFER)
        checked = check_played(game.running, DRAW, "agreed")
        try:
            return end(game, account, End(OnlineGame.Ending.AGREED, DRAW, checked, now_ms()))
        except Stale:
            """Something was done in between: look whether the offer still waits."""


def decline_draw(game_id: int, account: Account) -> GameInPlay:
    """Play on. Raises as `resign` does."""
    game, seat = load_own_game(game_id, account)
    with journal.act(game.scope, account, DECLINE, ply=game.plies):
        online = locked(game)
        if not online.draw_open or online.draw_by != colour_of(1 - seat) or online.ended_at is not None:
            raise PlayRefused(_NO_OFFER)
        online.draw_open = False
        online.save(update_fields=["draw_open"])
    return load_game(game_id)
