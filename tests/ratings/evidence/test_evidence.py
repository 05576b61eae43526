"""Scores of forecasts worked out by hand, and that no forecast knows what comes after it."""

from __future__ import annotations

import math
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gipf_engine.ratings import all_systems, system_for
from gipf_engine.ratings.base import Game
from gipf_engine.ratings.evidence import Forecast, forecasts, judge

A, B, C = 1, 2, 3


def test_three_forecasts_by_hand() -> None:
    """.8 and a win, .6 and a loss, .5 and a draw: −ln .8 = .2231, −ln .4 = .9163, ln 2 = .6931."""
    found = judge([Forecast(0.8, 1), Forecast(0.6, 0), Forecast(0.5, 0.5)])
    assert (found.games, found.decided) == (3, 2)
    assert found.log_loss == pytest.approx((0.22314 + 0.91629 + 0.69315) / 3, abs=1e-5)
    assert found.brier == pytest.approx((0.04 + 0.36 + 0) / 3)
    assert found.accuracy == 0.5
    assert [(each.lower, each.games, each.expected, each.score) for each in found.calibration] == [
        (0.5, 1, 0.5, 0.5),
        (0.6, 1, 0.6, 0.0),
        (0.8, 1, 0.8, 1.0),
    ]
    assert found.calibration_error == pytest.approx((0 + 0.6 + 0.2) / 3)


def test_a_coin_has_the_log_loss_of_a_coin_and_no_favourites() -> None:
    found = judge([Forecast(0.5, 1), Forecast(0.5, 0)])
    assert (found.log_loss, found.brier, found.accuracy) == (pytest.approx(math.log(2)), 0.25, 0.5)


def test_a_forecast_that_was_quite_sure_and_wrong_costs_much_and_not_everything() -> None:
    assert judge([Forecast(1.0, 0)]).log_loss == pytest.approx(-math.log(0.005))


def test_without_games_there_is_no_evidence() -> None:
    with pytest.raises(ValueError, match="no forecast"):
        judge([])


def test_every_game_of_a_period_is_forecast_from_before_it() -> None:
    """A beats B twice in one event: both times even. In the next A has 1540 and B 1460: 80 points are .61."""
    games: list[Game] = [(A, B, 10), (A, B, 10)]
    found = forecasts(system_for("elo"), [(1, games), (2, [(B, A, 0)])])
    assert [(each.expected, each.score) for each in found] == [(0.5, 1), (0.5, 1), (0.39, 0)]


def test_glicko_2_expects_by_the_deviations_of_both() -> None:
    """1662.31 ± 290.32 against a newcomer: φ = √(1.67² + 2.01²) = 2.618, g = .5695; 1 / (1 + e^(−.5695 × .9344))."""
    state = system_for("glicko2").initial_state()
    state.rate([(A, B, 10)])
    assert state.expect(A, C) == pytest.approx(0.6300, abs=1e-4)
    assert state.expect(C, A) == pytest.approx(0.3700, abs=1e-4)


people = st.integers(1, 5)
games = st.lists(
    st.tuples(people, people, st.sampled_from((0, 5, 10))).filter(lambda game: game[0] != game[1]),
    min_size=1,
    max_size=6,
)


@given(
    st.lists(games, min_size=2, max_size=5), st.sampled_from(sorted(all_systems())), st.randoms(use_true_random=False)
)
def test_what_comes_later_changes_no_forecast(periods: list[list[Game]], key: str, chance: random.Random) -> None:
    """Other results in all later periods, and even in the same one; and the later ones in another order."""
    system, kept = system_for(key), chance.randrange(len(periods))
    changed = [
        period if number < kept else [(first, second, chance.choice((0, 5, 10))) for first, second, _score in period]
        for number, period in enumerate(periods)
    ]
    changed[kept + 1 :] = chance.sample(changed[kept + 1 :], len(changed[kept + 1 :]))
    until = sum(map(len, periods[: kept + 1]))
    one, other = ([each.expected for each in forecasts(system, enumerate(some))][:until] for some in (periods, changed))
    assert one == other


@given(st.lists(games, min_size=1, max_size=4), people, people, st.sampled_from(sorted(all_systems())))
def test_what_is_expected_of_both_is_one_point(periods: list[list[Game]], one: int, two: int, key: str) -> None:
    state = system_for(key).initial_state()
    for day, period in enumerate(periods):
        state.rate(period, day)
    assert state.expect(one, two, 9) + state.expect(two, one, 9) == pytest.approx(1)


def test_draws_cost_a_coins_log_loss_whatever_was_forecast() -> None:
    """Two draws forecast at .5 and a win at .8: (2 ln 2 + .2231) / 3; nobody can be below 2 ln 2 / 3."""
    found = judge([Forecast(0.5, 0.5), Forecast(0.5, 0.5), Forecast(0.8, 1)])
    assert (found.drawn, found.decided) == (2, 1)
    assert found.log_loss == pytest.approx((2 * 0.69315 + 0.22314) / 3, abs=1e-5)
    assert found.lowest_log_loss == pytest.approx(2 * 0.69315 / 3, abs=1e-5)
    assert judge([Forecast(0.7, 0.5)]).log_loss == pytest.approx(-(math.log(0.7) + math.log(0.3)) / 2)
