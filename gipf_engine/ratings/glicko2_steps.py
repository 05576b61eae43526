"""The steps of Glicko-2 for one player and period, numbered as in the paper cited by `gipf_engine.ratings.glicko2`."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import count

from gipf_engine.ratings.base import WIN
from gipf_engine.ratings.deviations import CENTS, Estimate

SCALE = 173.7178
"""Step 2: points of rating in one unit of the internal scale, 400 / ln 10."""
MILLIONTHS = 1_000_000
"""Volatilities are whole numbers of millionths."""
TOLERANCE = 1e-6
"""Step 5: how exactly the new volatility is found, in the logarithm of its square."""

PI_SQUARED = math.pi**2
MOST_GAP = 20.0
"""A greater difference on the internal scale (3474 points) counts as this: no score is quite certain."""


@dataclass(frozen=True, slots=True)
class Strength(Estimate):
    """A player as Glicko-2 knows him: with a volatility in millionths."""

    volatility: int

    @property
    def mu(self) -> float:
        """Step 2: the rating on the internal scale. Its zero is at 1500; only differences count."""
        return (self.rating / CENTS - 1500) / SCALE

    @property
    def phi(self) -> float:
        """Step 2: the deviation on the internal scale."""
        return self.deviation / CENTS / SCALE

    @property
    def g(self) -> float:
        """Step 3: what a game against this player weighs, less than 1 where the rating is unsure."""
        phi = self.phi
        return 1 / math.sqrt(1 + 3 * phi * phi / PI_SQUARED)

    @property
    def sigma(self) -> float:
        """The volatility."""
        return self.volatility / MILLIONTHS

    def age(self, periods: float, most: int) -> Strength:
        """The strength after `periods` without a game (step 6), the deviation at most `most` hundredths."""
        if periods <= 0:
            return self
        grown = math.hypot(self.phi, self.sigma * math.sqrt(periods))
        return Strength(self.rating, min(round(CENTS * SCALE * grown), most), self.volatility)


@dataclass(frozen=True, slots=True)
class Steps:
    """What a period came to: the new strength, the estimated variance (step 3) and improvement (step 4)."""

    after: Strength
    variance: float
    improvement: float


def expect_score(mu: float, other: float, g: float) -> float:
    """Step 3: the score to expect of `mu` against a player at `other` whose games weigh `g`."""
    gap = g * (mu - other)
    return 1 / (1 + math.exp(-gap if -MOST_GAP < gap < MOST_GAP else math.copysign(MOST_GAP, -gap)))


def rate_period(
    own: Strength, games: Iterable[tuple[float, float, int]], elapsed: float, *, tau: float, most: int
) -> Steps:
    """Steps 3 to 8 for one player: μ and g of the opponents as they were before the period, own scores in tenths.

    `elapsed` are the periods since the player's last one: what goes beyond one has aged `own` already. The new
    deviation is at most `most` hundredths.
    """
    mu, phi, sigma = own.mu, own.phi, own.sigma
    weights, pulls = [], []
    for other, g, score in games:
        e = expect_score(mu, other, g)
        weights.append(g * g * e * (1 - e))
        pulls.append(g * (score / WIN - e))
    variance = 1 / math.fsum(weights)  # step 3
    pull = math.fsum(pulls)
    improvement = variance * pull  # step 4
    new_sigma = new_volatility(phi, sigma, variance, improvement, tau)  # step 5
    aged = math.hypot(phi, new_sigma * math.sqrt(min(elapsed, 1.0)))  # step 6
    new_phi = 1 / math.sqrt(1 / aged**2 + 1 / variance)  # step 7
    after = Strength(
        round(own.rating + CENTS * SCALE * new_phi**2 * pull),
        min(round(CENTS * SCALE * new_phi), most),
        round(MILLIONTHS * new_sigma),
    )
    return Steps(after, variance, improvement)


def new_volatility(phi: float, sigma: float, variance: float, improvement: float, tau: float) -> float:
    """Step 5: the volatility that the period's results speak for, by the Illinois variant of regula falsi."""
    start = math.log(sigma * sigma)

    def f(x: float) -> float:
        grown = phi * phi + variance + math.exp(x)
        return math.exp(x) * (improvement**2 - grown) / (2 * grown**2) - (x - start) / tau**2

    low, surplus = start, improvement**2 - phi**2 - variance
    high = math.log(surplus) if surplus > 0 else next(x for n in count(1) if f(x := start - n * tau) >= 0)
    f_low, f_high = f(low), f(high)
    while abs(high - low) > TOLERANCE:
        middle = low + (low - high) * f_low / (f_high - f_low)
        f_middle = f(middle)
        if f_middle * f_high <= 0:
            low, f_low = high, f_high
        else:
            f_low /= 2
        high, f_high = middle, f_middle
    return math.exp(low / 2)
