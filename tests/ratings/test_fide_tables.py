"""FIDE's tables at their edges, and the oracle figures published with them."""

from __future__ import annotations

from statistics import NormalDist

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gipf_engine.ratings import system_for
from gipf_engine.ratings.elo import Elo
from gipf_engine.ratings.elo_states import round_change
from gipf_engine.ratings.fide_tables import expected_score, performance, rating_difference


@pytest.mark.parametrize(
    ("gap", "due"),
    [
        (0, 50), (3, 50), (4, 51), (10, 51), (11, 52), (25, 53), (26, 54), (91, 62), (92, 63),
        (188, 74), (189, 75), (344, 88), (345, 89), (357, 89), (358, 90), (374, 90), (375, 91), (391, 91), (392, 92),
        (411, 92), (412, 93), (432, 93), (619, 98), (620, 99), (735, 99), (736, 100), (5000, 100),
    ],
)  # fmt: skip
def test_table_8_1_2_turns_at_its_printed_edges_on_both_sides(gap: int, due: int) -> None:
    assert expected_score(gap) == due
    if gap > 3:
        assert expected_score(-gap) == 100 - due


def test_up_to_three_points_both_sides_expect_half() -> None:
    assert [expected_score(gap) for gap in (-4, -3, 0, 3)] == [49, 50, 50, 50]


def test_the_table_is_the_normal_distribution_but_for_six_printed_cells() -> None:
    normal = NormalDist(sigma=2000 / 7)
    differing = [gap for gap in range(736) if expected_score(gap) != int(100 * normal.cdf(gap) + 0.5)]
    assert differing == [54, 343, 344, 358, 392, 620]


@pytest.mark.parametrize(
    ("percentage", "gap"), [(100, 800), (99, 677), (90, 366), (75, 193), (60, 72), (57, 50), (50, 0)]
)
def test_table_8_1_1_is_odd_about_one_half(percentage: int, gap: int) -> None:
    assert rating_difference(percentage) == gap
    assert rating_difference(100 - percentage) == -gap


def test_each_difference_of_table_8_1_1_is_in_its_row_of_table_8_1_2() -> None:
    assert [expected_score(rating_difference(percentage)) for percentage in range(101)] == list(range(101))


def test_a_performance_is_the_mean_of_the_opponents_and_dp() -> None:
    # FIDE's example of a first rating: 5 games, 3 points, opponents' sum 9507, and two draws against 1800:
    # mean 13107 / 7 = 1872.43, 4 of 7 is .57, dp 50.
    assert performance([1900, 1901, 1902, 1903, 1901, 1800, 1800], 40) == 1922
    with pytest.raises(ValueError, match="opponents"):
        performance([], 0)


@pytest.mark.parametrize(
    ("k", "surplus", "change"),
    [
        (10, 5, 1), (10, -5, -1), (10, 4, 0), (10, -4, 0), (10, 15, 2), (10, -15, -2), (20, 2, 0), (20, 3, 1),
        (40, -111, -44), (40, 83, 33), (20, 0, 0), (19, 50, 10), (19, -50, -10),
    ],
)  # fmt: skip
def test_a_change_is_rounded_once_with_halves_away_from_zero(k: int, surplus: int, change: int) -> None:
    assert round_change(k, surplus) == change


@pytest.mark.parametrize(("games", "k"), [(1, 20), (35, 20), (36, 19), (39, 17), (700, 1), (900, 1)])
def test_k_times_games_is_at_most_700(games: int, k: int) -> None:
    assert Elo({}).rules.k_factor(30, False, games) == k


@pytest.mark.parametrize(
    ("before", "topped", "k"), [(0, False, 40), (29, False, 40), (30, False, 20), (500, False, 20), (3, True, 10)]
)
def test_k_goes_by_experience_and_by_the_top_once_reached(before: int, topped: bool, k: int) -> None:
    assert Elo({}).rules.k_factor(before, topped, 1) == k


def test_the_400_rule_goes_by_the_own_rating() -> None:
    # The published pair 2813 against 2400: .93 for the one, and .08 at the capped 400 for the other.
    elo = Elo({})
    assert expected_score(elo.rules.cap_difference(2813, 413)) == 93
    assert expected_score(elo.rules.cap_difference(2400, -413)) == 8
    assert (
        elo.rules.cap_difference(2649, 500),
        elo.rules.cap_difference(2650, 500),
        elo.rules.cap_difference(1500, -401),
    ) == (
        400,
        500,
        -400,
    )


def test_the_book_applies_the_400_rule_to_each_side() -> None:
    book = Elo({}).initial_state()
    book.ratings.update({1: 2813, 2: 2400})
    strong, weak = book.rate([(1, 2, 10)])
    assert (strong.details["expected"], weak.details["expected"]) == (93, 8)


@given(st.integers(-3000, 3000))
def test_the_two_sides_of_a_difference_expect_a_whole_point_or_both_half(gap: int) -> None:
    assert expected_score(gap) + expected_score(-gap) == 100


def test_the_register_has_elo_with_words_for_players() -> None:
    elo = system_for("elo", {"start": 1200})
    told = [str(paragraph) for paragraph in elo.explain()]
    assert told[0].startswith("All players enter the list at 1200.")
    assert all("%(" not in paragraph for paragraph in told)


@pytest.mark.parametrize(
    ("system", "parameters", "why"),
    [
        ("glicko", {}, "no rating system called glicko"),
        ("elo", {"kk": 3}, "no parameter is called kk"),
        ("elo", {"k": 0}, "k must be from 1 to 100"),
        ("elo", {"floor": 5000}, "floor must be"),
    ],
)
def test_what_a_system_does_not_know_is_refused(system: str, parameters: dict[str, int], why: str) -> None:
    from gipf_engine.ratings.base import BadParameters

    with pytest.raises(BadParameters, match=why):
        system_for(system, parameters)
