"""Performance against rated opponents, where not everybody has a rating; worked out by hand from table 8.1.1."""

from __future__ import annotations

import pytest

from gipf_engine.tournament.standings.rated_opponents import performance_rating
from tests.engine.standings.tables import cross_table

TABLE = """
    Ana 1600: 2w1 3b= 4w0
    Ben 1500: 1b0 4w- 3w1
    Cleo 1400: 4w1 1w= 2b0
    Dan: 3b0 2b+ 1b1
"""
"""Dan has no rating, and Ben did not come to their game."""


@pytest.mark.parametrize(
    ("number", "performance"),
    [
        (1, 1643),  # (1500 + 1400) / 2 = 1450; 1½ of 2 is 75 %, which is worth 193
        (2, 1500),  # (1600 + 1400) / 2 = 1500; 1 of 2; no forfeit
        (3, 1357),  # (1600 + 1500) / 2 = 1550; ½ of 2 is 25 %: −193
        (4, 1500),  # (1400 + 1600) / 2 = 1500; 1 of 2
    ],
)
def test_only_games_over_the_board_with_rated_opponents_count(number: int, performance: int) -> None:
    assert performance_rating(cross_table(TABLE), number) == performance


def test_without_a_rated_opponent_there_is_none() -> None:
    table = cross_table("Ana 1600: 2w1 U\nBen: 1b0 Z")
    assert [performance_rating(table, number) for number in (1, 2)] == [None, 800]  # nothing of 1 against 1600: −800
