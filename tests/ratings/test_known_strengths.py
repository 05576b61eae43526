"""Players whose strength is known: intervals hold what they promise, and a server's page says what the engine finds."""

from __future__ import annotations

from functools import cache

import pytest

from bench.rating_evidence import ELO_20, Event, as_csv, follow, page_of, synthetic, told_by
from gipf_engine.ratings import all_systems, system_for
from gipf_engine.ratings.evidence import judge
from gipf_engine.ratings.history_file import forecasts_of, read_history

pytestmark = pytest.mark.core

SEEDS = range(2026, 2030)


@cache
def histories() -> list[list[Event]]:
    """Four clubs of 40 players, 80 round robins of 8 each; `bench.rating_evidence` has larger ones."""
    return [list(synthetic(40, 80, seed)) for seed in SEEDS]


@pytest.mark.parametrize("key", ["glicko2", "live", "whr"])
def test_intervals_of_95_percent_hold_as_many_true_strengths(key: str) -> None:
    """Of 640 intervals, four of each player: one standard deviation of that is 1 %."""
    courses = [follow(system_for(key), events) for events in histories()]
    intervals = sum(each.intervals for each in courses)
    assert intervals == 4 * 4 * 40
    assert 0.93 <= sum(each.held for each in courses) / intervals <= 0.97


def test_the_live_rating_predicts_better_than_elo_with_one_k() -> None:
    def log_loss(key: str, parameters: dict[str, int]) -> float:
        courses = [follow(system_for(key, parameters), events) for events in histories()]
        return judge([each for course in courses for each in course.forecasts[560:]]).log_loss

    assert log_loss("live", {}) <= log_loss("elo", ELO_20) - 0.01


@pytest.mark.django_db
@pytest.mark.slow
def test_the_page_of_an_imported_history_says_what_the_engine_finds_in_the_file() -> None:
    """Games, log loss, Brier score and accuracy, and each tenth of the calibration, to the last digit shown."""
    data = as_csv(list(synthetic(16, 12, 2026)))
    games = read_history(data)
    found = {key: told_by(judge(forecasts_of(system_for(key), games))) for key in all_systems()}
    assert page_of(data) == found
    assert found["live"][0] == "336"
