"""Asking for the turn of a program: a job, done by a worker that has the compiled search. And what none is asked."""

from __future__ import annotations

from common.jobs import services as jobs
from games.core.running import scope_of
from games.fair_play import Question, Source, need_fair_play
from games.models import Game
from gipf_engine.rules.base import Position
from play.core.player import Player, program_at

PLAY = "partner-turn"
"""The kind of job that makes the turn of a program. Its subject is the scope of the game, "game:12"."""


def need_unknown_to_program(game: Game, seat: int, player: Player, after: Position) -> None:
    """Raise `FairPlayRefused` where a turn lets a program judge a position of another game that its player plays."""
    if after.turn == 1 - seat and program_at(game, 1 - seat) is not None:
        need_fair_play(player, Question(Source.SOLVER, game.rules, after, besides=game.pk))


def ask_program(game: Game, to_move: int | None) -> None:
    """Ask for a turn where a program is to move. Inside the act that leaves it to move."""
    if to_move is not None and program_at(game, to_move) is not None:
        jobs.request(PLAY, scope_of(game.pk))
