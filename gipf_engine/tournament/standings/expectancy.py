"""FIDE's rating tables as tie-breaks need them (FIDE C.07, article 10; Rating Regulations B.02, 8.1).

Ratings are whole numbers; expectancies are whole percents.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from fractions import Fraction

HALF, FULL = 50, 100
FARTHEST = 800
"""Differences count up to this; so does a score of all or nothing."""

# Table 8.1.1: rating difference for a percentage score, from 50 % up; below 50 % the same with a minus.
_DIFFERENCES = (
    *(0, 7, 14, 21, 29, 36, 43, 50, 57, 65),
    *(72, 80, 87, 95, 102, 110, 117, 125, 133, 141),
    *(149, 158, 166, 175, 184, 193, 202, 211, 220, 230),
    *(240, 251, 262, 273, 284, 296, 309, 322, 336, 351),
    *(366, 383, 401, 422, 444, 470, 501, 538, 589, 677),
    800,
)

# Table 8.1.2: the first rating difference of each percentage, from 50 % up, for the higher rated.
_FIRST_OF_PERCENT = (
    *(0, 4, 11, 18, 26, 33, 40, 47, 54, 62),
    *(69, 77, 84, 92, 99, 107, 114, 122, 130, 138),
    *(146, 154, 163, 171, 180, 189, 198, 207, 216, 226),
    *(236, 246, 257, 268, 279, 291, 303, 316, 329, 345),
    *(358, 375, 392, 412, 433, 457, 485, 518, 560, 620),
    736,
)


def difference(percent: int) -> int:
    """The rating difference that a score of `percent` (0 to 100) stands for."""
    return _DIFFERENCES[percent - HALF] if percent >= HALF else -_DIFFERENCES[HALF - percent]


def expected_percent(own: int, other: int) -> int:
    """The score in percent that a rating of `own` promises against `other`."""
    apart = min(abs(own - other), FARTHEST)
    higher = HALF + bisect_right(_FIRST_OF_PERCENT, apart) - 1
    return higher if own >= other else FULL - higher


def expected_score(own: int, others: Sequence[int]) -> Fraction:
    """The expected score against all of `others`, in points."""
    return Fraction(sum(expected_percent(own, other) for other in others), FULL)


def perfect_performance(score: Fraction, others: Sequence[int]) -> int:
    """The lowest rating that expects at least `score` points against `others` (article 10.3).

    Nothing scored: the lowest opponent less 800. `others` must not be empty and `score` not more
    than their number.
    """
    if score == 0:
        return min(others) - FARTHEST
    low, high = min(others) - FARTHEST, max(others) + FARTHEST
    while high - low > 1:  # low expects too little, high enough
        middle = (low + high) // 2
        if expected_score(middle, others) >= score:
            high = middle
        else:
            low = middle
    return high
