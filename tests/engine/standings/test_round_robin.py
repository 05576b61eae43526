"""A round robin of four, worked out by hand.

Ana draws with Bo, beats Cy, loses to Di; Bo draws with Cy, beats Di; Cy beats Di. So Bo has 2,
Ana and Cy 1½, Di 1.

Sonneborn-Berger: Ana ½·2 + 1·1½ = 2½, Bo ½·1½ + ½·1½ + 1·1 = 2½, Cy ½·2 + 1·1 = 2, Di 1·1½ = 1½.
Koya (half of 3 points is 1½: Ana, Bo, Cy count): Ana ½ + 1, Bo ½ + ½, Cy 0 + ½, Di 1 + 0 + 0.
"""

from __future__ import annotations

from fractions import Fraction

import pytest

from gipf_engine.tournament import standings
from gipf_engine.tournament.crosstable import CrossTable
from tests.engine.standings.tables import cross_table

FOUR = """
Ana: 4w0 2w= 3b1
Bo:  3w= 1b= 4w1
Cy:  2b= 4b1 1w0
Di:  1b1 3w0 2b0
"""


@pytest.fixture
def four() -> CrossTable:
    return cross_table(FOUR, predetermined=True)


def column(table: CrossTable, code: str) -> list[object]:
    rows = standings.rank(table, [code])
    return [row.values[0] for row in sorted(rows, key=lambda row: row.number)]


def test_points_rank_and_direct_encounter_parts_the_tied(four: CrossTable) -> None:
    rows = standings.rank(four, ["DE"])
    assert [(row.rank, row.number, row.points) for row in rows] == [(1, 2, 20), (2, 1, 15), (3, 3, 15), (4, 4, 10)]
    assert [row.values for row in rows] == [(None,), (1,), (2,), (None,)]


def test_in_an_unfinished_round_robin_the_games_played_part_the_tied() -> None:
    """All have one point of two games. Ana beat Bo; Cy and Di meet later, and so do the other pairs.

    Article 6.2 of C.07 looks at games that could still come only where pairings are not fixed in advance. Here what was
    played counts: Ana has 1 against the tied, Bo 0; Cy and Di, who met neither of them nor each other, 0.
    """
    unfinished = cross_table(
        """
        Ana: 2w1 5w0
        Bo:  1b0 6w1
        Cy:  5b0 6b1
        Di:  6w1 5w0
        Eva: 1b1 3w1 4b1
        Flo: 4b0 2b0 3w0
        """,
        predetermined=True,
    )
    rows = {row.number: row for row in standings.rank(unfinished, ["DE"])}
    assert {number: rows[number].points for number in (1, 2, 3, 4)} == {1: 10, 2: 10, 3: 10, 4: 10}
    assert {number: rows[number].values for number in (1, 2, 3, 4)} == {1: (1,), 2: (2,), 3: (2,), 4: (2,)}


def test_whom_nothing_parts_share_a_rank(four: CrossTable) -> None:
    rows = standings.rank(four, [])
    assert [(row.rank, row.number) for row in rows] == [(1, 2), (2, 1), (2, 3), (4, 4)]


def test_sonneborn_berger_is_the_sum_over_those_beaten_and_drawn_with(four: CrossTable) -> None:
    assert column(four, "SB") == [Fraction(5, 2), Fraction(5, 2), 2, Fraction(3, 2)]


def test_koya_counts_points_against_the_upper_half(four: CrossTable) -> None:
    assert column(four, "KS") == [Fraction(3, 2), 1, Fraction(1, 2), 1]


def test_a_shifted_koya_limit_asks_for_more(four: CrossTable) -> None:
    assert column(four, "KS/L+1") == [Fraction(1, 2), 0, Fraction(1, 2), 0]  # only Bo has 2 or more


def test_wins_are_counted(four: CrossTable) -> None:
    assert column(four, "WIN") == [1, 1, 1, 1]


def test_each_value_is_explained_as_its_sum(four: CrossTable) -> None:
    codes = ["PTS", "DE", "WIN", "SB", "KS"]
    assert [str(message) for message in standings.explain(four, codes, 1)] == [
        "1.5 = 0 (Di) + ½ (Bo) + 1 (Cy)",
        "1 = 1 (Cy) against 1 of the 1 tied: place 1 of the tie",
        "1: round 3: 1 (Cy)",
        "2.50 = 0×1 (lost to Di) + ½×2 (drew with Bo) + 1×1½ (beat Cy)",
        "1.5 = ½ (Bo, who has 2) + 1 (Cy, who has 1½): opponents with 1.5 points or more",
    ]


def test_a_forfeit_is_a_regular_game_in_a_round_robin() -> None:
    """Ana beats Bo without a game; Cy drew with both. Ana 1½, Cy 1, Bo ½."""
    text = """
    Ana: 2w+ 3b= R
    Bo:  1b- R   3w=
    Cy:  R   1w= 2b=
    """
    table = cross_table(text, predetermined=True)
    assert column(table, "SB") == [1, Fraction(1, 2), 1]  # Ana 1·½ + ½·1, Bo 0·1½ + ½·1, Cy ½·1½ + ½·½
    assert column(table, "KS") == [Fraction(1, 2), Fraction(1, 2), Fraction(1, 2)]  # half of two games is 1 point
    assert column(table, "WIN") == [1, 0, 0]
    assert column(table, "WON") == [0, 0, 0]


def test_direct_encounter_counts_a_forfeit_in_a_round_robin() -> None:
    """Ana and Bo have 1½ each; Bo won their game by forfeit. Cy has 1, Di 2."""
    text = """
    Ana: 2w- 4b1 3w=
    Bo:  1b+ 3w= 4b0
    Cy:  4w0 2b= 1b=
    Di:  3b1 1w0 2w1
    """
    rows = standings.rank(cross_table(text, predetermined=True), ["DE"])
    places = {row.number: row.values[0] for row in rows}
    assert places == {1: 2, 2: 1, 3: None, 4: None}


def test_a_double_round_robin_averages_the_two_encounters() -> None:
    """Ana and Bo have won one game each: ½ on average for both, so the tie stays."""
    table = cross_table("Ana: 2w1 2b0\nBo: 1b0 1w1", predetermined=True)
    assert [(row.rank, row.values[0]) for row in standings.rank(table, ["DE"])] == [(1, None), (1, None)]
    assert str(standings.explain(table, ["DE"], 1)[0]) == "0.5 = 0.5 (Bo) against 1 of the 1 tied: the tie stays"


def test_an_unknown_code_is_refused_by_name(four: CrossTable) -> None:
    with pytest.raises(ValueError, match="no tie-break is called 'XYZ'"):
        standings.rank(four, ["XYZ"])
    with pytest.raises(ValueError, match="WIN has no variant 'C1'"):
        standings.rank(four, ["WIN/C1"])
    with pytest.raises(ValueError, match="the variant 'CX' of SB cannot be read"):
        standings.rank(four, ["sb/cx"])
