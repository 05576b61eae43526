"""The live rating against a slow reading of its formulas, and by hand."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from gipf_engine.ratings import system_for
from gipf_engine.ratings.base import PlayedGame
from gipf_engine.ratings.deviations import Estimate
from gipf_engine.ratings.evidence import forecasts, judge
from gipf_engine.ratings.live import Live, expect_score

SYSTEM = Live({})
A, B = 1, 2
Q = math.log(10) / 400


def test_two_newcomers_by_hand() -> None:
    """Both are at 1500 ± 350: k = q / √(1 + π q² 350² / 8) = .0057565 / √2.59408 = .0035741, so that x = R' − 1500 is
    350² k (1 − sig(k x)) = 437.83 (1 − sig(.0035741 x)): at 158.52 both sides are. 1 / V' = 1 / 350² + k² · .2310."""
    winner, loser = SYSTEM.initial_state().rate([(A, B, 10)])
    assert (winner.before, winner.after, loser.after) == (1500, 1659, 1341)
    assert abs(winner.details["rating"] - 165_852) <= 2
    variance = 1 / (1 / 350**2 + 0.0035741**2 * 0.2310)
    assert abs(winner.details["deviation"] - 100 * math.sqrt(variance)) <= 2
    assert winner.details["deviation"] == loser.details["deviation"]
    assert SYSTEM.interval(winner) == (1071, 2246)  # ± 1.96 × 299.98


estimates = st.builds(Estimate, st.integers(0, 400_000), st.integers(1_000, 50_000))
played_games = st.lists(st.tuples(estimates, st.sampled_from((0, 5, 10))), min_size=1, max_size=30)


def slowly(own: Estimate, played: Sequence[tuple[Estimate, int]]) -> tuple[float, float]:
    """Mode and deviation of the posterior by halving an interval 200 times."""
    variance = (own.deviation / 100) ** 2

    def k(other: Estimate) -> float:
        return Q / math.sqrt(1 + math.pi * Q**2 * (other.deviation / 100) ** 2 / 8)

    def p(rating: float, other: Estimate) -> float:
        return 1 / (1 + math.exp(min(700, -k(other) * (rating - other.rating / 100))))

    def uphill(rating: float) -> float:
        pulls = sum(k(other) * (score / 10 - p(rating, other)) for other, score in played)
        return pulls - (rating - own.rating / 100) / variance

    low, high = -1e6, 1e6
    for _time in range(200):
        middle = (low + high) / 2
        low, high = (middle, high) if uphill(middle) > 0 else (low, middle)
    precision = 1 / variance + sum(k(other) ** 2 * p(low, other) * (1 - p(low, other)) for other, _score in played)
    return low, 1 / math.sqrt(precision)


@given(estimates, played_games)
def test_it_is_the_mode_of_the_posterior(own: Estimate, played: list[tuple[Estimate, int]]) -> None:
    made = SYSTEM.rate_player(own, played)
    rating, deviation = slowly(own, played)
    assert abs(made.after.rating / 100 - rating) < 0.011
    assert abs(made.after.deviation / 100 - deviation) < 0.011
    assert abs(own.rating / 100 + sum(made.gains) - rating) < 0.011  # what the games did adds up


def test_what_is_expected_is_the_mean_over_the_distribution() -> None:
    """The integral of the logistic curve under the distribution of the difference; MacKay's formula comes near."""
    own, other = Estimate(160_000, 20_000), Estimate(150_000, 15_000)
    steps = [(number - 4_000) / 1_000 for number in range(8_001)]  # four deviations to each side
    weights = [math.exp(-x * x / 2) for x in steps]
    curve = [1 / (1 + math.exp(-Q * (100 + 250 * x))) for x in steps]
    mean = sum(w * y for w, y in zip(weights, curve, strict=True)) / sum(weights)
    assert abs(expect_score(own, other) - mean) < 0.003
    assert expect_score(own, other) < 1 / (1 + math.exp(-Q * 100))


def test_deviations_grow_with_time_and_never_beyond_a_newcomers() -> None:
    """A year adds 30² to the variance: 100 becomes √(100² + 30²) = 104.40."""
    known = Estimate(170_000, 10_000)
    assert SYSTEM.age(known, 0) == known
    assert SYSTEM.age(known, 36_525) == Estimate(170_000, round(100 * math.hypot(100, 300)))
    assert SYSTEM.age(known, 1461) == Estimate(170_000, round(100 * math.hypot(100, 60)))
    assert SYSTEM.age(known, 10**7).deviation == 35_000


def test_a_rating_moves_with_each_game_and_less_and_less() -> None:
    state = SYSTEM.initial_state()
    moves = [state.rate([(A, B, 10 * (game % 2))], game)[0] for game in range(20)]
    sizes = [abs(change.details["rating"] - change.details["rating_before"]) for change in moves]
    assert sizes[0] > 3 * sizes[-1] > 0
    deviations = [change.details["deviation"] for change in moves]
    assert deviations == sorted(deviations, reverse=True)


def test_a_change_is_told_as_prior_likelihood_and_posterior() -> None:
    state = SYSTEM.initial_state()
    state.rate([(A, B, 10)], 100)
    changes = state.rate([(A, B, 10), (A, B, 5)], 130)
    told = SYSTEM.explain_change(changes[0], [PlayedGame(changes[1], 10), PlayedGame(changes[1], 5)])
    own, after = changes[0].details, changes[0].details["rating"]
    before = f"{own['rating_before'] / 100:.2f} ± {own['deviation_before'] / 100:.2f}"
    assert told.formula == (f"{before} → {after / 100:.2f} ± {own['deviation'] / 100:.2f}")
    assert abs(sum(term.details["gain"] for term in told.terms) - (after - own["rating_before"])) <= 1
    assert told.terms[0].details["gain"] > 0 > told.terms[1].details["gain"]
    expected = told.terms[0].details["expected"] * 2 / 10_000
    gain = f"{(after - own['rating_before']) / 100:+.2f}".replace("-", "−")
    assert [str(step) for step in told.steps] == [
        f"Before: {before}, after 30 days without a game.",
        f"Games: 1.5 points scored, {expected:.4f} expected.",
        f"After: the rating moves by {gain}, and the deviation shrinks to {own['deviation'] / 100:.2f}.",
    ]


def test_it_predicts_players_of_known_strength_better_than_elo() -> None:
    """By at least .01 in log loss, as in `bench.rating_evidence`, where there are more of them."""
    chance = random.Random(1986)
    strengths = {person: chance.gauss(1500, 300) for person in range(30)}
    periods = []
    for day in range(0, 900, 3):
        pairs = [chance.sample(range(30), 2) for _game in range(6)]
        won = [chance.random() < 1 / (1 + 10 ** ((strengths[two] - strengths[one]) / 400)) for one, two in pairs]
        periods.append((day, [(one, two, 10 * win) for (one, two), win in zip(pairs, won, strict=True)]))
    live = judge(forecasts(SYSTEM, periods)[600:]).log_loss
    elo = judge(forecasts(system_for("elo", {"k_new": 20}), periods)[600:]).log_loss
    assert live < elo - 0.01
