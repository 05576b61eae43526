"""Which parameters of a rating system fit the games of a list best, and how much better they predict.

Every game is forecast from what was known before its period, so that the log loss of all games is the likelihood of
a system's parameters. It is made as small as can be by Fisher's scoring: with η the logit of a forecast, s the score
and u the parameters on their scales (`Scale`),

    g = Σ (s − p) ∂η/∂u        F = Σ p (1 − p) ∂η/∂u ∂η/∂uᵀ        u' = u + F⁻¹ g

where the derivatives are differences of whole runs. F⁻¹ J F⁻¹ with J = Σ gₜ gₜᵀ, gₜ the part of g that is of the
period t, gives the standard errors: forecasts of one period do not know of each other, and miss together. So the errors
hold where draws are many or the system is not quite true, too.

How much better: the parameters are fitted to the first part of the history, and the games after it are forecast with
them and with those of now. So no game judges what was fitted to it.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from gipf_engine.ratings.base import Parameter, System
from gipf_engine.ratings.deviations import TWO_SIDED_95
from gipf_engine.ratings.evidence import SUREST, Forecast
from gipf_engine.ratings.fit_runs import Period, Runs, log_loss
from gipf_engine.ratings.linear import Matrix, invert, multiply

FEWEST_GAMES = 500
"""A list of fewer games is not fitted."""
FITTED_SHARE = 0.6
"""The share of the games to which parameters are fitted whose gain is found on the rest."""
LEAST_GAIN = 0.0005
"""Log loss a game; less is nothing to be gained."""
SURE_GAIN = 2.0
"""So many standard errors above 0 a gain must be."""
_MOST_ROUNDS = 15
_STEPS_OF_A_RANGE = 20
_STEP_SHARE = 8
_DAMPING = 0.05
_KNOWN_SHARE = 0.25
_NEAR = 0.1
"""Standard errors: a step that is no longer is the last one."""


@dataclass(frozen=True, slots=True)
class FittedParameter:
    """A parameter: what it is now, what fits best, where that lies in 95 cases of 100, and what is proposed.

    `is_known`: the games tell it; else nothing else is proposed. Numbers are those of `Parameter`.
    """

    key: str
    now: int
    estimate: int
    low: int
    high: int
    standard_error: float
    is_known: bool
    proposed: int

    @property
    def differs(self) -> bool:
        """Whether another number than that of now is proposed."""
        return self.proposed != self.now


@dataclass(frozen=True, slots=True)
class Gain:
    """How much better games predict that the parameters were not fitted to: log losses a game, and by how much less.

    The standard error is that of the difference, with the games of one period taken together.
    """

    games: int
    now: float
    fitted: float
    standard_error: float

    @property
    def difference(self) -> float:
        """By how much the log loss is lower."""
        return self.now - self.fitted

    @property
    def is_sure(self) -> bool:
        """Whether it is worth it, and no chance."""
        return self.difference >= LEAST_GAIN and self.difference >= SURE_GAIN * self.standard_error


@dataclass(frozen=True, slots=True)
class Fit:
    """What fits the games of a list best, of one system."""

    games: int
    parameters: tuple[FittedParameter, ...]
    gain: Gain

    @property
    def proposed(self) -> dict[str, int]:
        """The parameters that are proposed in place of others."""
        return {each.key: each.proposed for each in self.parameters if each.differs}

    @property
    def is_worth_it(self) -> bool:
        """Whether to adopt what is proposed: it predicts better, for sure."""
        return bool(self.proposed) and self.gain.is_sure


def fit(system: System, periods: Sequence[Period], steps: Sequence[Sequence[int]] = ()) -> Fit | None:
    """Fit what a system lets be fitted (`System.fitted`), starting with its numbers; None without enough games."""
    games = sum(len(played) for _day, played in periods)
    if games < FEWEST_GAMES or not system.fitted:
        return None
    split = _split(periods, round(FITTED_SHARE * games))
    early = _propose(Runs(system, periods[:split], steps[:split]))
    whole = Runs(system, periods, steps)
    before = {each.key: each.proposed for each in early}
    gain = _find_gain(whole, before, split)
    return Fit(games, tuple(_propose(whole, before)), gain)


def _split(periods: Sequence[Period], games: int) -> int:
    """After how many periods so many games were played; at least one is left."""
    for number, (_day, played) in enumerate(periods, start=1):
        games -= len(played)
        if games <= 0:
            return min(number, len(periods) - 1)
    return len(periods) - 1


def _propose(runs: Runs, start: Mapping[str, int] | None = None) -> list[FittedParameter]:
    """Fit all; propose those alone whose interval leaves out what they are now, fitted while the others stay."""
    best, errors = _climb(runs, {**runs.now, **(start or {})}, list(runs.known))
    found = {key: _with_interval(runs, key, best[key], errors[key]) for key in runs.known}
    moved = [key for key, each in found.items() if each.is_known and not each.low <= each.now <= each.high]
    chosen = runs.now
    if moved:
        chosen, _errors = _climb(runs, {key: best[key] if key in moved else runs.now[key] for key in best}, moved)
    return [
        FittedParameter(
            each.key, each.now, each.estimate, each.low, each.high, each.standard_error, each.is_known, chosen[each.key]
        )
        for each in found.values()
    ]


def _with_interval(runs: Runs, key: str, value: int, error: float) -> FittedParameter:
    """The interval is one on the parameter's scale; the standard error is half of what lies in 68 cases of 100."""
    known, scale = runs.known[key], runs.system.fitted[key]
    at = scale.up(value)
    low, high = (round(_within(known, scale.down(at + side * TWO_SIDED_95 * error))) for side in (-1, 1))
    spread = (scale.down(at + error) - scale.down(at - error)) / 2
    is_known = error < _KNOWN_SHARE * _span(runs, key)
    return FittedParameter(key, runs.now[key], value, low, high, spread, is_known, runs.now[key])


def _span(runs: Runs, key: str) -> float:
    known, scale = runs.known[key], runs.system.fitted[key]
    return scale.up(known.most) - scale.up(known.least)


def _within(known: Parameter, value: float) -> float:
    return min(max(value, known.least), known.most)


def _climb(runs: Runs, values: dict[str, int], free: Sequence[str]) -> tuple[dict[str, int], dict[str, float]]:
    """The best values of the `free` parameters while the others stay, and their standard errors on their scales."""
    damping = 0.0
    for _round in range(_MOST_ROUNDS):
        slope, fisher, outer = _differentiate(runs, values, free)
        while True:
            stepped = _step(runs, values, free, slope, fisher, damping)
            if stepped == values or runs.loss(stepped) < runs.loss(values):
                break
            damping = 8 * max(damping, _DAMPING)
        is_near = _is_near(runs, values, stepped, free, fisher)
        values, damping = stepped, damping / 8 if damping > _DAMPING else 0.0
        if is_near:
            break
    inverse = invert(_damped(runs, free, fisher, 0.0))
    spread = multiply(multiply(inverse, outer), inverse)
    floor = [inverse[place][place] for place in range(len(free))]  # games that tell nothing have no spread
    informed = [fisher[place][place] * _span(runs, key) ** 2 > 1 for place, key in enumerate(free)]
    return values, {
        key: math.sqrt(spread[place][place] if informed[place] else floor[place]) for place, key in enumerate(free)
    }


def _is_near(
    runs: Runs, values: Mapping[str, int], stepped: Mapping[str, int], free: Sequence[str], fisher: Matrix
) -> bool:
    """Whether a step is so short beside what the games can tell that another one would change nothing of it."""
    inverse = invert(_damped(runs, free, fisher, 0.0))
    scales = runs.system.fitted
    return all(
        abs(scales[key].up(stepped[key]) - scales[key].up(values[key])) <= _NEAR * math.sqrt(inverse[place][place])
        for place, key in enumerate(free)
    )


def _step(
    runs: Runs,
    values: Mapping[str, int],
    free: Sequence[str],
    slope: Sequence[float],
    fisher: Matrix,
    damping: float,
) -> dict[str, int]:
    inverse, stepped = invert(_damped(runs, free, fisher, damping)), dict(values)
    for place, key in enumerate(free):
        known, scale = runs.known[key], runs.system.fitted[key]
        move = math.fsum(share * pull for share, pull in zip(inverse[place], slope, strict=True))
        number = min(max(scale.up(values[key]) + move, scale.up(known.least)), scale.up(known.most))
        stepped[key] = round(_within(known, scale.down(number)))
    return stepped


def _damped(runs: Runs, free: Sequence[str], fisher: Matrix, damping: float) -> list[list[float]]:
    """`fisher` with a larger diagonal: shorter steps; and never one of nothing, where games do not tell a parameter."""
    rows = [list(row) for row in fisher]
    for place, key in enumerate(free):
        rows[place][place] += damping * rows[place][place] + 1 / _span(runs, key) ** 2
    return rows


def _differentiate(
    runs: Runs, values: dict[str, int], free: Sequence[str]
) -> tuple[list[float], list[list[float]], list[list[float]]]:
    """g, F and J at these values."""
    columns = [_slopes(runs, values, key) for key in free]
    found = runs.forecasts(values)
    misses = [each.score - each.expected for each in found]
    weights = [each.expected * (1 - each.expected) for each in found]
    pulls = [_by_period(runs, [miss * each for miss, each in zip(misses, column, strict=True)]) for column in columns]
    fisher = [[_sum_of_products(weights, one, two) for two in columns] for one in columns]
    outer = [[math.fsum(map(float.__mul__, one, two)) for two in pulls] for one in pulls]
    return [math.fsum(each) for each in pulls], fisher, outer


def _by_period(runs: Runs, numbers: Sequence[float], start: int = 0) -> list[float]:
    """The sum of a number a game over each period, from the period `start` on."""
    found, at = [], 0
    for _day, played in runs.periods[start:]:
        found.append(math.fsum(numbers[at : at + len(played)]))
        at += len(played)
    return found


def _sum_of_products(weights: Sequence[float], one: Sequence[float], two: Sequence[float]) -> float:
    return math.fsum(weight * a * b for weight, a, b in zip(weights, one, two, strict=True))


def _slopes(runs: Runs, values: dict[str, int], key: str) -> list[float]:
    """By how much the logit of each forecast rises with the parameter, on its scale."""
    known, scale = runs.known[key], runs.system.fitted[key]
    reach = max((known.most - known.least) // _STEPS_OF_A_RANGE, 1)
    if scale is not scale.PLAIN:
        reach = max(min(reach, values[key] // 2), values[key] // _STEP_SHARE, 1)
    low, high = (round(_within(known, values[key] + side * reach)) for side in (-1, 1))
    width = scale.up(high) - scale.up(low)
    below, above = (runs.forecasts({**values, key: value}) for value in (low, high))
    return [(_logit(two) - _logit(one)) / width for one, two in zip(below, above, strict=True)]


def _logit(each: Forecast) -> float:
    p = min(max(each.expected, 1 - SUREST), SUREST)
    return math.log(p / (1 - p))


def _find_gain(runs: Runs, fitted: Mapping[str, int], split: int) -> Gain:
    """The games after the first `split` periods, with parameters that were fitted to those, and with those of now."""
    place = sum(len(played) for _day, played in runs.periods[:split])
    now, then = runs.forecasts(runs.now)[place:], runs.forecasts(fitted)[place:]
    gains = [log_loss(one) - log_loss(two) for one, two in zip(now, then, strict=True)]
    mean = math.fsum(gains) / len(gains)
    squares = [each * each for each in _by_period(runs, [gain - mean for gain in gains], split)]
    error = math.sqrt(math.fsum(squares)) / len(gains)
    return Gain(len(gains), _mean_loss(now), _mean_loss(then), error)


def _mean_loss(found: Sequence[Forecast]) -> float:
    return math.fsum(map(log_loss, found)) / len(found)
