"""The boards of a round of which no record is handed in yet, as they are being recorded."""

from __future__ import annotations

from dataclasses import dataclass

from games import models as games
from games.core.running import RunningGame, running_games
from tournaments.rounds.queries.rounds import Board, Game, RoundPage


@dataclass(frozen=True, slots=True)
class RunningBoard:
    """A game at a board, and its recording."""

    board: Board
    game: Game
    running: RunningGame


def running_boards(page: RoundPage) -> tuple[RunningBoard, ...]:
    """The open games of a round by their boards, and those that are recorded. Four queries."""
    seats = {game.row.id: (board, game) for board in page.boards for game in board.games}
    recorded = running_games(games.Game.objects.filter(pk__in=seats, records__isnull=True))
    return tuple(
        RunningBoard(board, game, recorded[pk])
        for pk, (board, game) in seats.items()
        if pk in recorded and (game.is_open or recorded[pk].tokens)
    )
