"""What rating systems share that say how sure they are: hundredths of a point, a deviation, an interval."""

from __future__ import annotations

import math
from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.ratings.base import Expectation, Known, Parameter, RatingChange, System, Value

CENTS = 100
"""Ratings and deviations are whole numbers of hundredths."""
Q = math.log(10) / 400
"""One point of rating on the scale of the logistic curve."""
SURE = 30.0
"""From here on the logistic curve is 1 to 13 digits."""
TWO_SIDED_95 = 1.96
"""So many standard deviations up and down hold 95 cases of 100."""

RATING = Value("rating", _("Exact rating"), digits=2)
DEVIATION = Value(
    "deviation",
    _("Deviation"),
    _("One standard deviation: about two-thirds likely to contain the true strength"),
    digits=2,
    listed=True,
)
RATING_BEFORE = Value("rating_before", _("Exact rating before"), digits=2)
DEVIATION_BEFORE = Value("deviation_before", _("Deviation before"), digits=2)
OPPONENTS_DEVIATION = Value("deviation", _("Deviation"), _("How sure the opponent's rating was"), digits=2)
EXPECTED = Value("expected", _("Expected"), _("Score to be expected by the ratings"), digits=4)


FIRST_MOVE = Parameter("first_move", 0, -200, 200, _("Points that beginning is worth"))
"""A parameter of systems by which who begins may count as stronger."""
HANDICAP_WORTH = Parameter(
    "handicap_worth", 0, 0, 400, _("Points that each piece of a handicap is worth, where games with a handicap count")
)
"""A parameter of the same systems: so many points a step the one who has a handicap counts as stronger."""
HANDICAP_EXPLANATION = _(
    "In handicap games, each extra piece counts as %(handicap_worth)d points of strength. The organisers chose "
    "this number; the page on rating accuracy estimates the real value."
)
FIRST_MOVE_EXPLANATION = _(
    "The player with the first move counts as %(first_move)d points stronger. The organisers chose this number; "
    "the page on rating accuracy estimates the real value."
)


class SystemWithDeviations(System):
    """A system that notes `RATING` and `DEVIATION`, and may know what beginning and handicaps are worth."""

    @property
    def first_move(self) -> int:
        """What beginning is worth, in hundredths of a point; 0 where the system has no place for it."""
        return CENTS * self.parameters.get(FIRST_MOVE.key, 0)

    @property
    def handicap_worth(self) -> int:
        """What a step of a handicap is worth, in hundredths of a point; 0 where the system has no place for it."""
        return CENTS * self.parameters.get(HANDICAP_WORTH.key, 0)

    @property
    def weighs_handicap(self) -> bool:
        return self.rates_handicap and bool(self.handicap_worth)

    def with_handicap(self, known: Known, steps: int) -> Known:
        return known._replace(rating=known.rating + steps * self.handicap_worth)

    def when_beginning(self, known: Known) -> Known:
        return known._replace(rating=known.rating + self.first_move)

    def without_first_move(self) -> System:
        return type(self)(self.parameters | {FIRST_MOVE.key: 0}) if self.first_move else self

    def meet(self, opponent: Estimate, *, began: bool | None, steps: int = 0) -> Estimate:
        """The opponent as he counts for a player who began, or did not, and who was ahead by `steps` of a handicap.

        He is weaker by what that is worth, or stronger.
        """
        lift = steps * self.handicap_worth
        if began is not None:
            lift += self.first_move if began else -self.first_move
        return Estimate(opponent.rating - lift, opponent.deviation) if lift else opponent

    def tell_offsets(self) -> tuple[Message, ...]:
        """What players are told where beginning or a handicap counts."""
        offsets = ((FIRST_MOVE_EXPLANATION, bool(self.first_move)), (HANDICAP_EXPLANATION, self.weighs_handicap))
        return tuple(Message(text, self.parameters) for text, counts in offsets if counts)

    def standard_deviation(self, change: RatingChange) -> int:
        return round(change.details[DEVIATION.key] / CENTS)

    def interval(self, change: RatingChange) -> tuple[int, int]:
        """1.96 deviations up and down."""
        rating, reach = change.details[RATING.key], round(TWO_SIDED_95 * change.details[DEVIATION.key])
        return to_points(rating - reach), to_points(rating + reach)

    def known_before(self, change: RatingChange) -> Known:
        return Known(change.details[RATING_BEFORE.key], change.details[DEVIATION_BEFORE.key])

    def known_after(self, rating: int, details: Mapping[str, int], days: int) -> Known:
        known = Known(details.get(RATING.key, CENTS * rating), details[DEVIATION.key])
        return self.aged(known, days, details)

    @abstractmethod
    def aged(self, known: Known, days: int, details: Mapping[str, int]) -> Known:
        """`known` after so many days without a game; `details` are those of the player's last change."""

    @abstractmethod
    def expect_score(self, own: Known, other: Known) -> float:
        """The score to be expected, from 0 to 1."""

    def expectation(self, own: Known, other: Known) -> Expectation:
        """With what is to be expected where the difference of strengths is 1.96 deviations smaller or larger."""
        gap, reach = own.rating - other.rating, TWO_SIDED_95 * math.hypot(own.deviation, other.deviation)
        low, high = (logistic(Q * (gap + side * reach) / CENTS) for side in (-1, 1))
        return Expectation(self.expect_score(own, other), low, high)


@dataclass(frozen=True, slots=True)
class Estimate:
    """A rating and its deviation, in hundredths of a point."""

    rating: int
    deviation: int

    def __str__(self) -> str:
        """Rating and deviation, written alike in every language: "1500.00 ± 200.00"."""
        return f"{RATING.write(self.rating)} ± {DEVIATION.write(self.deviation)}"


def to_points(cents: int) -> int:
    """Hundredths of a point as a rating, halves away from zero."""
    size = (2 * abs(cents) + CENTS) // (2 * CENTS)
    return size if cents >= 0 else -size


def logistic(x: float) -> float:
    """The score to be expected where one is stronger by x on the scale of the logistic curve."""
    return 1 / (1 + math.exp(-max(-SURE, min(SURE, x))))
