"""The highest rating that a player ever had in a list, and since when; and the way of the last ratings."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import date
from typing import NamedTuple

from ratings.core.lines import LedgerLine, packed_lines_of
from ratings.core.packed_lines import highest, last_ratings
from ratings.models import Pool

_AT_ONCE = 500
RECENT = 12
"""Events that the line beside a rating goes back."""


class Peak(NamedTuple):
    """The highest rating after an event, and the day on which it was reached first."""

    value: int
    day: date


def peak_of(lines: Sequence[LedgerLine]) -> Peak:
    """The peak of one person's lines, of which there is one at least."""
    best = max(lines, key=lambda line: (line.after, -line.number))
    return Peak(best.after, best.rated_on)


def peaks(pool: Pool, persons: Collection[int]) -> Mapping[int, Peak]:
    """By person (canonical ids) the peak in a list, as now known. One query for some hundred persons."""
    wanted, found = list(persons), dict[int, Peak]()
    for start in range(0, len(wanted), _AT_ONCE):
        of_some = packed_lines_of(pool, wanted[start : start + _AT_ONCE])
        found |= {person: Peak(*highest(packed)) for person, packed in of_some.items()}
    return found


def recent_ratings(pool: Pool, persons: Collection[int]) -> Mapping[int, Sequence[int]]:
    """By person (canonical ids) the ratings after the last `RECENT` events, the oldest first, after the one before."""
    wanted, found = list(persons), dict[int, Sequence[int]]()
    for start in range(0, len(wanted), _AT_ONCE):
        of_some = packed_lines_of(pool, wanted[start : start + _AT_ONCE])
        found |= {person: last_ratings(packed, RECENT) for person, packed in of_some.items()}
    return found
