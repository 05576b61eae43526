"""What two players may agree on, and what is done then: `play.table.services.offers` says who has offered it to whom.

A function `check_…` raises `PlayRefused` where it cannot be; the others act, and raise `Stale` where the game moved.
"""

from __future__ import annotations

from games.recordings.services.online import check_played, take_back_turns
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.rules.possible_results import DRAW
from play.challenges.acts import BeginRematch
from play.challenges.services.next_games import begin_following, is_in_series
from play.core.errors import PlayRefused
from play.core.player import Player, account_of_player
from play.core.playing import ADJOURNED, PLIES_TO_BEGIN, GameInPlay, from_ms, now_ms
from play.core.services.acting import (
    End,
    act_of_player,
    adjourn_at,
    ask_program,
    clear_offer,
    clock_columns,
    end,
    locked,
    need_draws,
    set_columns,
)
from play.core.services.conditional_lines import delete_lines
from play.games.acts import Resume
from play.models import OnlineGame
from play.table.acts import AllowTakeback

_IS_ADJOURNED = Message(_("This game is adjourned."))
_NOTHING_TO_TAKE_BACK = Message(_("No takeback is possible: each player's first turn is final."))
_NOT_IN_CORRESPONDENCE = Message(_("Correspondence games cannot be adjourned: the clock gives days for each turn."))
_NOT_BEGUN = Message(_("A game can be adjourned when each player has made a turn."))
_NOT_ADJOURNED = Message(_("This game is not adjourned."))
_NOT_OVER = Message(_("A rematch can be offered when the game is over."))
_ALREADY = Message(_("The rematch has started."))
_NOT_IN_EVENTS = Message(_("In the games of an event only a draw can be offered."))
_SERIES_GOES_ON = Message(_("The next game of the series starts automatically."))


def check_draw(game: GameInPlay, seat: int) -> None:
    """The rules know draws."""
    _need_no_adjournment(game)
    need_draws(game)


def draw(game: GameInPlay, player: Player) -> GameInPlay:
    """End the game undecided."""
    checked = check_played(game.running, DRAW, "agreed")
    return end(game, player, End(OnlineGame.Ending.AGREED, DRAW, checked, now_ms()))


def check_takeback(game: GameInPlay, seat: int) -> None:
    """The seat has made a turn after the first one of each."""
    _need_no_event(game)
    _need_no_adjournment(game)
    _left_without_last(game, seat)


def take_back(game: GameInPlay, player: Player) -> GameInPlay:
    """Take back the last turn of the one who offered it, and what was played since. Time that was used stays used."""
    now = now_ms()
    kept = _left_without_last(game, game.offering_seat)
    to_move = game.running.after(kept).reached.position.turn
    assert to_move is not None
    with act_of_player(game, player, AllowTakeback, expect=game.version, ply=kept) as act:
        running = take_back_turns(game.running, act, account_of_player(player), kept, at=from_ms(now))
        delete_lines(game.game.pk)
        online = locked(game)
        set_columns(online, clear_offer() | clock_columns(game.clock.take_back(now, to_move=to_move), now))
    return GameInPlay(online, running)


def _left_without_last(game: GameInPlay, seat: int) -> int:
    """How many turns are left when the last one of a seat is taken back."""
    for kept in range(game.plies - 1, PLIES_TO_BEGIN - 1, -1):
        if game.running.after(kept).reached.position.turn == seat:
            return kept
    raise PlayRefused(_NOTHING_TO_TAKE_BACK)


def check_adjourn(game: GameInPlay, seat: int) -> None:
    """It has begun, in real time."""
    _need_no_event(game)
    _need_no_adjournment(game)
    if not game.clock.control.is_real_time:
        raise PlayRefused(_NOT_IN_CORRESPONDENCE)
    if not game.has_begun:
        raise PlayRefused(_NOT_BEGUN)


def adjourn(game: GameInPlay, player: Player) -> GameInPlay:
    """Let the clock stand still until both want to go on."""
    return adjourn_at(game, player, now_ms())


def check_resume(game: GameInPlay, seat: int) -> None:
    """It is adjourned."""
    if not game.is_adjourned:
        raise PlayRefused(_NOT_ADJOURNED)


def resume(game: GameInPlay, player: Player) -> GameInPlay:
    """Let the clock run again."""
    now = now_ms()
    with act_of_player(game, player, Resume, expect=game.version, ply=game.plies) as act:
        online = locked(game)
        set_columns(online, clear_offer() | clock_columns(game.clock.resume(ADJOURNED, now), now))
        ask_program(game.game, game.clock.to_move)
    return game.with_row(online, act.version)


def check_rematch(game: GameInPlay, seat: int) -> None:
    """It is over, and has no rematch."""
    _need_no_event(game)
    if not game.is_over:
        raise PlayRefused(_NOT_OVER)
    if game.online.rematch_id is not None:
        raise PlayRefused(_ALREADY)
    if is_in_series(game):
        raise PlayRefused(_SERIES_GOES_ON)


def begin_rematch(game: GameInPlay, player: Player) -> GameInPlay:
    """The next game of the two, with colours exchanged; the game that it follows is returned."""
    check_rematch(game, game.offering_seat)
    return begin_following(game, player, BeginRematch, series=False)


def _need_no_event(game: GameInPlay) -> None:
    if game.in_event:
        raise PlayRefused(_NOT_IN_EVENTS)


def _need_no_adjournment(game: GameInPlay) -> None:
    if game.is_adjourned:
        raise PlayRefused(_IS_ADJOURNED)
