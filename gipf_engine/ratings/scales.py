"""On which scale a parameter is fitted: one on which a step means about the same everywhere."""

from __future__ import annotations

import math
from enum import Enum


class Scale(Enum):
    """How a parameter is turned into the number that is fitted."""

    PLAIN = "plain"
    """Points, and factors that ratings follow as they are."""
    LOGARITHM = "logarithm"
    """Deviations: a tenth more is as far as a tenth less."""
    SQUARE = "square"
    """What widens a variance. Near 0 forecasts follow the square alone."""

    def up(self, value: float) -> float:
        """The number that is fitted."""
        if self is Scale.LOGARITHM:
            return math.log(value)
        return value * value if self is Scale.SQUARE else value

    def down(self, number: float) -> float:
        """The parameter that it stands for; what no parameter stands for is the nearest, 0."""
        if self is Scale.LOGARITHM:
            return math.exp(number)
        return math.sqrt(max(number, 0.0)) if self is Scale.SQUARE else number
