"""The game that follows another one of the same two: a rematch, or the next of a series. And leaving a series."""

from __future__ import annotations

from common.journal.services import Stale
from games.recordings.services.online import create_online_game
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.rules import rules_for
from play.challenges.acts import BeginNextGame, EndSeries, LeaveSeries
from play.challenges.services.challenges import can_play
from play.clocks.services.flags import load_own_game
from play.core.acts import GameAct
from play.core.errors import PlayRefused
from play.core.player import Player, account_of_player, person_of_player
from play.core.playing import GameInPlay, load_game
from play.core.services.acting import (
    act_of_player,
    clear_offer,
    locked,
    set_columns,
)
from play.core.services.guests import lock_players
from play.core.services.sanctions import need_may_meet
from play.core.services.series import Place, begin_series, end_series, place_in_series
from play.core.setups import draw_seed, lay_out
from play.games.services.games import begin_online_game
from play.models import OnlineGame

_OPPONENT_GONE = Message(_("Your opponent no longer has an account here."))
_NO_SERIES = Message(_("This game belongs to no running series."))
_LEAVE_THERE = Message(_("The next game has started: leave the series there."))


def begin_following(game: GameInPlay, player: Player | None, act: type[GameAct], *, series: bool) -> GameInPlay:
    """Begin the next game of the two, with colours exchanged; the game that it follows is returned.

    All else is the same: a handicap stays with the player who had it. `series`: it is the next one of the series; else
    a rematch, which after the last game of a series is the first of another one. Raises `PlayRefused` where a person is
    gone, and `Stale` where anything was done since.
    """
    before = game.game
    seed = game.online.rematch_seed or draw_seed(before.rules)
    setup = lay_out(before.rules, seed)
    with act_of_player(game, player, act, expect=game.version) as doing:
        people = lock_players([before.white, before.black])
        white, black = people[before.black_id], people[before.white_id]
        if not (can_play(white) and can_play(black)):
            raise PlayRefused(_OPPONENT_GONE)
        need_may_meet(*((black, white) if black == person_of_player(player) else (white, black)))
        following = create_online_game(
            rules=before.rules,
            setup=setup,
            white=white,
            black=black,
            rated=before.rated,
            options=before.options,
            handicap=rules_for(before.rules).swap_handicap(before.handicap),
        )
        begun = begin_online_game(following, game.online.control, account_of_player(player), seed)
        place_in_series(begun.online, _place_after(game.online, series=series), before.rules)
        online = locked(game)
        set_columns(online, clear_offer() | {"rematch": following})
        doing.data |= {"game": following.pk}
    return load_game(before.pk)


def _place_after(online: OnlineGame, *, series: bool) -> Place | None:
    if online.series is None:
        return None
    if series:
        return Place(online.series, online.series_number + 1)
    return begin_series(online.series) if online.series_number == online.series.length else None


def begin_next(game_id: int) -> None:
    """Begin the next game of a series, where the last one is over. It may be done by any number at once."""
    while True:
        game = load_game(game_id)
        if not (game.is_over and is_in_series(game) and game.online.rematch_id is None):
            return
        try:
            begin_following(game, None, BeginNextGame, series=True)
        except PlayRefused:
            _end_series(game)
        except Stale:
            """A person has left the series in between, or another worker was quicker: look again."""


def _end_series(game: GameInPlay) -> None:
    with act_of_player(game, None, EndSeries):
        assert game.online.series is not None
        end_series(game.online.series)


def is_in_series(game: GameInPlay) -> bool:
    """Whether it is a game of a series that goes on."""
    return game.online.series is not None and game.online.series.ended_at is None


def leave_series(game_id: int, player: Player) -> GameInPlay:
    """Let no further game begin; one that runs goes on. Raises `NotAllowed`, `PlayRefused`, OnlineGame.DoesNotExist."""
    while True:
        game, _seat = load_own_game(game_id, player, ended=True)
        if not is_in_series(game):
            raise PlayRefused(_NO_SERIES)
        if game.online.rematch_id is not None:
            raise PlayRefused(_LEAVE_THERE)
        try:
            with act_of_player(game, player, LeaveSeries, expect=game.version):
                assert game.online.series is not None
                end_series(game.online.series)
            return load_game(game_id)
        except Stale:
            """Something was done in between: look which game it is now."""
