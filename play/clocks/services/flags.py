"""Flags: a game ends at its deadline, noticed by a worker, a reader, or a turn that comes too late."""

from __future__ import annotations

from django.conf import settings

from common.jobs import services as jobs
from common.journal.services import Stale
from games.core.running import scope_of
from games.core.services.errors import GameRefused
from gipf_engine.results import VOID
from play.clocks.services.uptime import LOOK_SECONDS, held_back, last_alive, make_up_for_absence
from play.core.arrivals import longest_wait_ms
from play.core.player import Player
from play.core.playing import GameInPlay, from_ms, load_game, now_ms, to_ms
from play.core.services.acting import End, adjourn_at, end, lose, need_running, own_seat
from play.core.services.presence import both_left_at
from play.models import OfferKind, OnlineGame

BOTH_FORFEIT = "--"
WON_BY_FORFEIT = ("+-", "-+")
"""Results of games to which a person did not come, by the seat of who did."""
FLAG = "fall-flag"
"""The kind of job that ends a game whose deadline has passed. Its subject is the game's scope, "game:12"."""
PATIENCE_MS = 250
"""A deadline is noticed so much later, so that a turn that came in time and is being read is not too late."""
_PATIENCE_OF_WORKERS_MS = PATIENCE_MS + int(LOOK_SECONDS * 1000)
"""So much later by a worker: by then each web process has said how long turns wait in it."""


def fall_flag(game_id: int, now: int | None = None) -> GameInPlay:
    """End a game whose deadline has passed, dated by that deadline. Where it has not, nothing happens.

    It may be done by any number at once: the flag falls once. Without `now` it is what a worker knows: the last instant
    at which players could reach the server, since no time runs while they cannot.
    """
    at = last_alive() if now is None else now
    game = load_game(game_id)
    while game.is_overdue(at) and not game.is_decided_elsewhere:
        assert game.online.deadline is not None
        deadline = to_ms(game.online.deadline)
        try:
            return _end_at(game, deadline)
        except (Stale, GameRefused):
            game = load_game(game_id)
    return game


def _end_at(game: GameInPlay, deadline: int) -> GameInPlay:
    """What happens at a deadline. Raises `Stale` where anything was done since."""
    if not game.has_begun:
        return _end_before_it_began(game, deadline)
    if game.is_adjourned:
        if game.offer != OfferKind.RESUME:
            return end(game, None, End(OnlineGame.Ending.ABORTED, VOID, None, deadline))
        return lose(game, 1 - game.offering_seat, OnlineGame.Ending.LEFT, None, deadline)
    may_wait = settings.ADJOURN_LEFT_GAMES and game.clock.control.is_real_time and not game.in_event
    left = both_left_at(game.game.pk, deadline) if may_wait else None
    if left is not None and left >= game.clock.since:
        return adjourn_at(game, None, left)
    return lose(game, game.clock.to_move, OnlineGame.Ending.TIME, None, deadline)


def _end_before_it_began(game: GameInPlay, deadline: int) -> GameInPlay:
    """Aborted; in an event who has not made his first turn loses by forfeit.

    Who waits for the first turn of the other could make none: it is enough that he came to the board.
    """
    if not game.in_event:
        return end(game, None, End(OnlineGame.Ending.ABORTED, VOID, None, deadline))
    waiting = 1 - game.clock.to_move
    came = (game.online.white_came_at, game.online.black_came_at)[waiting]
    is_there = game.plies > 0 or (came is not None and to_ms(came) <= deadline)
    result = WON_BY_FORFEIT[waiting] if is_there else BOTH_FORFEIT
    return end(game, None, End(OnlineGame.Ending.NO_SHOW, result, None, deadline))


def notice_flag(game: GameInPlay) -> GameInPlay:
    """The game for one who looks at it: ended, if its deadline has passed and no one has noticed."""
    if make_up_for_absence():
        game = load_game(game.game.pk)
    if not game.is_overdue(now_ms() - PATIENCE_MS):
        return game
    at = before_waiting_turns(game.game.pk)
    return fall_flag(game.game.pk, at) if game.is_overdue(at - PATIENCE_MS) else game


def before_waiting_turns(game_id: int) -> int:
    """The instant up to which deadlines of a game can be judged: when the oldest turn came that waits; else now."""
    now = now_ms()
    return min(held_back(now), now - longest_wait_ms(game_id))


def load_own_game(game_id: int, player: Player, *, ended: bool = False) -> tuple[GameInPlay, int]:
    """A game that runs, or one that has `ended` too, and the seat of the one who acts.

    Raises `NotAllowed`, `PlayRefused` and OnlineGame.DoesNotExist.
    """
    game = load_game(game_id)
    seat = own_seat(game, player)
    game = notice_flag(game)
    if not ended:
        need_running(game)
    return game, seat


@jobs.regularly
def look_at_deadlines() -> None:
    """Ask that games be ended whose deadline has passed, where no one looks at them."""
    late = OnlineGame.objects.filter(ended_at=None, deadline__lt=from_ms(last_alive() - _PATIENCE_OF_WORKERS_MS))
    for game in late.values_list("pk", flat=True):
        jobs.request(FLAG, scope_of(game))
