"""FIDE's conversion tables (B.02, articles 8.1.1 and 8.1.2, in force since 1 March 2024), as whole numbers.

The printed tables are the rule: the normal distribution behind them differs in six cells.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

FULL = 100
"""A whole point in hundredths."""

# fmt: off
_UPPER_DIFFERENCES = (
    3, 10, 17, 25, 32, 39, 46, 53, 61, 68,
    76, 83, 91, 98, 106, 113, 121, 129, 137, 145,
    153, 162, 170, 179, 188, 197, 206, 215, 225, 235,
    245, 256, 267, 278, 290, 302, 315, 328, 344, 357,
    374, 391, 411, 432, 456, 484, 517, 559, 619, 735,
)
"""Table 8.1.2: the largest difference for which the stronger side expects .50, .51, … .99."""

_DIFFERENCES = (
    0, 7, 14, 21, 29, 36, 43, 50, 57, 65,
    72, 80, 87, 95, 102, 110, 117, 125, 133, 141,
    149, 158, 166, 175, 184, 193, 202, 211, 220, 230,
    240, 251, 262, 273, 284, 296, 309, 322, 336, 351,
    366, 383, 401, 422, 444, 470, 501, 538, 589, 677, 800,
)
"""Table 8.1.1: the rating difference dp that goes with a score of .50, .51, … 1.00."""
# fmt: on


def expected_score(difference: int) -> int:
    """The score to expect, in hundredths, from a rating `difference` (own less opponent's). Table 8.1.2."""
    stronger = 50 + bisect_left(_UPPER_DIFFERENCES, abs(difference))
    return stronger if difference >= 0 else FULL - stronger


def rating_difference(percentage: int) -> int:
    """The rating difference dp that goes with a score of `percentage` hundredths, 0 to 100. Table 8.1.1."""
    if percentage >= 50:
        return _DIFFERENCES[percentage - 50]
    return -_DIFFERENCES[50 - percentage]


def performance(opponents: Sequence[int], score: int) -> int:
    """The rating that would expect `score` (tenths of a point) against `opponents`: their mean and dp (B.02, 1.4.8).

    Mean and percentage are rounded to whole numbers, halves upwards. Raises ValueError without opponents.
    """
    if not opponents:
        raise ValueError("a performance needs opponents")
    games = len(opponents)
    mean = (2 * sum(opponents) + games) // (2 * games)
    percentage = (2 * 10 * score + games) // (2 * games)
    return mean + rating_difference(percentage)
