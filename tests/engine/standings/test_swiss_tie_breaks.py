"""Unplayed rounds, cuts and dummies of FIDE C.07, article 16, worked out by hand.

Four entrants, three rounds, one of each kind of bye:

Ana beats Bo, draws with Cy, has a half-point bye: 2. Bo loses to Ana, has the pairing's bye, beats
Di: 2. Cy beats Di, draws with Ana, is absent: 1½. Di loses to Cy, is absent, loses to Bo: 0.

Adjusted: Cy's absence comes after his last round by choice and counts ½, so 2; Di's does not. Ana 2,
Bo 2, Cy 2, Di 0. A dummy is worth its owner's points, at most 3 draws = 1½.
"""

from __future__ import annotations

from fractions import Fraction

import pytest

from gipf_engine.results import Scoring
from gipf_engine.tournament import standings
from gipf_engine.tournament.crosstable import CrossTable
from tests.engine.standings.tables import cross_table

HALF = Fraction(1, 2)
FOUR = """
Ana: 2w1 3b= H
Bo:  1b0 U   4w1
Cy:  4w1 1w= Z
Di:  3b0 Z   2b0
"""


@pytest.fixture
def four() -> CrossTable:
    return cross_table(FOUR, rounds_planned=3)


def column(table: CrossTable, code: str) -> list[object]:
    rows = standings.rank(table, [code])
    return [row.values[0] for row in sorted(rows, key=lambda row: row.number)]


def sum_of(table: CrossTable, code: str, number: int) -> str:
    return str(standings.explain(table, [code], number)[0])


@pytest.mark.parametrize(
    ("code", "values"),
    [
        ("BH", [2 + 2 + 3 * HALF, 2 + 3 * HALF + 0, 0 + 2 + 3 * HALF, 2 + 0 + 2]),
        ("BH/C1", [4, 7 * HALF, 2, 4]),  # Cy: the absence is cut before Di's 0; Bo: the bye is not a choice
        ("BH/C2", [2, 2, 2, 2]),
        ("BH/M1", [2, 3 * HALF, 0, 2]),
        ("SB", [2 + 1 + Fraction(3, 4), 3 * HALF, 1, 0]),
        ("SB/C1", [3, 3 * HALF, 1, 0]),
        ("FB", [5, 4, 4, 4]),  # Bo 1½, Di ½ with their last game drawn; Ana 2 and Cy 2 had none
        ("AOB", [7 * HALF, Fraction(19, 4), Fraction(19, 4), 7 * HALF]),
        ("MB", [3 * HALF, 0, 0, 3 * HALF]),  # 2 + 1½ + 0, 2 + 0 + 0, 0 + 2 + 0, 1½ + 0 + 2 less both ends
        ("PTS", [2, 2, 3 * HALF, 0]),
        ("PS", [1 + 3 * HALF + 2, 0 + 1 + 2, 1 + 3 * HALF + 3 * HALF, 0]),
        ("PS/C1", [7 * HALF, 3, 3, 0]),
        ("WIN", [1, 2, 1, 0]),
        ("WON", [1, 1, 1, 0]),
        ("BPG", [1, 1, 0, 2]),
        ("BWG", [0, 0, 0, 0]),
        ("REP", [2, 3, 2, 2]),
        ("TPN", [1, 2, 3, 4]),
    ],
)
def test_each_value_is_the_one_worked_out_by_hand(four: CrossTable, code: str, values: list[object]) -> None:
    assert column(four, code) == values


def test_the_sum_names_opponents_dummies_and_cuts(four: CrossTable) -> None:
    assert sum_of(four, "BH", 1) == "5.5 = 2 (Bo) + 2 (Cy) + 1½ (half-point bye)"
    assert (
        sum_of(four, "BH/C1", 3)
        == "2.0 = 0 (Di) + 2 (Ana); without 1½ (zero-point bye) (cut first: a round not played by choice)"
    )
    assert sum_of(four, "BH/M1", 2) == "1.5 = 1½ (bye); without 2 (Ana) (cut: the highest), 0 (Di) (cut: the lowest)"
    assert sum_of(four, "SB", 2) == "1.50 = 0×2 (lost to Ana) + 1×1½ (bye) + 1×0 (beat Di)"
    assert sum_of(four, "PS/C1", 1) == "3.5 = 1½ + 2; without 1 (cut: round 1)"
    assert sum_of(four, "AOB", 2) == "4.75 = (5.5 (Ana) + 4 (Di)) ÷ 2"
    assert (
        sum_of(four, "MB", 1)
        == "1.5 = 1½ (Cy); without 2 (Bo) (cut: the highest), 0 (half-point bye) (cut: the lowest)"
    )
    assert sum_of(four, "REP", 4) == "2: round 1: 0 (Cy), round 3: 0 (Bo)"


def test_a_forfeit_counts_a_dummy_that_is_not_stronger_than_the_scheduled_opponent() -> None:
    """Ana 2 (a forfeit win against Bo), Bo 1, Cy 1, Di 0. Ana's dummy: Bo's 1; Bo's: his own 1, not Ana's 2."""
    table = cross_table(
        """
        Ana: 2w+ 3b1
        Bo:  1b- 4w1
        Cy:  4w1 1w0
        Di:  3b0 2b0
        """
    )
    assert column(table, "BH") == [1 + 1, 1 + 0, 0 + 2, 1 + 1]
    assert sum_of(table, "BH", 1) == "2.0 = 1 (no game with Bo) + 1 (Cy)"


def test_the_forfeit_variant_counts_the_scheduled_opponent() -> None:
    table = cross_table(
        """
        Ana: 2w+ 3b1
        Bo:  1b- 4w1
        Cy:  4w1 1w0
        Di:  3b0 2b0
        """
    )
    assert column(table, "BH/P") == [1 + 1, 2 + 0, 0 + 2, 1 + 1]
    assert column(table, "BH/C1/P") == [1, 2, 2, 1]


def test_the_cut_of_sonneborn_berger_takes_the_weakest_opponent_unless_a_missed_round_is_worth_no_less() -> None:
    """Ana beat Cy (½) and Bo (1), drew with Cy's conqueror Di, and missed round 4 by choice.

    Points: Ana 2½, Bo 1½ , Cy ½, Di 3. Ana's sums: 1×½, 1×1½, ½×3, 0×2 (dummy: four draws are 2).
    The weakest is Cy with ½; the missed round is worth 0, less than ½, so Cy is cut: 1½ + 1½ + 0 = 3.
    """
    table = cross_table(
        """
        Ana: 3w1 2b1 4w= Z
        Bo:  4b= 1w0 3b1 Z
        Cy:  1b0 4b0 2w0 H
        Di:  2w= 3w1 1b= F
        """
    )
    assert column(table, "PTS") == [5 * HALF, 3 * HALF, HALF, 3]
    assert column(table, "SB")[0] == HALF + 2 + 3 * HALF
    assert column(table, "SB/C1")[0] == 2 + 3 * HALF


def test_absences_between_played_rounds_count_nothing_and_those_after_them_a_draw() -> None:
    """Bo was absent in round 1 and left after round 2: 0 + 1 and then ½ for each of two rounds."""
    table = cross_table(
        """
        Ana: .   2b0 U U
        Bo:  .   1w1 . .
        """
    )
    assert column(table, "BH")[0] == 2 + (0 + 1 + HALF + HALF) + 2 + 2  # three dummies: her 2, four draws are 2 too


def test_standard_points_see_three_one_and_nothing_as_one_a_half_and_nothing() -> None:
    table = cross_table(
        "Ana: 2w1 2b= 2w0\nBo: 1b0 1w= 1b1",
        scoring=Scoring(win=30, draw=10, forfeit_win=30, full_bye=30, half_bye=10, pairing_bye=30),
    )
    assert column(table, "PTS") == [4, 4]
    assert column(table, "STD") == [3 * HALF, 3 * HALF]


def test_rounds_of_two_games_count_games_and_draws_of_both() -> None:
    """Ana won 1½ to ½ against Bo; Cy had the bye, worth two wins; Bo then beat Cy twice."""
    table = cross_table(
        """
        Ana: 2w1= H
        Bo:  1b0= 3w11
        Cy:  U    2b00
        """,
        games_per_round=2,
        scoring=Scoring(pairing_bye=20, half_bye=10),
    )
    assert column(table, "PTS") == [3 * HALF + 1, HALF + 2, 2]
    assert column(table, "WIN") == [1, 2, 2]
    assert column(table, "WON") == [1, 2, 0]
    assert column(table, "BPG") == [1, 2, 1]
    assert column(table, "BH") == [
        5 * HALF + 2,
        5 * HALF + 2,
        2 + 5 * HALF,
    ]  # a dummy is worth at most two drawn rounds


class TestDirectEncounterInASwiss:
    def test_whoever_nobody_can_reach_is_placed_and_the_rest_stay_tied(self) -> None:
        """Ana beat Bo and Cy, who have not met: she has 2, they could get 1."""
        table = cross_table("Ana: 2w1 3b1 Z\nBo: 1b0 F F\nCy: F 1w0 F")
        assert column(table, "DE") == [1, 2, 2]
        assert sum_of(table, "DE", 1) == "2 = 1 (Bo) + 1 (Cy) against 2 of the 2 tied: place 1 of the tie"

    def test_a_win_that_another_could_still_equal_places_nobody(self) -> None:
        """Ana beat Bo; Cy met neither and could have beaten both."""
        table = cross_table("Ana: 2w1\nBo: 1b0\nCy: H", scoring=Scoring(win=5, draw=5, loss=5))
        assert column(table, "DE") == [None, None, None]
        assert sum_of(table, "DE", 3) == "tied with Ana, Bo and met none of them"

    def test_forfeits_count_only_in_the_variant(self) -> None:
        table = cross_table("Ana: 2w+ Z\nBo: 1b- F")
        assert column(table, "DE") == [None, None]
        assert column(table, "DE/P") == [1, 2]

    def test_a_group_that_stays_tied_is_looked_at_by_itself(self) -> None:
        """Among the four Ana and Bo have 2, Cy and Di 1; then Ana beat Bo and Cy beat Di."""
        table = cross_table(
            """
            Ana: 2w1 3b1 4w0 H
            Bo:  1b0 4w1 3b1 H
            Cy:  4w1 1w0 2w0 F
            Di:  3b0 2b0 1b1 F
            """,
            scoring=Scoring(half_bye=0),
        )
        assert column(table, "PTS") == [2, 2, 2, 2]
        assert column(table, "DE") == [1, 2, 3, 4]
