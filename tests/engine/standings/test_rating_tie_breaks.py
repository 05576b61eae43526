"""Tie-breaks from ratings, worked out by hand with FIDE's tables.

Ana (2000) beats Bo (1800) and draws with Cy (1900); Bo beats Cy; Di (1700) forfeits to Ana and has a bye.
"""

from __future__ import annotations

import pytest

from gipf_engine.tournament import standings
from gipf_engine.tournament.crosstable import CrossTable
from gipf_engine.tournament.standings.expectancy import difference, expected_percent
from tests.engine.standings.tables import cross_table

FOUR = """
Ana 2000: 2w1 3b= 4w+
Bo 1800:  1b0 Z   3w1
Cy 1900:  H   1w= 2b0
Di 1700:  U   H   1b-
"""


@pytest.fixture
def four() -> CrossTable:
    return cross_table(FOUR)


def column(table: CrossTable, code: str) -> list[object]:
    rows = standings.rank(table, [code])
    return [row.values[0] for row in sorted(rows, key=lambda row: row.number)]


def sum_of(table: CrossTable, code: str, number: int) -> str:
    return str(standings.explain(table, [code], number)[0])


def test_the_average_rating_counts_games_over_the_board(four: CrossTable) -> None:
    assert column(four, "ARO") == [1850, 1950, 1900, None]
    assert sum_of(four, "ARO", 1) == "1850 = (1800 (Bo) + 1900 (Cy)) ÷ 2"
    assert sum_of(four, "ARO", 4) == "no game over the board"


def test_a_cut_leaves_out_the_lowest_rating(four: CrossTable) -> None:
    assert column(four, "ARO/C1") == [1900, 2000, 2000, None]
    assert sum_of(four, "ARO/C1", 1) == "1900 = (1900 (Cy)) ÷ 1; without 1800 (Bo)"
    assert column(four, "ARO/M1") == [None, None, None, None]


def test_performance_adds_the_difference_for_the_score(four: CrossTable) -> None:
    """75 %: +193; 50 %: 0; 25 %: -193."""
    assert column(four, "TPR") == [1850 + 193, 1950, 1900 - 193, None]
    assert sum_of(four, "TPR", 1) == "2043 = 1850 +193 for 1.5 of 2 (75 %)"


def test_perfect_performance_is_the_lowest_rating_that_expects_the_score(four: CrossTable) -> None:
    """Ana: at 2046 the differences 246 and 146 expect .81 + .70, at 2045 only .80 + .69.

    Bo: at 1947 he is 53 below (.44) and 47 above (.56): 1; at 1946 he is 54 below (.43) and 46 above (.56).
    Cy: at 1694 she is 306 and 106 below, .14 + .36; at 1693 it is .14 + .35.
    """
    assert column(four, "PTP") == [2046, 1947, 1694, None]
    assert sum_of(four, "PTP", 1) == "1.5 scored: 2046 expects 1.51, 2045 only 1.49"


def test_nothing_scored_is_800_below_the_lowest_opponent() -> None:
    table = cross_table("Ana 2000: 2w1\nBo 1800: 1b0")
    assert column(table, "PTP") == [1800 + 736, 2000 - 800]
    assert sum_of(table, "PTP", 2) == "1200 = 2000 - 800, for no point scored"


def test_averages_of_the_opponents_performances_round_halves_up(four: CrossTable) -> None:
    assert column(four, "APRO")[0] == 1829  # (1950 + 1707) / 2 = 1828½
    assert column(four, "APPO")[0] == 1821  # (1947 + 1694) / 2 = 1820½
    assert sum_of(four, "APRO", 1) == "1829 = (1950 (Bo) + 1707 (Cy)) ÷ 2"


def test_ratings_say_nothing_where_somebody_has_none_unless_a_rating_stands_for_it() -> None:
    table = cross_table("Ana 2000: 2w1\nBo: 1b0")
    assert column(table, "ARO") == [None, None]
    assert sum_of(table, "ARO", 1) == "not valid: some players have no rating"
    assert column(table, "ARO/U1500") == [1500, 2000]
    assert column(table, "RTNG/U1500") == [2000, 1500]


def test_ratings_rank_in_reverse_where_the_code_says_so() -> None:
    table = cross_table("Ana 2000: 2w=\nBo 1800: 1b=")
    assert [row.number for row in standings.rank(table, ["RTNG"])] == [1, 2]
    assert [row.number for row in standings.rank(table, ["RTNG/R"])] == [2, 1]


def test_a_forfeit_has_no_rating_in_a_round_robin_either() -> None:
    table = cross_table("Ana 2000: 2w1 3b+\nBo 1800: 1b0 R\nCy 1900: R 1w-", predetermined=True)
    assert column(table, "ARO") == [1800, 2000, None]


@pytest.mark.parametrize(
    ("apart", "percent"),
    [(0, 50), (3, 50), (4, 51), (10, 51), (11, 52), (391, 91), (392, 92), (735, 99), (736, 100), (5000, 100)],
)
def test_expectancy_changes_at_the_differences_of_the_table(apart: int, percent: int) -> None:
    assert expected_percent(1500 + apart, 1500) == percent
    assert expected_percent(1500, 1500 + apart) == (100 - percent if apart else percent)


@pytest.mark.parametrize(
    ("percent", "points"), [(50, 0), (51, 7), (75, 193), (99, 677), (100, 800), (49, -7), (0, -800)]
)
def test_a_percentage_is_worth_the_difference_of_the_table(percent: int, points: int) -> None:
    assert difference(percent) == points
