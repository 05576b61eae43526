"""Parameters fitted to histories whose truth is known, and what a fit must not find. `bench.rating_fit` is larger."""

from __future__ import annotations

import random

import pytest

from bench.rating_fit import NOTHING, Truth, held, make_history
from gipf_engine.ratings import system_for
from gipf_engine.ratings.base import WIN, Game
from gipf_engine.ratings.coverage import find_coverage
from gipf_engine.ratings.fitting import FEWEST_GAMES, Fit, FittedParameter, Gain, fit
from gipf_engine.ratings.linear import invert, multiply
from gipf_engine.ratings.scales import Scale

pytestmark = pytest.mark.slow

DRIFTING = Truth(21, 100, 300, 60, 0)


def test_a_matrix_and_its_inverse_are_one() -> None:
    """By hand: 2·4 − 1·3 = 5; the first pivot is 0, so rows must be changed."""
    assert invert([[2.0, 1.0], [3.0, 4.0]]) == [pytest.approx([0.8, -0.2]), pytest.approx([-0.6, 0.4])]
    assert multiply([[0.0, 2.0], [1.0, 3.0]], invert([[0.0, 2.0], [1.0, 3.0]])) == [[1.0, 0.0], [0.0, 1.0]]


@pytest.mark.parametrize("scale", Scale)
def test_a_scale_leads_back(scale: Scale) -> None:
    assert scale.down(scale.up(37)) == pytest.approx(37)


def test_a_variance_below_nothing_is_none() -> None:
    assert Scale.SQUARE.down(-4) == 0


def test_white_who_wins_seven_of_ten_has_147_points() -> None:
    """400 log₁₀(7/3) = 147.2, where the players are equal: each plays only once. Unsure of them, it takes more."""
    games = [[(2 * number, 2 * number + 1, WIN if number % 10 < 7 else 0)] for number in range(600)]
    found = fit(system_for("live"), [(day, each) for day, each in enumerate(games)])
    assert found is not None
    by_key = {each.key: each for each in found.parameters}
    first_move = by_key["first_move"]
    assert 100 < first_move.low < 147 * 1.35 and first_move.differs and found.is_worth_it
    assert not by_key["yearly_drift"].is_known and not by_key["handicap_worth"].is_known
    assert by_key["yearly_drift"].proposed == 30


def test_drift_and_first_move_are_found_and_the_intervals_hold() -> None:
    history = make_history(DRIFTING, 30, 110)
    start = system_for("live")
    found = fit(start, history.periods, history.steps)
    assert found is not None and found.is_worth_it
    by_key = {each.key: each for each in found.parameters}
    for key in ("yearly_drift", "first_move"):
        true, each = DRIFTING.parameters[key], by_key[key]
        assert abs(each.estimate - true) <= max(0.15 * true, 2 * each.standard_error), key
        assert each.differs
    fitted = system_for("live", found.proposed)
    assert held(start, history) < 0.8 and 0.9 <= held(fitted, history) <= 0.99
    before, after = (find_coverage(each, history.periods) for each in (start, fitted))
    assert before is not None and after is not None
    assert before.share < after.share and after.low <= 0.95 <= after.high


def test_nothing_is_worth_it_where_the_numbers_are_right() -> None:
    history = make_history(NOTHING, 30, 40)
    found = fit(system_for("live"), history.periods)
    assert found is not None and not found.is_worth_it


def test_the_k_of_a_list_of_chance_is_as_low_as_can_be() -> None:
    """Equal players, and results by the toss of a coin: every change of a rating makes the next forecast worse."""
    chance, periods = random.Random(3), list[tuple[int, list[Game]]]()
    for day in range(240):
        drawn = chance.sample(range(20), 8)
        periods.append((day, [(a, b, WIN * chance.randrange(2)) for a in drawn[:4] for b in drawn[4:]]))
    found = fit(system_for("elo"), periods)
    assert found is not None
    assert {each.key: each.estimate < 10 for each in found.parameters} == {"k_new": True, "k": True}
    assert found.is_worth_it and found.proposed["k"] < 10


def test_too_few_games_are_not_fitted() -> None:
    periods = [(day, [(1, 2, WIN)]) for day in range(FEWEST_GAMES - 1)]
    assert fit(system_for("live"), periods) is None


@pytest.mark.parametrize(
    ("now", "fitted", "error", "is_worth_it"),
    [
        (0.6000, 0.5990, 0.0004, True),
        (0.6000, 0.5990, 0.0006, False),  # it may be chance
        (0.6000, 0.5996, 0.0001, False),  # it is not much
        (0.5990, 0.6000, 0.0001, False),  # it is worse
    ],
)
def test_a_gain_is_sure_and_large_enough(now: float, fitted: float, error: float, is_worth_it: bool) -> None:
    moved = FittedParameter("k", 20, 30, 25, 35, 2.5, True, 30)
    assert Fit(1000, (moved,), Gain(400, now, fitted, error)).is_worth_it is is_worth_it


def test_what_proposes_nothing_is_not_worth_it() -> None:
    same = FittedParameter("k", 20, 22, 18, 26, 2.0, True, 20)
    assert not Fit(1000, (same,), Gain(400, 0.6, 0.5, 0.001)).is_worth_it


def test_coverage_is_not_told_by_a_system_without_intervals() -> None:
    history = make_history(NOTHING, 30, 30)
    assert find_coverage(system_for("elo"), history.periods) is None
