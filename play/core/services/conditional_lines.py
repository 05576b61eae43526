"""Conditional turns as the game goes on: what is left of them after each turn, and the asking for an answer.

A game has few lines and most have none: each turn by correspondence costs one query. Inside the acts on the game.
"""

from __future__ import annotations

from common.jobs import services as jobs
from games.core.running import scope_of
from games.models import Game
from play.models import ConditionalLine

ANSWER = "conditional-answer"
"""The kind of job that makes a stored answer. Its subject is the scope of the game, "game:12"."""


def follow_turn(game: Game, ply: int, token: str, to_move: int) -> None:
    """Turn number `ply` was made: keep the rest of the lines that begin with it, and delete all others.

    Where a line of the player to move is left, its next turn is the answer, which is asked for.
    """
    gone: list[int] = []
    kept: list[ConditionalLine] = []
    for line in ConditionalLine.objects.filter(game=game):
        first, _blank, rest = line.turns.partition(" ")
        if line.ply == ply - 1 and first == token and rest:
            line.turns, line.ply = rest, ply
            kept.append(line)
        else:
            gone.append(line.pk)
    if gone:
        ConditionalLine.objects.filter(pk__in=gone).delete()
    # A shortened line can be what a shorter one still is: that one goes first.
    for line in sorted(kept, key=lambda line: len(line.turns)):
        line.save(update_fields=["turns", "ply"])
    if any(line.person_id == (game.white_id, game.black_id)[to_move] for line in kept):
        jobs.request(ANSWER, scope_of(game.pk))


def ask_answer(game: Game, seat: int) -> None:
    """Ask for the answer of the player at `seat`, who is to move, where one is stored."""
    if lines_at(game, seat):
        jobs.request(ANSWER, scope_of(game.pk))


def lines_at(game: Game, seat: int) -> list[ConditionalLine]:
    """The lines of the player at `seat`. One query."""
    return list(ConditionalLine.objects.filter(game=game, person=(game.white_id, game.black_id)[seat]))


def delete_lines(game_id: int) -> None:
    """The game is over, or goes on from another position: no line of either player applies."""
    ConditionalLine.objects.filter(game=game_id).delete()
