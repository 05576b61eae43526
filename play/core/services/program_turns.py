"""Asking for the turn of a program: a job, done by a worker that has the compiled search."""

from __future__ import annotations

from common.jobs import services as jobs
from games.core.running import scope_of
from games.models import Game
from play.core.player import program_at

PLAY = "partner-turn"
"""The kind of job that makes the turn of a program. Its subject is the scope of the game, "game:12"."""


def ask_program(game: Game, to_move: int | None) -> None:
    """Ask for a turn where a program is to move. Inside the act that leaves it to move."""
    if to_move is not None and program_at(game, to_move) is not None:
        jobs.request(PLAY, scope_of(game.pk))
