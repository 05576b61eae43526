"""Who has done best at a board, for board prizes: games that were played there, no matter who else sat there.

Points of these games come first, then the performance in them (FIDE B.02, article 1.4.8: the mean rating of the
opponents and the difference that the share of points stands for), then fewer games. Whom nothing separates share a
place. A forfeit is no game of anyone here.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from gipf_engine.results import SideResult
from gipf_engine.tournament.standings.performance import HALVES
from gipf_engine.tournament.standings.rated_opponents import TENTHS_OF_HALF, RatedGames
from gipf_engine.tournament.teams.values import TeamTable


@dataclass(frozen=True, slots=True)
class BoardScore:
    """A player at a board: `points` in tenths of so many `games`; `performance` None where no opponent is rated."""

    rank: int
    player: int
    points: int
    games: int
    performance: int | None


def board_scores(
    table: TeamTable, board: int, *, fewest_games: int = 1, left_out: Collection[int] = ()
) -> tuple[BoardScore, ...]:
    """The players who played at least `fewest_games` at a board (from 1), best first, without those `left_out`."""
    found: dict[int, list[_Game]] = {}
    for player, game in _games_at(table, board):
        found.setdefault(player, []).append(game)
    scoring, rows = table.settings.games, []
    for player, games in sorted(found.items()):
        if len(games) >= fewest_games and player not in left_out:
            points = sum(scoring.points(game.outcome) for game in games)
            rows.append((player, points, len(games), _performance(table, games)))
    keys = {player: _board_order(points, games, performance) for player, points, games, performance in rows}
    scores = [BoardScore(1 + sum(key < keys[row[0]] for key in keys.values()), *row) for row in rows]
    return tuple(sorted(scores, key=lambda each: each.rank))


class _Game(NamedTuple):
    """What a player had in a game: the opponent's number, and the outcome."""

    opponent: int
    outcome: SideResult


def _board_order(points: int, games: int, performance: int | None) -> tuple[int, float, int]:
    """What the order is by, best first."""
    return -points, float("inf") if performance is None else -performance, games


def _games_at(table: TeamTable, board: int) -> Iterator[tuple[int, _Game]]:
    """Every game that was played at a board, from both sides."""
    for paired in table.rounds:
        for match in paired.matches:
            if len(match.boards) < board or not match.boards[board - 1].was_played:
                continue
            each = match.boards[board - 1]
            sides = ((each.first, each.second, each.first_side), (each.second, each.first, each.second_side))
            for player, opponent, side in sides:
                if player is not None and opponent is not None and side.outcome is not None:
                    yield player, _Game(opponent, side.outcome)


def _performance(table: TeamTable, games: Collection[_Game]) -> int | None:
    """The rating that goes with the score against rated opponents; None where none of them is rated."""
    rated = [(rating, game.outcome) for game in games if (rating := table.player(game.opponent).rating) is not None]
    score = TENTHS_OF_HALF * sum(HALVES[outcome] for _rating, outcome in rated)
    return RatedGames(tuple(rating for rating, _outcome in rated), score).performance
