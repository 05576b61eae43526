"""Who is best at a board: by points there, performance, then fewer games, worked out by hand."""

from __future__ import annotations

from dataclasses import replace

from gipf_engine.tournament.crosstable import Entrant
from gipf_engine.tournament.teams.board_scores import board_scores
from gipf_engine.tournament.teams.values import TeamTable
from tests.engine.teams.team_tables import table_of


def rated(table: TeamTable, ratings: dict[int, int]) -> TeamTable:
    return replace(
        table, players=tuple(Entrant(each.number, each.name, ratings.get(each.number)) for each in table.players)
    )


def scores(table: TeamTable, board: int, **more: int) -> list[tuple[int, int, int, int, int | None]]:
    return [
        (each.rank, each.player, each.points, each.games, each.performance)
        for each in board_scores(table, board, **more)
    ]


ROUNDS = [
    [(1, 4, "1="), (2, 3, "1=")],
    [(4, 3, "0+"), (1, 2, "=1")],
    [(2, 4, "11"), (3, 1, "10")],
]
"""Board 1: 11 beat 41 and drew 21, lost to 31; 21 beat 31 and 41, drew 11; 31 beat 41 and 11, lost to 21."""


def test_points_come_first_then_the_performance_then_fewer_games() -> None:
    """Unrated, 21 has 2.5 of 3, 31 two of 3, 11 1.5 of 3, 41 none."""
    table = table_of(4, ROUNDS)
    assert scores(table, 1) == [(1, 21, 25, 3, None), (2, 31, 20, 3, None), (3, 11, 15, 3, None), (4, 41, 0, 3, None)]
    # 11 met 21, 31 and 41; 31 met 11, 21 and 41. Were both at 1.5 of 3, the mean of the opponents would decide.
    drawn = table_of(4, [[(1, 4, "=="), (2, 3, "==")]])
    ratings = rated(drawn, {11: 1500, 21: 1600, 31: 1700, 41: 1800})
    assert scores(ratings, 1) == [(1, 11, 5, 1, 1800), (2, 21, 5, 1, 1700), (3, 31, 5, 1, 1600), (4, 41, 5, 1, 1500)]


def test_a_player_with_a_rated_opponent_goes_before_one_without_and_equals_share_a_place() -> None:
    table = rated(table_of(4, [[(1, 4, "=="), (2, 3, "==")]]), {41: 1500})
    assert [(rank, player) for rank, player, *_more in scores(table, 1)] == [(1, 11), (2, 21), (2, 31), (2, 41)]


def test_a_forfeit_is_no_game_and_few_games_win_nothing() -> None:
    """12 drew 42, beat 22 and 32; 22 drew 32 and beat 42; board 2 of 4-3 was forfeited."""
    table = table_of(4, ROUNDS)
    assert scores(table, 2) == [(1, 12, 25, 3, None), (2, 22, 15, 3, None), (3, 32, 5, 2, None), (3, 42, 5, 2, None)]
    assert [row[1] for row in scores(table, 2, fewest_games=3)] == [12, 22]


def test_only_games_at_the_board_count_and_some_can_be_left_out() -> None:
    table = table_of(4, ROUNDS)
    assert [each.player for each in board_scores(table, 1, left_out={21})] == [31, 11, 41]
    assert board_scores(table, 3) == ()
