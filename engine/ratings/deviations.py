"""What rating systems share that say how sure they are: hundredths of a point, a deviation, an interval."""

from __future__ import annotations

from dataclasses import dataclass

from engine.messages import gettext_noop as _
from engine.ratings.base import RatingChange, System, Value

CENTS = 100
"""Ratings and deviations are whole numbers of hundredths."""
TWO_SIDED_95 = 1.96
"""So many standard deviations up and down hold 95 cases of 100."""

RATING = Value("rating", _("Exact rating"), digits=2)
DEVIATION = Value(
    "deviation",
    _("Deviation"),
    _("One standard deviation: in two cases of three, true strength lies within it"),
    digits=2,
    listed=True,
)
RATING_BEFORE = Value("rating_before", _("Exact rating before"), digits=2)
DEVIATION_BEFORE = Value("deviation_before", _("Deviation before"), digits=2)
OPPONENTS_DEVIATION = Value("deviation", _("Deviation"), _("How sure the opponent's rating was"), digits=2)
EXPECTED = Value("expected", _("Expected"), _("Score to be expected by the ratings"), digits=4)


class SystemWithDeviations(System):
    """A system that notes `RATING` and `DEVIATION` with every change."""

    def standard_deviation(self, change: RatingChange) -> int:
        return round(change.details[DEVIATION.key] / CENTS)

    def interval(self, change: RatingChange) -> tuple[int, int]:
        """1.96 deviations up and down."""
        rating, reach = change.details[RATING.key], round(TWO_SIDED_95 * change.details[DEVIATION.key])
        return to_points(rating - reach), to_points(rating + reach)


@dataclass(frozen=True, slots=True)
class Estimate:
    """A rating and its deviation, in hundredths of a point."""

    rating: int
    deviation: int

    def __str__(self) -> str:
        """The same in every language: "1500.00 ± 200.00"."""
        return f"{RATING.write(self.rating)} ± {DEVIATION.write(self.deviation)}"


def to_points(cents: int) -> int:
    """Hundredths of a point as a rating, halves away from zero."""
    size = (2 * abs(cents) + CENTS) // (2 * CENTS)
    return size if cents >= 0 else -size
