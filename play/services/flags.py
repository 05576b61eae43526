"""Flags: a game ends at its deadline, whoever notices first: a worker, whoever looks, or a turn that comes too late."""

from __future__ import annotations

from collections.abc import Iterable

from common.jobs import services as jobs
from common.journal.services import Stale
from engine.results import VOID
from play.models import OnlineGame
from play.playing import GameInPlay, from_ms, load_game, now_ms, to_ms
from play.services.acting import End, end, lose, need_running, own_seat
from play.services.uptime import last_alive, make_up_for_absence
from players.models import Account

FLAG = "fall-flag"
"""The kind of job that ends a game whose deadline has passed. Its subject is the game's scope, "game:12"."""
PATIENCE_MS = 250
"""A deadline is noticed so much later, so that a turn that came in time and waits for its thread is not too late."""


def fall_flag(game_id: int, now: int | None = None) -> GameInPlay:
    """End a game whose deadline has passed, dated by that deadline. Where it has not, nothing happens.

    It may be done by any number at once: the flag falls once. Without `now` it is what a worker knows: the last instant
    at which players could reach the server, since no time runs while they cannot.
    """
    at = last_alive() if now is None else now
    game = load_game(game_id)
    while game.is_overdue(at):
        assert game.online.deadline is not None
        deadline = to_ms(game.online.deadline)
        try:
            if game.has_begun:
                return lose(game, game.clock.to_move, OnlineGame.Ending.TIME, None, deadline)
            return end(game, None, End(OnlineGame.Ending.ABORTED, VOID, None, deadline))
        except Stale:
            game = load_game(game_id)
    return game


def notice_flag(game: GameInPlay) -> GameInPlay:
    """The game for whoever looks at it: ended, if its deadline has passed and nobody has noticed."""
    if make_up_for_absence():
        game = load_game(game.game.pk)
    now = now_ms()
    return fall_flag(game.game.pk, now) if game.is_overdue(now - PATIENCE_MS) else game


def load_own_game(game_id: int, account: Account) -> tuple[GameInPlay, int]:
    """A running game and the seat of whoever acts. Raises `NotAllowed`, `PlayRefused`, OnlineGame.DoesNotExist."""
    game = load_game(game_id)
    seat = own_seat(game, account)
    game = notice_flag(game)
    need_running(game.online)
    return game, seat


@jobs.regularly
def look_at_deadlines() -> None:
    """Ask that games be ended whose deadline has passed, where nobody looks at them."""
    late = OnlineGame.objects.filter(ended_at=None, deadline__lt=from_ms(last_alive() - PATIENCE_MS))
    _request_flags(late.values_list("game__occasion__key", flat=True))


def _request_flags(scopes: Iterable[str]) -> None:
    for scope in scopes:
        jobs.request(FLAG, scope)
