"""A history forecast with one set of parameters after another."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from gipf_engine.ratings.base import Game, System
from gipf_engine.ratings.evidence import SUREST, Forecast, forecasts

Period = tuple[int, Sequence[Game]]
"""A day, and the games that are rated together on it."""


class Runs:
    """The forecasts of a history with other parameters, each run once."""

    def __init__(self, system: System, periods: Sequence[Period], steps: Sequence[Sequence[int]]) -> None:
        self.system, self.periods, self.steps = system, periods, steps
        self.known = {each.key: each for each in system.all_known() if each.key in system.fitted}
        self.now = {key: system.parameters[key] for key in self.known}
        self._kept: dict[tuple[int, ...], list[Forecast]] = {}

    def forecasts(self, values: Mapping[str, int]) -> list[Forecast]:
        """Each game as seen with these parameters."""
        key = tuple(values[each] for each in self.known)
        if key not in self._kept:
            changed = type(self.system)(self.system.parameters | dict(values))
            self._kept[key] = forecasts(changed, self.periods, self.steps)
        return self._kept[key]

    def loss(self, values: Mapping[str, int]) -> float:
        """The log loss of all games together."""
        return math.fsum(map(log_loss, self.forecasts(values)))


def log_loss(each: Forecast) -> float:
    """What one forecast costs."""
    p = min(max(each.expected, 1 - SUREST), SUREST)
    return -(each.score * math.log(p) + (1 - each.score) * math.log(1 - p))
