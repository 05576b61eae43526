"""What the acts on a game in play have in common: its row, its clock's columns, and how it ends."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from common.journal import services as journal
from common.journal.services import ActContext
from engine.clocks import Clock, clock_to_json
from engine.messages import Message
from engine.messages import gettext_noop as _
from engine.rules.base import WHITE
from games.models import COLOURS
from games.permissions import seat_of
from games.running import RunningGame
from games.services.online import check_played, end_online_game
from games.services.submit_record import CheckedRecord
from play.errors import PlayRefused
from play.models import OnlineGame
from play.playing import GameInPlay, from_ms
from players.models import Account
from players.permissions import NotAllowed
from players.roles import Act

BEGIN, TURN, END = "begin-game", "play-turn", "end-game"
OFFER, DECLINE = "offer-draw", "decline-draw"
RESTART = "give-time-back"
FIRST_TURNS = "first-turns"
"""Why the clock stands still until each player has made a turn."""
FIRST_TURN_MS = 60_000
"""How long each player of a game in real time may take for the first turn, before the clock runs."""

OVER = Message(_("This game is over."))


@dataclass(frozen=True, slots=True)
class End:
    """How a game ends: `checked` is its record, None for one that never began; `at` the instant."""

    ending: OnlineGame.Ending
    result: str
    checked: CheckedRecord | None
    at: int


def clock_columns(clock: Clock, now: int) -> dict[str, Any]:
    """The columns of a game in which somebody is to move from `now` on."""
    deadline = now + FIRST_TURN_MS if FIRST_TURNS in clock.pauses else clock.deadline
    return {"clock": clock_to_json(clock), "deadline": None if deadline is None else from_ms(deadline)}


def moves_position(action: str, _data: Mapping[str, Any]) -> bool:
    """Whether an act leaves another position than was there: offers do not, nor does time that is given back."""
    return action not in (OFFER, DECLINE, RESTART)


def changes_clock(action: str, _data: Mapping[str, Any]) -> bool:
    """Whether an act leaves another position or clock than was there."""
    return action not in (OFFER, DECLINE)


def own_seat(game: GameInPlay, account: Account) -> int:
    """The seat of whoever acts. Raises `NotAllowed`."""
    seat = seat_of(game.game, account)
    if seat is None:
        raise NotAllowed(Act.DECIDE_RESULT, game.scope)
    return COLOURS.index(seat.value)


def need_running(online: OnlineGame) -> None:
    """Raise `PlayRefused` where the game is over."""
    if online.ended_at is not None:
        raise PlayRefused(OVER)


def locked(game: GameInPlay) -> OnlineGame:
    """The row as it is under the lock of the game's scope."""
    return OnlineGame.objects.select_for_update(of=("self",)).get(pk=game.online.pk)


def lose(game: GameInPlay, seat: int, ending: OnlineGame.Ending, actor: Account | None, at: int) -> GameInPlay:
    """The player at `seat` loses, though the moves do not say so."""
    result = "0-1" if seat == WHITE else "1-0"
    return end(game, actor, End(ending, result, check_played(game.running, result, ending.value), at))


def end(game: GameInPlay, actor: Account | None, how: End) -> GameInPlay:
    """End the game as it was read. Raises `Stale` where anything was done since."""
    with journal.act(game.scope, actor, END, expect=game.version, ply=game.plies) as act:
        return finish(locked(game), game.running, act, how)


def finish(online: OnlineGame, running: RunningGame, act: ActContext, how: End) -> GameInPlay:
    """Write that the game is over. Inside an act on it."""
    act.data |= {"ending": how.ending.value, "result": how.result}
    online.ended_at, online.ending = from_ms(how.at), how.ending.value
    online.deadline, online.draw_open = None, False
    online.save(update_fields=["clock", "deadline", "draw_open", "ended_at", "ending"])
    ended = end_online_game(running, how.result, how.checked)
    return GameInPlay(online, replace(running, game=ended, recording=None, version=act.version))
