"""What beginning is worth, in points: estimated from forecasts that know nothing of who begins.

A game of which p was expected of the first player is taken as won with the chance 1 / (1 + exp(−(logit p + q A))), with
q = ln 10 / 400. A has the prior N(0, 20²), so that few games say little; the estimate is the mode of the posterior
distribution, found by Newton's method, and its standard error follows from the curvature there. A draw is half a win.
Forecasts of systems with deviations lie nearer to a half than differences of strength do, and so does A: by some
hundredths of itself.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from gipf_engine.ratings.deviations import TWO_SIDED_95
from gipf_engine.ratings.evidence import SUREST, Forecast

PRIOR_SPREAD = 20.0
"""One standard deviation of the prior, in points."""
FEWEST_GAMES = 2_000
"""From so many games on the estimate is worth telling."""
Q = math.log(10) / 400
_TOLERANCE = 1e-9
_MOST_STEPS = 50


@dataclass(frozen=True, slots=True)
class Offset:
    """By how many points a person is stronger than forecasts take him for, its standard error, from how many games."""

    advantage: float
    standard_error: float
    games: int

    @property
    def interval(self) -> tuple[float, float]:
        """Where the advantage lies in 95 cases of 100."""
        reach = TWO_SIDED_95 * self.standard_error
        return self.advantage - reach, self.advantage + reach

    @property
    def in_points(self) -> tuple[int, int, int]:
        """The advantage and both ends of its interval, in whole points."""
        low, high = self.interval
        return round(self.advantage), round(low), round(high)


class FirstMove(Offset):
    """The advantage of the first player."""

    __slots__ = ()

    @property
    def is_known(self) -> bool:
        """Whether it rests on enough games to be told."""
        return self.games >= FEWEST_GAMES


def estimate_first_move(found: Sequence[Forecast]) -> FirstMove:
    """The advantage that fits these forecasts and scores best. Without any it is 0, as surely as the prior says."""
    offset = estimate_offset(found, PRIOR_SPREAD)
    return FirstMove(offset.advantage, offset.standard_error, offset.games)


def estimate_offset(found: Sequence[Forecast], prior_spread: float) -> Offset:
    """The points that fit these forecasts and scores best, with the prior N(0, `prior_spread`²)."""
    offsets = [(_logit(each.expected), each.score) for each in found]
    advantage, precision = 0.0, 0.0
    for _step in range(_MOST_STEPS):
        chances = [1 / (1 + math.exp(-(offset + Q * advantage))) for offset, _score in offsets]
        slope = Q * math.fsum(score - p for (_offset, score), p in zip(offsets, chances, strict=True))
        slope -= advantage / prior_spread**2
        precision = Q * Q * math.fsum(p * (1 - p) for p in chances) + 1 / prior_spread**2
        advantage += slope / precision
        if abs(slope / precision) < _TOLERANCE:
            break
    return Offset(advantage, 1 / math.sqrt(precision), len(found))


def _logit(expected: float) -> float:
    p = min(max(expected, 1 - SUREST), SUREST)
    return math.log(p / (1 - p))
