"""Vacations of a person who plays by correspondence: whole days, a bounded number of them in each year.

A day that has begun is used, so no one books the same day over and over; days to come can be given back.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from zoneinfo import ZoneInfo

from gipf_engine.clocks.calendar import midnight
from gipf_engine.messages import Message, Refused
from gipf_engine.messages import gettext_noop as _

DAYS_A_YEAR = 30
"""Days of vacation in a calendar year, for all games of a player together."""
FURTHEST = timedelta(days=366)
"""How far ahead a vacation can be booked."""
_DAY = timedelta(days=1)

_BACKWARDS = Message(_("The last day is before the first."))
_PAST = Message(_("A vacation starts today at the earliest."))
_TOO_FAR = Message(_("A vacation can be booked for a year ahead."))
_OVERLAPS = Message(_("You have a vacation on one of these days already."))


@dataclass(frozen=True, slots=True, order=True)
class VacationDays:
    """The days from `first` to `last`, both included, where a player lives: in the time zone `zone`."""

    first: date
    last: date
    zone: str = "UTC"

    @property
    def stretch(self) -> tuple[int, int]:
        """The instants from which and until which the player's time stands still."""
        zone = ZoneInfo(self.zone)
        return midnight(self.first, zone), midnight(self.last + _DAY, zone)

    def days_in(self, year: int) -> int:
        """How many of its days are in a year."""
        first, last = max(self.first, date(year, 1, 1)), min(self.last, date(year, 12, 31))
        return max(0, (last - first).days + 1)


def days_left(vacations: Iterable[VacationDays], year: int) -> int:
    """How many more days of vacation a player may take in a year."""
    return DAYS_A_YEAR - sum(vacation.days_in(year) for vacation in vacations)


def check_vacation(new: VacationDays, others: Sequence[VacationDays], today: date) -> None:
    """Raise `Refused` where a person who has `others` cannot book `new`. `today` is where the player lives."""
    if new.first < today:
        raise Refused(_PAST, field="first")
    if new.last < new.first:
        raise Refused(_BACKWARDS, field="last")
    if new.last > today + FURTHEST:
        raise Refused(_TOO_FAR, field="last")
    if any(new.first <= other.last and other.first <= new.last for other in others):
        raise Refused(_OVERLAPS, field="first")
    for year in range(new.first.year, new.last.year + 1):
        left = days_left(others, year)
        if new.days_in(year) > left:
            template = _("You have %(days)s days of vacation left in %(year)s.")
            raise Refused(Message(template, {"days": left, "year": str(year)}), field="last")


def end_vacation(vacation: VacationDays, today: date) -> VacationDays | None:
    """What is left of a vacation that a player ends: today is its last day. None where it has not begun.

    A vacation that is over stays as it was.
    """
    if today < vacation.first:
        return None
    return replace(vacation, last=min(vacation.last, today))
