"""Value of the first move is found again in games of players whose strength is known, as surely as it is said to be."""

from __future__ import annotations

import math
import random
import statistics

import pytest

from gipf_engine.ratings import system_for
from gipf_engine.ratings.evidence import Forecast, forecasts
from gipf_engine.ratings.first_move import FirstMove, estimate_first_move

ADVANTAGE = 30


def played(games: int, players: int, seed: int) -> list[tuple[int, list[tuple[int, int, int]]]]:
    """Periods of one game between players spread by 200 points; whoever begins is 30 points stronger."""
    chance = random.Random(seed)
    strength = [chance.gauss(1500, 200) for _player in range(players)]
    found = []
    for day in range(games):
        first, second = chance.sample(range(players), 2)
        gap = strength[first] + ADVANTAGE - strength[second]
        won = chance.random() < 1 / (1 + 10 ** (-gap / 400))
        found.append((day // 50, [(first + 1, second + 1, 10 if won else 0)]))
    return found


def estimate(games: int, players: int, seed: int) -> FirstMove:
    return estimate_first_move(forecasts(system_for("live"), played(games, players, seed)))


def test_without_games_the_prior_stands() -> None:
    assert estimate_first_move([]) == FirstMove(0.0, pytest.approx(20), 0)


def test_even_games_by_hand() -> None:
    """60 of 100 even games won are 400 log10(1.5) = 70.4 points, known as 100 q² / 4 = 1 / 1207; the prior is 1 / 400.

    So about a quarter of them are left, 17.5, and a little less because the curve is flatter there.
    """
    found = estimate_first_move([Forecast(0.5, 1.0)] * 60 + [Forecast(0.5, 0.0)] * 40)
    q = math.log(10) / 400
    p = 1 / (1 + math.exp(-q * found.advantage))
    assert 100 * q * (0.6 - p) == pytest.approx(found.advantage / 400)  # where the slope of the posterior is 0
    assert found.advantage == pytest.approx(17.3, abs=0.05)
    low, high = found.interval
    assert (low + high) / 2 == pytest.approx(found.advantage)
    assert (high - low) / 2 == pytest.approx(1.96 * found.standard_error)
    assert found.in_points == (17, round(low), round(high)) and not found.is_known
    assert found.standard_error == pytest.approx(1 / math.sqrt(100 * q * q * p * (1 - p) + 1 / 400))


def test_a_known_advantage_is_found_again() -> None:
    found = [estimate(2_000, 60, seed) for seed in range(6)]
    errors = [(each.advantage - ADVANTAGE) / each.standard_error for each in found]
    assert abs(statistics.fmean(errors)) < 1.2  # within three standard errors of a mean of six
    assert all(abs(error) < 3.5 for error in errors)
    assert all(5 < each.standard_error < 10 and each.is_known for each in found)


def test_players_who_begin_by_no_means_better_have_none() -> None:
    even = [(day, [(b, a, 10 - s) if day % 2 else (a, b, s) for a, b, s in games]) for day, games in
            ((at, games) for at, (_day, games) in enumerate(played(2_000, 60, 1)))]  # fmt: skip
    found = estimate_first_move(forecasts(system_for("live"), even))
    assert abs(found.advantage) < 3 * found.standard_error
