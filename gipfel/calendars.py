"""Days as readers write them: in the words of their language and by their calendar.

Gregorian and in Latin digits for everybody but the readers of `languages.PERSIAN_NUMBERS`: theirs are days of the Solar
Hijri (Jalali) calendar in Persian digits. What is stored, sent in `datetime` attributes and exported is Gregorian.
"""

from __future__ import annotations

import datetime

from django.utils import formats
from django.utils.translation import get_language
from persiantools import digits
from persiantools.jdatetime import MONTH_NAMES_FA, JalaliDate

from gipfel.languages import PERSIAN_NUMBERS

PLAIN_DAY, JAPANESE_DAY = "j F Y", "Y年n月j日"
# From a day to a day: what is the same at both ends is said once.
PLAIN_DAYS = {"month": ("j", "–", "j F Y"), "year": ("j F", " – ", "j F Y"), "none": ("j F Y", " – ", "j F Y")}
JAPANESE_DAYS = {
    "month": ("Y年n月j日", "–", "j日"),
    "year": ("Y年n月j日", "–", "n月j日"),
    "none": ("Y年n月j日", " – ", "Y年n月j日"),
}
FIRST_JALALI = datetime.date(622, 3, 22)


def day_text(day: datetime.date) -> str:
    """A day in full: "20 November 2026"."""
    return _format(day, JAPANESE_DAY if get_language() == "ja" else PLAIN_DAY)


def span_texts(first: datetime.date, last: datetime.date) -> tuple[str, str, str]:
    """From a day to a later one: what stands before the dash, the dash, what stands behind it ("20", "–", "22 …")."""
    one, other = _in_calendar(first), _in_calendar(last)
    same = "none" if one.year != other.year else "year" if one.month != other.month else "month"
    begin, dash, end = (JAPANESE_DAYS if get_language() == "ja" else PLAIN_DAYS)[same]
    return _format(first, begin), dash, _format(last, end)


def _in_calendar(day: datetime.date) -> datetime.date | JalaliDate:
    """The day in the reader's calendar. Before its first year Persian readers get it in the Gregorian one."""
    plain = datetime.date(day.year, day.month, day.day)  # of a moment too, which is no day to compare or convert
    if get_language() == PERSIAN_NUMBERS and plain >= FIRST_JALALI:
        return JalaliDate(plain)
    return day


def _format(day: datetime.date, pattern: str) -> str:
    """A day by a pattern of Django's date filter; in the Jalali calendar of the letters j, F and Y."""
    own = _in_calendar(day)
    if not isinstance(own, JalaliDate):
        return formats.date_format(day, pattern)
    letters = {"j": str(own.day), "F": MONTH_NAMES_FA[own.month] or "", "Y": str(own.year)}
    text: str = digits.en_to_fa("".join(letters.get(letter, letter) for letter in pattern))
    return text
