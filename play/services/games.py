"""Playing a game on the server's board: turns, flags, resigning, draws. The rules and the clock are the arbiter.

An act stands in the game's own scope. A turn is judged before the lock; under it nothing but the version has to be
looked at, since only acts that change neither position nor clock may have come between. A flag falls at its deadline,
whoever notices it first: a worker, the opponent's page, or a turn that comes too late.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from common.jobs import services as jobs
from common.journal import services as journal
from common.journal.services import ActContext, Stale
from engine.clocks import Clock, FlagFallen, clock_to_json, parse_control, start_clock
from engine.messages import Message
from engine.messages import gettext_noop as _
from engine.results import VOID
from engine.rules.base import WHITE, Position
from engine.rules.errors import RuleError
from engine.rules.possible_results import DRAW
from games.models import COLOURS, Game, RecordedTurn
from games.permissions import seat_of
from games.running import RunningGame, running_game
from games.services.online import add_turn, check_played, end_online_game
from games.services.submit_record import CheckedRecord
from play.errors import PlayRefused
from play.models import OnlineGame
from play.playing import PLIES_TO_BEGIN, GameInPlay, colour_of, from_ms, load_game, now_ms, to_ms
from players.models import Account
from players.permissions import NotAllowed
from players.roles import Act

FLAG = "fall-flag"
"""The kind of job that ends a game whose deadline has passed. Its subject is the game's scope, "game:12"."""
FIRST_TURN_MS = 60_000
"""How long each player of a game in real time may take for the first turn, before the clock runs."""
PATIENCE_MS = 250
"""A deadline is noticed so much later, so that a turn that came in time and waits for its thread is not too late."""
LONGEST_TURN = 200
"""Characters of a turn."""
BEGIN, TURN, END = "begin-game", "play-turn", "end-game"
OFFER, DECLINE = "offer-draw", "decline-draw"
_WAITING = "first-turns"
"""Why the clock stands still until each player has made a turn."""

_OVER = Message(_("This game is over."))
_NOT_YOURS = Message(_("It is your opponent’s turn."))
_TIME_IS_UP = Message(_("Your time is up."))
_NO_DRAWS = Message(_("This game cannot be drawn."))
_OFFERED = Message(_("You have offered a draw. Make a turn before you offer another."))
_NO_OFFER = Message(_("Your opponent offers no draw."))
_NOT_BEGUN = Message(_("A game can be resigned when each player has made a turn. Until then you can abort it."))
_BEGUN = Message(_("A game can only be aborted until each player has made a turn. You can resign."))


@dataclass(frozen=True, slots=True)
class _End:
    """How a game ends: `checked` is its record, None for one that never began; `at` the instant."""

    ending: OnlineGame.Ending
    result: str
    checked: CheckedRecord | None
    at: int


# --- beginning -----------------------------------------------------------------------------------------


def begin_online_game(game: Game, control: str, actor: Account | None) -> GameInPlay:
    """Put a game on the board, and start its clock. Inside the caller's transaction. Raises `Refused` for the clock."""
    now = now_ms()
    clock = _waiting_clock(start_clock(parse_control(control), now), now)
    with journal.act(game.occasion.key, actor, BEGIN, game=game.pk, control=control):
        online = OnlineGame.objects.create(game=game, control=control, **_clock_columns(clock, 0, now))
    return GameInPlay(online, running_game(game))


def _waiting_clock(clock: Clock, now: int) -> Clock:
    """A clock that waits for the first turns; in correspondence it runs from the beginning."""
    return clock.pause(_WAITING, now) if clock.control.is_real_time else clock


def _clock_columns(clock: Clock, plies: int, now: int) -> dict[str, Any]:
    deadline = now + FIRST_TURN_MS if _WAITING in clock.pauses else clock.deadline
    return {"clock": clock_to_json(clock), "deadline": None if deadline is None else from_ms(deadline)}


# --- turns ---------------------------------------------------------------------------------------------


def play_turn(game_id: int, account: Account, text: str, *, expect: int) -> GameInPlay:
    """Make one turn, in any notation of the game, in the position that stood at version `expect` of the game's scope.

    The same turn sent again changes nothing and is answered with the game as it is. Raises `NotAllowed` for whoever
    does not play, `Stale` where another position stands there now, `PlayRefused` and OnlineGame.DoesNotExist.
    """
    now = now_ms()
    try:
        return _make_turn(game_id, account, text, expect, now)
    except (Stale, PlayRefused):
        game = load_game(game_id)
        if _was_played(game, account, text, expect):
            return game
        raise


def _make_turn(game_id: int, account: Account, text: str, expect: int, now: int) -> GameInPlay:
    game = load_game(game_id)
    seat = _seat(game, account)
    if game.is_overdue(now - PATIENCE_MS):
        fall_flag(game_id, now)
        raise PlayRefused(_TIME_IS_UP if game.to_move == seat else _OVER)
    _need_running(game)
    journal.check_version(game.scope, expect, _moves_on)
    if game.to_move != seat:
        raise PlayRefused(_NOT_YOURS, field="turns")
    token, after = _judge(game.running.reached.position, text)
    try:
        clock = _press(game, after, now)
    except FlagFallen:
        fall_flag(game_id, now)
        raise PlayRefused(_TIME_IS_UP) from None
    return _store_turn(game, account, token, clock, _end_by_rules(game, token, after, now), now)


def _judge(position: Position, text: str) -> tuple[str, Position]:
    """The turn in official notation, and the position after it."""
    tokens = text.replace("\0", "")[:LONGEST_TURN].split()
    if not tokens:
        raise PlayRefused(Message(_("Choose a turn on the board, or type one.")), field="turns")
    try:
        move, used = position.read_turn(tokens, 0)
    except RuleError as error:
        raise PlayRefused(error.message, field="turns") from error
    if used < len(tokens):
        raise PlayRefused(Message(_("Make one turn at a time.")), field="turns")
    return position.notation(move), position.play(move)


def _press(game: GameInPlay, after: Position, now: int) -> Clock:
    """The clock after a turn. Raises `FlagFallen`."""
    to_move = after.turn if after.turn is not None else 1 - game.clock.to_move
    if _WAITING not in game.clock.pauses:
        return game.clock.press(now, to_move=to_move)
    fresh = start_clock(game.clock.control, now, to_move=to_move)
    return fresh if game.plies + 1 >= PLIES_TO_BEGIN else _waiting_clock(fresh, now)


def _end_by_rules(game: GameInPlay, token: str, after: Position, now: int) -> _End | None:
    if after.outcome is None:
        return None
    last = replace(game.running, tokens=(*game.running.tokens, token))
    return _End(OnlineGame.Ending.RULES, after.outcome.result, check_played(last, "", ""), now)


def _store_turn(game: GameInPlay, account: Account, token: str, clock: Clock, end: _End | None, now: int) -> GameInPlay:
    seat = game.clock.to_move
    with journal.act(game.scope, account, TURN, expect=game.version, matters=_moves_on, ply=game.plies + 1) as act:
        shown = clock.remaining(seat, now)
        running = add_turn(game.running, act, account, token, at=from_ms(now), clock_ms=shown)
        online = _locked(game)
        for name, value in _clock_columns(clock, game.plies + 1, now).items():
            setattr(online, name, value)
        online.draw_open = online.draw_open and online.draw_by == colour_of(seat)
        if end is not None:
            return _finish(online, running, act, end)
        online.save(update_fields=["clock", "deadline", "draw_open"])
    return GameInPlay(online, running)


def _was_played(game: GameInPlay, account: Account, text: str, expect: int) -> bool:
    """Whether the first thing that happened to the position after `expect` is this very turn, by this account."""
    if expect >= game.version:
        return False
    since = RecordedTurn.objects.filter(recording__game=game.game, version__gt=expect).order_by("version", "ply")
    turn = since.values("ply", "token", "account").first()
    if turn is None or turn["account"] != account.pk:
        return False
    try:
        token, _after = _judge(game.running.after(turn["ply"] - 1).reached.position, text)
    except PlayRefused:
        return False
    return bool(token == turn["token"])


def _moves_on(action: str, _data: Mapping[str, Any]) -> bool:
    """Whether an act leaves another position or clock than was there: offers do not."""
    return action not in (OFFER, DECLINE)


# --- ending --------------------------------------------------------------------------------------------


def fall_flag(game_id: int, now: int | None = None) -> GameInPlay:
    """End a game whose deadline has passed, dated by that deadline. Where it has not, nothing happens.

    It may be done by any number at once: the flag falls once.
    """
    at = now_ms() if now is None else now
    game = load_game(game_id)
    while game.is_overdue(at):
        assert game.online.deadline is not None
        deadline = to_ms(game.online.deadline)
        try:
            if game.has_begun:
                return _lose(game, game.clock.to_move, OnlineGame.Ending.TIME, None, deadline)
            return _end(game, None, _End(OnlineGame.Ending.ABORTED, VOID, None, deadline))
        except Stale:
            game = load_game(game_id)
    return game


def notice_flag(game: GameInPlay) -> GameInPlay:
    """The game for whoever looks at it: ended, if its deadline has passed and nobody has noticed."""
    now = now_ms()
    return fall_flag(game.game.pk, now) if game.is_overdue(now - PATIENCE_MS) else game


def resign(game_id: int, account: Account) -> GameInPlay:
    """Give the game up. Raises `NotAllowed`, `PlayRefused` and OnlineGame.DoesNotExist."""
    while True:
        game, seat = _for_player(game_id, account)
        if not game.has_begun:
            raise PlayRefused(_NOT_BEGUN)
        try:
            return _lose(game, seat, OnlineGame.Ending.RESIGNED, account, now_ms())
        except Stale:
            """A turn was made in between: the game is given up as it is now."""


def abort(game_id: int, account: Account) -> GameInPlay:
    """End a game in which not each player has made a turn: it counts for nobody. Raises as `resign` does."""
    while True:
        game, _player = _for_player(game_id, account)
        if game.has_begun:
            raise PlayRefused(_BEGUN)
        try:
            return _end(game, account, _End(OnlineGame.Ending.ABORTED, VOID, None, now_ms()))
        except Stale:
            """A turn was made in between: look whether it can still be aborted."""


def offer_draw(game_id: int, account: Account) -> GameInPlay:
    """Offer a draw, or agree where the opponent has offered one. An offer is good until its receiver makes a turn.

    Raises as `resign` does.
    """
    game, seat = _for_player(game_id, account)
    if not game.can_be_drawn:
        raise PlayRefused(_NO_DRAWS)
    if game.draw_offer == colour_of(1 - seat):
        return agree_draw(game_id, account)
    with journal.act(game.scope, account, OFFER, ply=game.plies) as act:
        online = _locked(game)
        _need_running(replace(game, online=online))
        plies = running_game(game.game).tokens
        if online.draw_by == colour_of(seat) and (online.draw_open or len(plies) < online.draw_ply + 2):
            raise PlayRefused(_OFFERED)
        online.draw_by, online.draw_ply, online.draw_open = colour_of(seat), len(plies), True
        online.save(update_fields=["draw_by", "draw_ply", "draw_open"])
    return GameInPlay(online, RunningGame(game.game, game.running.recording, act.version, plies))


def agree_draw(game_id: int, account: Account) -> GameInPlay:
    """Take the draw that the opponent offers. Raises as `resign` does."""
    while True:
        game, seat = _for_player(game_id, account)
        if game.draw_offer != colour_of(1 - seat):
            raise PlayRefused(_NO_OFFER)
        checked = check_played(game.running, DRAW, "agreed")
        try:
            return _end(game, account, _End(OnlineGame.Ending.AGREED, DRAW, checked, now_ms()))
        except Stale:
            """Something was done in between: look whether the offer still waits."""


def decline_draw(game_id: int, account: Account) -> GameInPlay:
    """Play on. Raises as `resign` does."""
    game, seat = _for_player(game_id, account)
    with journal.act(game.scope, account, DECLINE, ply=game.plies):
        online = _locked(game)
        if not online.draw_open or online.draw_by != colour_of(1 - seat) or online.ended_at is not None:
            raise PlayRefused(_NO_OFFER)
        online.draw_open = False
        online.save(update_fields=["draw_open"])
    return load_game(game_id)


def _lose(game: GameInPlay, seat: int, ending: OnlineGame.Ending, actor: Account | None, at: int) -> GameInPlay:
    """The player at `seat` loses, though the moves do not say so."""
    result = "0-1" if seat == WHITE else "1-0"
    return _end(game, actor, _End(ending, result, check_played(game.running, result, ending.value), at))


def _end(game: GameInPlay, actor: Account | None, end: _End) -> GameInPlay:
    """End the game as it was read. Raises `Stale` where anything was done since."""
    with journal.act(game.scope, actor, END, expect=game.version, ply=game.plies) as act:
        return _finish(_locked(game), game.running, act, end)


def _finish(online: OnlineGame, running: RunningGame, act: ActContext, end: _End) -> GameInPlay:
    """Write that the game is over. Inside an act on it."""
    act.data |= {"ending": end.ending.value, "result": end.result}
    online.ended_at, online.ending = from_ms(end.at), end.ending.value
    online.deadline, online.draw_open = None, False
    online.save(update_fields=["clock", "deadline", "draw_open", "ended_at", "ending"])
    ended = end_online_game(running, end.result, end.checked)
    return GameInPlay(online, replace(running, game=ended, recording=None, version=act.version))


# --- under and before the lock -------------------------------------------------------------------------


def _seat(game: GameInPlay, account: Account) -> int:
    """The seat of whoever acts. Raises `NotAllowed`."""
    seat = seat_of(game.game, account)
    if seat is None:
        raise NotAllowed(Act.DECIDE_RESULT, game.scope)
    return COLOURS.index(seat.value)


def _for_player(game_id: int, account: Account) -> tuple[GameInPlay, int]:
    """A running game and the seat of whoever acts."""
    game = load_game(game_id)
    seat = _seat(game, account)
    game = notice_flag(game)
    _need_running(game)
    return game, seat


def _need_running(game: GameInPlay) -> None:
    if game.is_over:
        raise PlayRefused(_OVER)


def _locked(game: GameInPlay) -> OnlineGame:
    """The row as it is under the lock of the game's scope."""
    return OnlineGame.objects.select_for_update(of=("self",)).get(pk=game.online.pk)


@jobs.regularly
def look_at_deadlines() -> None:
    """Ask that games be ended whose deadline has passed, where nobody looks at them."""
    late = OnlineGame.objects.filter(ended_at=None, deadline__lt=from_ms(now_ms() - PATIENCE_MS))
    _request_flags(late.values_list("game__occasion__key", flat=True))


def _request_flags(scopes: Iterable[str]) -> None:
    for scope in scopes:
        jobs.request(FLAG, scope)
