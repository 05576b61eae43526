"""Days as a calendar that other programs subscribe to (iCalendar): whole days, so without time zones."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

CONTENT_TYPE = "text/calendar; charset=utf-8"
PRODUCT = "-//Gipfel//Events//EN"


@dataclass(frozen=True, slots=True, kw_only=True)
class CalendarDay:
    """Something that takes whole days, from `first` to `last`. `uid` stays the same when it changes.

    `changed` is when it was last changed; a calendar takes the one with the higher `sequence`.
    """

    uid: str
    title: str
    first: date
    last: date
    changed: datetime
    url: str = ""
    place: str = ""
    sequence: int = 0


def calendar_text(name: str, days: Iterable[CalendarDay]) -> str:
    """A calendar called `name` as a file."""
    from icalendar import Calendar, Event  # a tenth of a second, for pages that few processes are ever asked for

    calendar = Calendar({"VERSION": "2.0", "PRODID": PRODUCT, "X-WR-CALNAME": name})
    for day in days:
        event = Event()
        event.add("UID", day.uid)
        event.add("DTSTAMP", day.changed.astimezone(UTC))
        event.add("SEQUENCE", day.sequence)
        event.add("DTSTART", day.first)
        event.add("DTEND", day.last + timedelta(days=1))  # the first day that is no part of it
        event.add("SUMMARY", day.title)
        if day.place:
            event.add("LOCATION", day.place)
        if day.url:
            event.add("URL", day.url)
        calendar.add_component(event)
    text: str = calendar.to_ical(sorted=False).decode()
    return text
