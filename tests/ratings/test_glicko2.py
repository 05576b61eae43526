"""Glicko-2 against the example of its paper, a slow reading of the paper's steps, and another implementation."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence

import pytest
from glicko2 import Player
from hypothesis import given
from hypothesis import strategies as st

from gipf_engine.ratings import system_for
from gipf_engine.ratings.base import PlayedGame, RatingChange
from gipf_engine.ratings.glicko2 import Glicko2
from gipf_engine.ratings.glicko2_steps import MILLIONTHS, SCALE, Strength

SYSTEM = Glicko2({})
A, B, C = 1, 2, 3
PLAYED = (  # rating, deviation and own score in tenths, as the paper's example has them
    (Strength(140_000, 3_000, 60_000), 10),
    (Strength(155_000, 10_000, 60_000), 0),
    (Strength(170_000, 30_000, 60_000), 0),
)
OWN = Strength(150_000, 20_000, 60_000)


def test_the_example_of_the_paper() -> None:
    """Glickman, "Example of the Glicko-2 system" (2022): every figure that it prints, to its digits.

    The paper goes on with rounded figures and prints 1464.06; exact ones come to 1464.0507.
    """
    made = SYSTEM.rate_player(OWN, PLAYED, 1.0)
    assert round(made.variance, 3) == 1.779
    assert round(made.improvement, 4) == -0.4839
    assert int(made.after.sigma * 100_000) == 5999
    assert round(made.after.phi, 4) == 0.8722
    assert round(made.after.mu, 4) == -0.2069
    assert abs(made.after.rating - 146_406) <= 1
    assert made.after.deviation == 15_152


@pytest.mark.parametrize("elapsed", [0.25, 1.0, 4.0])
def test_doubt_grows_by_the_part_of_a_period_that_has_passed(elapsed: float) -> None:
    """Steps 6 and 7: 1/φ'² = 1/(φ² + σ'²·t) + 1/v, where t is at most 1: what is beyond has been added before."""
    own = Strength(150_000, 2_000, 60_000)
    made = SYSTEM.rate_player(own, PLAYED, elapsed)
    aged = own.phi**2 + made.after.sigma**2 * min(elapsed, 1.0)
    assert made.after.deviation == round(100 * SCALE / math.sqrt(1 / aged + 1 / made.variance))


# --- another reading ---------------------------------------------------------------------------------


def slowly(own: Strength, played: Sequence[tuple[Strength, int]], tau: float) -> tuple[float, float, float]:
    """Rating, deviation and volatility by the paper's formulas, the root of step 5 by halving an interval."""
    mu, phi, sigma = own.mu, own.phi, own.sigma

    def g(phi: float) -> float:
        return 1 / math.sqrt(1 + 3 * phi**2 / math.pi**2)

    def expected(other: Strength) -> float:
        return 1 / (1 + math.exp(-g(other.phi) * (mu - other.mu)))

    v = 1 / sum(g(other.phi) ** 2 * expected(other) * (1 - expected(other)) for other, _score in played)
    surplus = sum(g(other.phi) * (score / 10 - expected(other)) for other, score in played)
    delta = v * surplus

    def f(x: float) -> float:
        e = math.exp(x)
        return e * (delta**2 - phi**2 - v - e) / (2 * (phi**2 + v + e) ** 2) - (x - math.log(sigma**2)) / tau**2

    low, high = -40.0, 10.0
    for _time in range(200):
        middle = (low + high) / 2
        low, high = (middle, high) if f(middle) > 0 else (low, middle)
    new_sigma = math.exp(low / 2)
    new_phi = 1 / math.sqrt(1 / (phi**2 + new_sigma**2) + 1 / v)
    return 1500 + SCALE * (mu + new_phi**2 * surplus), SCALE * new_phi, new_sigma


strengths = st.builds(Strength, st.integers(50_000, 280_000), st.integers(3_000, 35_000), st.integers(30_000, 150_000))
scores = st.sampled_from((0, 5, 10))
played_games = st.lists(st.tuples(strengths, scores), min_size=1, max_size=12)


@given(strengths, played_games)
def test_it_is_what_the_papers_steps_come_to(own: Strength, played: list[tuple[Strength, int]]) -> None:
    made = SYSTEM.rate_player(own, played, 1.0).after
    rating, deviation, volatility = slowly(own, played, 0.5)
    assert abs(made.rating / 100 - rating) < 0.011
    assert abs(made.deviation / 100 - min(deviation, 350)) < 0.011
    assert abs(made.volatility / MILLIONTHS - volatility) < 2e-6


def test_it_agrees_with_another_implementation() -> None:
    """`glicko2` 2.1.0 puts the rating for the deviation in step 5, so volatilities differ; the rest hardly notices."""
    chance = random.Random(2022)
    for _time in range(300):
        own = Strength(chance.randint(120_000, 180_000), chance.randint(5_000, 30_000), 60_000)
        played = [
            (
                Strength(chance.randint(120_000, 180_000), chance.randint(5_000, 30_000), 60_000),
                chance.choice((0, 5, 10)),
            )
            for _game in range(chance.randint(1, 9))
        ]
        other = Player(own.rating / 100, own.deviation / 100, own.sigma)
        columns = zip(*((one.rating / 100, one.deviation / 100, score / 10) for one, score in played), strict=True)
        other.update_player(*(list(column) for column in columns))
        made = SYSTEM.rate_player(own, played, 1.0).after
        assert abs(made.rating / 100 - other.rating) < 0.5
        assert abs(made.deviation / 100 - other.rd) < 0.5


# --- periods -----------------------------------------------------------------------------------------


def test_two_newcomers_by_hand() -> None:
    """Both are at 1500 ± 350: φ = 2.0148, g = .6691, v = 4 / g² = 8.935; the winner gains 162, the deviation is 290."""
    g = 1 / math.sqrt(1 + 3 * (350 / 173.7178) ** 2 / math.pi**2)
    v = 4 / g**2
    assert (round(g, 4), round(v, 4)) == (0.6691, 8.9355)
    winner, loser = SYSTEM.initial_state().rate([(A, B, 10)])
    assert (winner.before, winner.after, loser.after) == (1500, 1662, 1338)
    assert (winner.details["deviation"], loser.details["deviation"]) == (29_032, 29_032)


def test_deviations_grow_with_time_and_never_beyond_a_newcomers() -> None:
    state = SYSTEM.initial_state()
    for day in range(0, 300, 30):
        state.rate([(A, B, 5)], day)
    known = state.strengths[A].deviation
    soon, later, much_later = (_rested(state, days) for days in (30, 390, 300_000))
    assert soon.details["deviation_before"] == known  # one period of it is that of the event itself
    # 12 more periods: the squares of deviation and of 12 volatilities add up.
    sigma = soon.details["volatility_before"] / MILLIONTHS
    assert later.details["deviation_before"] == round(math.hypot(known, 100 * SCALE * sigma * math.sqrt(12)))
    assert much_later.details["deviation_before"] == 35_000


def _rested(state: object, days: int) -> RatingChange:
    """What an event so many days after the last one would be for A."""
    again = SYSTEM.initial_state()
    for day in range(0, 300, 30):
        again.rate([(A, B, 5)], day)
    return again.rate([(A, B, 5)], 270 + days)[0]


def test_events_on_one_day_do_not_age_anybody() -> None:
    state = SYSTEM.initial_state()
    first = state.rate([(A, B, 5)], 100)[0]
    second = state.rate([(A, B, 5)], 100)[0]
    assert second.details["elapsed"] == 0
    assert second.details["deviation_before"] == first.details["deviation"] > second.details["deviation"]


def test_a_change_is_told_in_plain_words() -> None:
    change = RatingChange(A, 1500, 1464, 3, 3, 10, _details())
    opponents = [
        RatingChange(number, 0, 0, 1, 1, 0, _details(other)) for number, (other, _score) in enumerate(PLAYED, 10)
    ]
    games = [PlayedGame(opponent, score) for opponent, (_other, score) in zip(opponents, PLAYED, strict=True)]
    told = SYSTEM.explain_change(change, games)
    assert told.fits
    assert told.formula == "1500.00 ± 200.00 → 1464.05 ± 151.52"
    # The paper's table: g(φ) .9955, .9531, .7242 and E .639, .432, .303.
    assert [term.details["weight"] for term in told.terms] == [9955, 9531, 7242]
    assert [term.details["expected"] for term in told.terms] == pytest.approx([6390, 4320, 3030], abs=6)
    # Δ = −.4839 is −84 points, √v = 1.3338 is 232; φ'² / v = .8722² / 1.7790 = 43 %.
    assert [str(step) for step in told.steps] == [
        "By these games alone the rating would change by −84 points, give or take 232.",
        "The rating before was sure within 200.00, so 43 % of that count.",
    ]


AFTER = Strength(146_405, 15_152, 59_996)


def _details(before: Strength = OWN) -> dict[str, int]:
    return {
        "deviation": AFTER.deviation,
        "rating": AFTER.rating,
        "volatility": AFTER.volatility,
        "rating_before": before.rating,
        "deviation_before": before.deviation,
        "volatility_before": before.volatility,
        "elapsed": 10_000,
    }


def test_hopeless_differences_break_nothing() -> None:
    far = (Strength(1_000_000, 3_000, 60_000), 10)
    after = SYSTEM.rate_player(Strength(10_000, 3_000, 60_000), [far], 1.0).after
    assert after.rating > 10_000


@pytest.mark.parametrize("tau", [10, 150])
def test_tau_bounds_how_much_volatilities_change(tau: int) -> None:
    system = system_for("glicko2", {"tau": tau})
    assert isinstance(system, Glicko2)
    shock = [(Strength(150_000, 3_000, 60_000), 0)] * 12
    after = system.rate_player(Strength(220_000, 5_000, 60_000), shock, 1.0).after
    assert (after.volatility > 70_000) == (tau == 150)
