"""When time stands still in correspondence: on weekends and in vacations.

It follows from dates, so no job can forget to stop a clock or to start it again.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from itertools import takewhile
from zoneinfo import ZoneInfo

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MILLISECOND = timedelta(milliseconds=1)


@dataclass(frozen=True)
class Calendar:
    """The days on which a seat's time does not run.

    `weekdays` are numbers from 0 (Monday) to 6, at most six of them, each from midnight to midnight in the time zone
    `zone`. `vacations` are pairs of instants (from, until) in any order; they may overlap.
    """

    weekdays: frozenset[int] = frozenset()
    zone: str = "UTC"
    vacations: tuple[tuple[int, int], ...] = ()

    def __post_init__(self) -> None:
        assert self.weekdays < frozenset(range(7)), "a day of the week is left to play on"

    def elapsed(self, start: int, end: int) -> int:
        """How many milliseconds between two instants count."""
        stretches = takewhile(lambda stretch: stretch[0] < end, self._off(start))
        return max(0, end - start) - sum(min(end, until) - begun for begun, until in stretches)

    def add(self, start: int, length: int) -> int:
        """The instant at which `length` milliseconds (at least 1) have counted since `start`.

        Where a stretch off begins right then, it is that beginning: a flag falls then, and not days later.
        """
        for begun, until in self._off(start):
            if length <= begun - start:
                break
            length -= begun - start
            start = until
        return start + length

    def stands_until(self, instant: int) -> int | None:
        """When time runs again that stands still at an instant; None where it runs."""
        begun, until = next(self._off(instant), (instant + 1, 0))
        return until if begun <= instant else None

    def _off(self, start: int) -> Iterator[tuple[int, int]]:
        """The stretches from `start` on that do not count: ordered, apart, none empty, perhaps without end."""
        here = start
        off: tuple[int, int] | None = None
        for begun, until in heapq.merge(sorted(self.vacations), self._days_off(start)):
            if until <= here:
                continue
            if off is not None and begun <= off[1]:
                off = (off[0], until)
            else:
                if off is not None:
                    yield off
                off = (max(here, begun), until)
            here = until
        if off is not None:
            yield off

    def _days_off(self, start: int) -> Iterator[tuple[int, int]]:
        if not self.weekdays:
            return
        zone = ZoneInfo(self.zone)
        day = (_EPOCH + start * _MILLISECOND).astimezone(zone).date()
        while True:
            following = day + timedelta(days=1)
            if day.weekday() in self.weekdays:
                yield midnight(day, zone), midnight(following, zone)
            day = following


ALWAYS = Calendar()
"""The calendar of a seat whose time always runs."""


def midnight(day: date, zone: ZoneInfo) -> int:
    """When a day begins in a time zone; where clocks are put forward at midnight, with the first minute there is."""
    return (datetime.combine(day, time(), tzinfo=zone).astimezone(UTC) - _EPOCH) // _MILLISECOND
