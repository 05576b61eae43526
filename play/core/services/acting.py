"""What the acts on a game in play have in common: its row, its clock's columns, how it ends, and who moves next.

The turn of a program is asked for: it is a job, done by a worker that has the compiled search.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from copy import copy
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from common.compiled_query import CompiledObjects
from common.jobs import services as jobs
from common.journal import services as journal
from common.journal.services import ActContext
from common.streams import announce_to_person
from games.core.running import RunningGame, scope_of
from games.fair_play import Question, Source, need_fair_play
from games.models import Game
from games.recordings.services.online import check_played, end_online_game
from games.records.services.submit_record import CheckedRecord
from gipf_engine.clocks import Clock, clock_to_json, parse_control
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.rules.base import WHITE, Position
from play.core.acts import Adjourn, EndGame, GameAct
from play.core.errors import PlayRefused
from play.core.notified import TURN
from play.core.player import Player, account_of_player, person_of_player, program_at, seat_of_player
from play.core.playing import ADJOURNED, GameInPlay, colour_of, from_ms, to_ms
from play.core.services.conditional_lines import delete_lines
from play.core.services.series import go_on_with_series
from play.models import OnlineGame
from players.models import Person
from players.notifications.services.notifications import ask_to_notify
from players.permissions import NotAllowed
from players.roles import Permission

PLAY = "partner-turn"
"""The kind of job that makes the turn of a program. Its subject is the scope of the game, "game:12"."""
FIRST_TURNS = "first-turns"
"""Why the clock stands still until each player has made a turn."""
FIRST_TURN_MS = 60_000
"""How long each player of a game in real time may take for the first turn, before the clock runs."""
FIRST_TURN_BY_MAIL_MS = 86_400_000
"""How long each player of an event's game by correspondence may take for the first turn."""

RETURN_MS = 30 * 86_400_000
"""How long an adjourned game waits for both to come back."""
_LOCKED = CompiledObjects(lambda game: OnlineGame.objects.select_for_update().filter(pk=game).order_by())

OVER = Message(_("This game is over."))
_NO_PERSON = Message(_("Your account is not linked to a person, so it cannot play games."))
_NO_DRAWS = Message(_("This game cannot be drawn."))


@dataclass(frozen=True, slots=True)
class End:
    """How a game ends: `checked` is its record, None for one that never began; `at` the instant."""

    ending: OnlineGame.Ending
    result: str
    checked: CheckedRecord | None
    at: int


def clock_columns(clock: Clock, now: int, no_show_at: datetime | None = None) -> dict[str, Any]:
    """The columns of a game in which a person is to move from `now` on. `no_show_at` is that of the row."""
    deadline = clock.deadline
    if FIRST_TURNS in clock.pauses:
        deadline = _first_turn_deadline(clock, now, no_show_at)
    elif ADJOURNED in clock.pauses:
        deadline = now + RETURN_MS
    return {"clock": clock_to_json(clock), "deadline": None if deadline is None else from_ms(deadline)}


def _first_turn_deadline(clock: Clock, now: int, no_show_at: datetime | None) -> int:
    """By when the next of the first turns is made. In an event no one has less time because the other came late."""
    if no_show_at is None:
        return now + FIRST_TURN_MS
    return max(to_ms(no_show_at), now + (FIRST_TURN_MS if clock.control.is_real_time else FIRST_TURN_BY_MAIL_MS))


def need_person(player: Player) -> Person:
    """The person of an account, or the name of a guest. Raises `PlayRefused` where there is none."""
    person = person_of_player(player)
    if person is None:
        raise PlayRefused(_NO_PERSON)
    return person


def own_seat(game: GameInPlay, player: Player) -> int:
    """The seat of the one who acts. Raises `NotAllowed`."""
    seat = seat_of_player(game.game, player)
    if seat is None:
        raise NotAllowed(Permission.DECIDE_RESULT, game.scope)
    return seat


@contextmanager
def act_of_player(game: GameInPlay, player: Player | None, act: type[GameAct], **how: Any) -> Iterator[ActContext]:
    """An act of a player on a game, None for the server, as `journal.commit`: of a guest the journal notes the seat."""
    if player is not None and (account := account_of_player(player)) is None:
        how["guest"] = colour_of(own_seat(game, player))
    else:
        account = account_of_player(player)
    with journal.commit(game.scope, account, act, **how) as doing:
        yield doing


def need_running(game: GameInPlay) -> None:
    """Raise `PlayRefused` where the game is over, or was decided elsewhere and its board is about to be closed."""
    if game.is_over or game.is_decided_elsewhere:
        raise PlayRefused(OVER)


def need_draws(game: GameInPlay) -> None:
    """Raise `PlayRefused` where the players may not agree on a draw."""
    if not game.can_be_drawn:
        raise PlayRefused(_NO_DRAWS)


def clear_offer() -> dict[str, Any]:
    """The columns of a game in which nothing was offered since the position is what it is."""
    return {"offer": "", "offer_by": "", "offer_ply": 0, "offer_open": False}


def set_columns(online: OnlineGame, columns: Mapping[str, Any], *others: str) -> None:
    """Write columns of a row that is locked, and those that were set before."""
    for name, value in columns.items():
        setattr(online, name, value)
    online.save(update_fields=[*columns, *others])


def locked(game: GameInPlay) -> OnlineGame:
    """The row as it is under the lock of the game's scope."""
    for row in _LOCKED(game.online.pk):
        return row
    raise OnlineGame.DoesNotExist(game.online.pk)


def locked_since(game: GameInPlay, act: ActContext) -> OnlineGame:
    """The row inside an act, under its lock. It is read anew only where something was done since the game was read.

    When players came for the first time may have been noted since (`note_arrival`), which no act writes.
    """
    return copy(game.online) if act.version == game.version + 1 else locked(game)


def lose(game: GameInPlay, seat: int, ending: OnlineGame.Ending, actor: Player | None, at: int) -> GameInPlay:
    """The player at `seat` loses, though the moves do not say so."""
    result = "0-1" if seat == WHITE else "1-0"
    termination = "arbiter" if ending == OnlineGame.Ending.LEFT else ending.value
    return end(game, actor, End(ending, result, check_played(game.running, result, termination), at))


def end(game: GameInPlay, actor: Player | None, how: End) -> GameInPlay:
    """End the game as it was read. Raises `Stale` where anything was done since."""
    with act_of_player(game, actor, EndGame, expect=game.version, ply=game.plies) as act:
        return finish(locked(game), game.running, act, how)


def finish(online: OnlineGame, running: RunningGame, act: ActContext, how: End) -> GameInPlay:
    """Write that the game is over. Inside an act on it."""
    mark_over(online, act, how)
    announce_to_players(running.game)
    go_on_with_series(online)
    ended = end_online_game(running, how.result, how.checked)
    return GameInPlay(online, replace(running, game=ended, recording=None, version=act.version))


def mark_over(online: OnlineGame, act: ActContext, how: End) -> None:
    """Write in its row that the game is over. Inside an act on it."""
    act.data |= {"ending": how.ending.value, "result": how.result}
    if not parse_control(online.control).is_real_time:
        ask_to_notify(TURN, online.pk)
        delete_lines(online.pk)
    online.ended_at, online.ending = from_ms(how.at), how.ending.value
    online.deadline = None
    set_columns(online, clear_offer(), "clock", "deadline", "ended_at", "ending")


def announce_to_players(game: Game) -> None:
    """A game began or is over: streams of its players' events ask again once this is committed."""
    for person in (game.white, game.black):
        announce_to_person(person.canonical_id)


def adjourn_at(game: GameInPlay, actor: Player | None, instant: int) -> GameInPlay:
    """Let the clock stand still as it was at an instant. Raises `Stale` where anything was done since."""
    clock = game.clock.pause(ADJOURNED, instant)
    with act_of_player(game, actor, Adjourn, expect=game.version, ply=game.plies) as act:
        online = locked(game)
        set_columns(online, clear_offer() | clock_columns(clock, instant))
    return game.with_row(online, act.version)


def need_unknown_to_program(game: Game, seat: int, player: Player, after: Position) -> None:
    """Raise `FairPlayRefused` where a turn lets a program judge a position of another game that its player plays."""
    if after.turn == 1 - seat and program_at(game, 1 - seat) is not None:
        need_fair_play(player, Question(Source.SOLVER, game.rules, after, besides=game.pk))


def ask_program(game: Game, to_move: int | None) -> None:
    """Ask for a turn where a program is to move. Inside the act that leaves it to move."""
    if to_move is not None and program_at(game, to_move) is not None:
        jobs.request(PLAY, scope_of(game.pk))
