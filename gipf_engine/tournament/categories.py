"""Who belongs to a category of players by age or rating, and the ranks within one. Pure: no Django."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date

_BIRTH = re.compile(r"(?P<year>\d{4})(?:[./-](?P<month>\d{1,2})[./-](?P<day>\d{1,2}))?", re.ASCII)
LAST_DAY = (12, 31)
OF_AGE = 18
"""Younger players are minors."""


def birth_year_of(birth: str) -> int | None:
    """The year of a birth date as files have it ("2012", "2012/05/31", "2012/00/00"); None where it says none."""
    found = _BIRTH.fullmatch(birth.strip())
    return int(found["year"]) or None if found else None


def age_on(birth: str, day: date) -> int | None:
    """The age in years on `day`; None where no birth year is known.

    Where the year alone is known, the birthday counts as 31 December: so who turns 12 in the year of the stated day
    is 11 on each of its days but the last.
    """
    year, found = birth_year_of(birth), _BIRTH.fullmatch(birth.strip())
    if year is None or found is None:
        return None
    month, of_month = int(found["month"] or 0), int(found["day"] or 0)
    birthday = (month, of_month) if month and of_month else LAST_DAY
    return day.year - year - ((day.month, day.day) < birthday)


def is_within(value: int | None, least: int | None, most: int | None, *, unknown: bool = False) -> bool:
    """Whether a value lies between two bounds, which belong to it (None: no bound); `unknown` where there is none."""
    if value is None:
        return unknown
    return (least is None or value >= least) and (most is None or value <= most)


def ranks_within(ranks: Sequence[int | None]) -> list[int | None]:
    """The ranks of a category's members among themselves, from their ranks in the standings, in any order.

    Who is equal there is equal here. None stays None: not ranked.
    """
    ranked = [rank for rank in ranks if rank is not None]
    return [None if rank is None else 1 + sum(other < rank for other in ranked) for rank in ranks]
