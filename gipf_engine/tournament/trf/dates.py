"""Days as files write them: yyyy/mm/dd and, in record 132, yy/mm/dd; and in the other orders that are found there.

Where figures alone leave the order open, it is the one in which all days of a record make sense together: a year in
front, else the day, else the month.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from datetime import date

ORDERS = ("ymd", "dmy", "mdy")
"""The order of year, month and day, the more likely one first. With points the day comes before a short year."""

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_NUMBERS = re.compile(r"(\d{1,4})\s*([/.-])\s*(\d{1,2})\s*[/.-]\s*(\d{1,4})\.?")
_WORDS = (
    re.compile(r"(?P<month>[a-z]{3,9})\.? +(?P<day>\d{1,2})(?:st|nd|rd|th)?,? +(?P<year>\d{4})"),
    re.compile(r"(?P<day>\d{1,2})(?:st|nd|rd|th|\.)?[ -]+(?P<month>[a-z]{3,9})\.?,?[ -]+(?P<year>\d{4})"),
)
_WEEKDAY = re.compile(r"(mon|tue|wed|thu|fri|sat|sun)[a-z]*\.?,? +", re.IGNORECASE)
_SHORT_YEARS_FROM = 1970


def read_days(texts: Sequence[str], fits: Callable[[Sequence[date]], bool]) -> list[date | None]:
    """The day of each text, None for what is none. `fits` says whether days, without gaps, make sense together."""
    readings = [_readings(text) for text in texts]
    for order in dict.fromkeys(order for reading in readings for order in reading):
        found = [reading[order] for reading in readings if order in reading]
        if found and len(found) == sum(bool(reading) for reading in readings) and fits(found):
            return [reading.get(order) for reading in readings]
    return [next(iter(reading.values()), None) for reading in readings]


def read_day(text: str) -> date | None:
    """One day by itself."""
    return read_days([text], bool)[0]


def write_day(day: date) -> str:
    """As records 042 and 052 have it."""
    return day.strftime("%Y/%m/%d")


def write_short_day(day: date) -> str:
    """As record 132 has it."""
    return day.strftime("%y/%m/%d")


def in_order(days: Sequence[date]) -> bool:
    """Whether no day comes before the one in front of it."""
    return list(days) == sorted(days)


def _readings(text: str) -> Mapping[str, date]:
    """What a text may mean, by the order of its parts, the more likely one first."""
    words = _WEEKDAY.sub("", text.strip())
    match = _NUMBERS.fullmatch(words)
    if match is None:
        day = _with_month_name(words.lower())
        return dict.fromkeys(ORDERS, day) if day else {}
    first, separator, middle, last = match.groups()
    orders: tuple[str, ...] = ORDERS
    if len(first) > 2:
        orders = ("ymd",)
    elif len(last) > 2:
        orders = ("dmy", "mdy")
    elif separator == ".":
        orders = ("dmy", "ymd", "mdy")
    found = {order: _make_day(dict(zip(order, (first, middle, last), strict=True))) for order in orders}
    return {order: day for order, day in found.items() if day}


def _with_month_name(text: str) -> date | None:
    for pattern in _WORDS:
        match = pattern.fullmatch(text)
        if match and match["month"][:3] in _MONTHS:
            return _make_day({"y": match["year"], "m": str(_MONTHS.index(match["month"][:3]) + 1), "d": match["day"]})
    return None


def _make_day(parts: Mapping[str, str]) -> date | None:
    """The day of year, month and day as figures; None where there is none. A year of two figures is from 1970 on."""
    year = int(parts["y"])
    if len(parts["y"]) <= 2:
        year += 2000 if year + 1900 < _SHORT_YEARS_FROM else 1900
    elif len(parts["y"]) == 3:
        return None
    try:
        return date(year, int(parts["m"]), int(parts["d"]))
    except ValueError:
        return None
