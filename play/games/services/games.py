"""Playing a game on the server's board: turns, resigning, aborting. The rules and the clock are the arbiter.

An act stands in the game's own scope. A turn is judged before the lock; under it nothing but the version has to be
looked at, since only acts that change neither position nor clock may have come between. A flag falls at its deadline,
by what notices it first: a worker, the opponent's page, or a turn that comes too late.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from common.compiled_query import CompiledUpdate
from common.journal import services as journal
from common.journal.services import Stale
from games.core.running import running_game, start_of
from games.models import Game, RecordedTurn
from games.recordings.services.online import add_turn, check_played
from games.records.services.submit_record import OTHER_START
from games.results.services.results import lock_game
from gipf_engine.clocks import Clock, FlagFallen, parse_control, start_clock
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.results import VOID
from gipf_engine.rules.base import WHITE, Position
from gipf_engine.rules.errors import RuleError
from gipf_engine.rules.laying import position_in
from play.clocks.services.days_off import calendars_of
from play.clocks.services.flags import PATIENCE_MS, before_waiting_turns, fall_flag, load_own_game
from play.clocks.services.uptime import make_up_for_absence
from play.core.acts import FromPosition
from play.core.errors import PlayRefused
from play.core.notified import FOLLOWED, TURN
from play.core.player import Player, account_of_player, seat_of_player
from play.core.playing import PLIES_TO_BEGIN, GameInPlay, PlayedTurn, colour_of, from_ms, load_game, now_ms
from play.core.services.acting import (
    FIRST_TURNS,
    OVER,
    End,
    act_of_player,
    announce_to_players,
    ask_program,
    clock_columns,
    end,
    finish,
    locked_since,
    lose,
    need_running,
    need_unknown_to_program,
    own_seat,
)
from play.core.services.conditional_lines import follow_turn
from play.core.services.presence import line_of
from play.games.acts import BeginGame, PlayTurn
from play.models import OfferKind, OnlineGame
from players.following.queries import has_followers
from players.models import Account
from players.notifications.services.notifications import ask_to_notify

LONGEST_TURN = 200
"""Characters of a turn."""

_AFTER_TURN = CompiledUpdate(OnlineGame, ["clock", "deadline", "offer_open"])

_NOT_YOURS = Message(_("It is your opponent’s turn."))
_ADJOURNED = Message(_("This game is adjourned until both players resume it."))
_TIME_IS_UP = Message(_("Your time is up."))
_NOT_BEGUN_IN_EVENT = Message(
    _("A game can be resigned when each player has made a turn. Until then, ask the arbiter.")
)
_NOT_BEGUN = Message(_("A game can be resigned when each player has made a turn. Until then you can abort it."))
_ASK_ARBITER = Message(_("Games of an event cannot be aborted: ask the arbiter."))
_BEGUN = Message(_("You can abort only before both players have moved. Resign instead."))


# --- beginning -----------------------------------------------------------------------------------------


def begin_online_game(game: Game, control: str, actor: Account | None, seed: str = "") -> GameInPlay:
    """Put a game on the board, and start its clock. Inside the caller's transaction. Raises `Refused` for the clock.

    `seed`: what its set-up follows from; players see it from now on.
    """
    now = now_ms()
    parsed = parse_control(control)
    calendars = calendars_of([game], parsed, vacations=True)[game.pk]
    clock = _waiting_clock(start_clock(parsed, now, to_move=_first_to_move(game), calendars=calendars), now)
    with journal.commit(game.parent_scope.key, actor, BeginGame, game=game.pk, control=control):
        announce_to_players(game)
        online = OnlineGame.objects.create(game=game, control=control, seed=seed, **clock_columns(clock, now))
        if not parsed.is_real_time:
            ask_to_notify(TURN, game.pk)
        ask_program(game, clock.to_move)
        if has_followers({game.white.canonical_id, game.black.canonical_id}):
            ask_to_notify(FOLLOWED, game.pk)
    return GameInPlay(online, running_game(game))


def _first_to_move(game: Game) -> int:
    """White, but where the game starts from a position in which Black is to move."""
    return start_of(game).position().turn or WHITE if position_in(game.setup) else WHITE


def _waiting_clock(clock: Clock, now: int) -> Clock:
    """A clock that waits for the first turns; in correspondence it runs from the beginning."""
    return clock.pause(FIRST_TURNS, now) if clock.control.is_real_time else clock


# --- turns ---------------------------------------------------------------------------------------------


def play_turn(game_id: int, player: Player, text: str, *, expect: int, waited: int = 0) -> GameInPlay:
    """Make one turn, in any notation of the game, in the position that stood at version `expect` of the game's scope.

    It came `waited` ms ago, and its player's time ran until then; the opponent's runs from now on.
    The same turn sent again changes nothing and is answered with the game as it is. Raises `NotAllowed` for one who
    does not play, `Stale` where another position stands there now, `PlayRefused`, `FairPlayRefused` where a program
    would judge the position of another game, and OnlineGame.DoesNotExist.
    """
    try:
        return _make_turn(game_id, player, text, expect, now_ms() - waited)
    except (Stale, PlayRefused):
        game = load_game(game_id)
        if _was_played(game, player, text, expect):
            return game
        raise


def _make_turn(game_id: int, player: Player, text: str, expect: int, came: int) -> GameInPlay:
    make_up_for_absence()
    game = load_game(game_id)
    seat = own_seat(game, player)
    now = now_ms()
    came = max(came, min(game.clock.since, now))  # no one's time runs backwards
    if game.is_overdue(came - PATIENCE_MS):
        fall_flag(game_id, min(came, before_waiting_turns(game_id)))
        raise PlayRefused(_TIME_IS_UP if game.to_move == seat else OVER)
    need_running(game)
    if game.is_adjourned:
        raise PlayRefused(_ADJOURNED)
    if game.version != expect:
        journal.check_not_overtaken(game.scope, expect, FromPosition)
    if game.to_move != seat:
        raise PlayRefused(_NOT_YOURS, field="turns")
    token, after = _judge(game.running.reached.position, text)
    need_unknown_to_program(game.game, seat, player, after)
    try:
        clock = _press(game, after, came, now)
    except FlagFallen:
        fall_flag(game_id, min(came, before_waiting_turns(game_id)))
        raise PlayRefused(_TIME_IS_UP) from None
    try:
        return _store_turn(game, player, token, clock, _end_by_rules(game, token, after, now), now)
    except Stale:
        journal.check_not_overtaken(game.scope, expect, FromPosition)
        return _make_turn(game_id, player, text, expect, came)  # time was given back in between: to another clock


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


def _press(game: GameInPlay, after: Position, came: int, now: int) -> Clock:
    """The clock after a turn: of the next one it counts nothing that the line takes. Raises `FlagFallen`.

    Between the turn's coming and `now` it waited for a thread: no one's time ran.
    """
    to_move = after.turn if after.turn is not None else 1 - game.clock.to_move
    line = line_of(game.game.pk, to_move) if game.clock.control.is_real_time else 0
    if FIRST_TURNS not in game.clock.pauses:
        return replace(game.clock.press(came, to_move=to_move, lag=line), since=now)
    calendars = [side.calendar for side in game.clock.sides]
    fresh = start_clock(game.clock.control, now, to_move=to_move, lag=line, calendars=calendars)
    return fresh if game.plies + 1 >= PLIES_TO_BEGIN else fresh.pause(FIRST_TURNS, now)


def _end_by_rules(game: GameInPlay, token: str, after: Position, now: int) -> End | None:
    if after.outcome is None:
        return None
    last = replace(game.running, tokens=(*game.running.tokens, token))
    return End(OnlineGame.Ending.RULES, after.outcome.result, check_played(last, "", ""), now)


def _store_turn(game: GameInPlay, player: Player, token: str, clock: Clock, end: End | None, now: int) -> GameInPlay:
    seat = game.clock.to_move
    with act_of_player(game, player, PlayTurn, expect=game.version, ply=game.plies + 1) as act:
        shown = clock.remaining(seat, now)
        online = locked_since(game, act)
        if game.in_event and not game.plies:
            _check_start(game)
        running = add_turn(game.running, act, account_of_player(player), token, at=from_ms(now), clock_ms=shown)
        columns = clock_columns(clock, now, online.no_show_at)
        online.clock, online.deadline = columns["clock"], columns["deadline"]
        if (online.offer, online.offer_by) != (OfferKind.DRAW, colour_of(seat)):
            online.offer_open = False
        if end is not None:
            act.write_now()
            return finish(online, running, act, end)
        if not clock.control.is_real_time:
            ask_to_notify(TURN, game.game.pk)
            follow_turn(game.game, game.plies + 1, token, clock.to_move)
        ask_program(game.game, clock.to_move)
        act.writes.append(_AFTER_TURN(game.game.pk, online.clock, online.deadline, online.offer_open))
        turn = PlayedTurn.of(running, clock, is_all=_changes_board_alone(game, clock, online))
        act.news = turn.message() if clock.control.is_real_time else ""
    return GameInPlay(online, running, turn)


def _changes_board_alone(before: GameInPlay, clock: Clock, online: OnlineGame) -> bool:
    """Whether a turn that did not end the game leaves all the rest as it was, beside what follows from its number."""
    names_deadline = before.in_event and before.plies + 1 < PLIES_TO_BEGIN  # of the other's first turn
    if names_deadline and _to_second(online.deadline) != _to_second(before.online.deadline):
        return False
    return not before.offer and clock.control.is_real_time and clock.to_move != before.clock.to_move


def _to_second(moment: datetime | None) -> datetime | None:
    return moment and moment.replace(microsecond=0)


def _check_start(game: GameInPlay) -> None:
    """Raise `PlayRefused` where an arbiter has laid the board out otherwise since the game was read."""
    if start_of(lock_game(game.game.pk, PlayRefused)) != game.running.start:
        raise PlayRefused(Message(OTHER_START), field="turns")


def _was_played(game: GameInPlay, player: Player, text: str, expect: int) -> bool:
    """Whether the first thing that happened to the position after `expect` is this very turn, by this player."""
    if expect >= game.version:
        return False
    since = RecordedTurn.objects.filter(recording__game=game.game, version__gt=expect).order_by("version", "ply")
    turn = since.values("ply", "token").first()
    if turn is None or not turn["token"]:
        return False
    position = game.running.after(turn["ply"] - 1).reached.position
    if position.turn != seat_of_player(game.game, player):
        return False
    try:
        token, _after = _judge(position, text)
    except PlayRefused:
        return False
    return bool(token == turn["token"])


# --- ending --------------------------------------------------------------------------------------------


def resign(game_id: int, player: Player) -> GameInPlay:
    """Give the game up. Raises `NotAllowed`, `PlayRefused` and OnlineGame.DoesNotExist."""
    while True:
        game, seat = load_own_game(game_id, player)
        if not game.has_begun:
            raise PlayRefused(_NOT_BEGUN_IN_EVENT if game.in_event else _NOT_BEGUN)
        try:
            return lose(game, seat, OnlineGame.Ending.RESIGNED, player, now_ms())
        except Stale:
            """A turn was made in between: the game is given up as it is now."""


def abort(game_id: int, player: Player) -> GameInPlay:
    """End a game in which not each player has made a turn: it counts for no one. Raises as `resign` does."""
    while True:
        game, _player = load_own_game(game_id, player)
        if game.in_event:
            raise PlayRefused(_ASK_ARBITER)
        if game.has_begun:
            raise PlayRefused(_BEGUN)
        try:
            return end(game, player, End(OnlineGame.Ending.ABORTED, VOID, None, now_ms()))
        except Stale:
            """A turn was made in between: look whether it can still be aborted."""
