"""Days as a calendar that other programs subscribe to (iCalendar, RFC 5545): whole days, so without time zones."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

CONTENT_TYPE = "text/calendar; charset=utf-8"
PRODUCT = "-//Gipfel//Events//EN"
LONGEST_LINE = 75
"""Octets of a line, without its end (section 3.1)."""


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
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", f"PRODID:{PRODUCT}", f"X-WR-CALNAME:{_escape(name)}"]
    for day in days:
        lines += _lines_of(day)
    return "".join(f"{folded}\r\n" for line in (*lines, "END:VCALENDAR") for folded in _fold(line))


def _lines_of(day: CalendarDay) -> Iterator[str]:
    yield "BEGIN:VEVENT"
    yield f"UID:{_escape(day.uid)}"
    yield f"DTSTAMP:{day.changed.astimezone(UTC):%Y%m%dT%H%M%SZ}"
    yield f"SEQUENCE:{day.sequence}"
    yield f"DTSTART;VALUE=DATE:{day.first:%Y%m%d}"
    yield f"DTEND;VALUE=DATE:{day.last + timedelta(days=1):%Y%m%d}"  # the first day that is no part of it
    yield f"SUMMARY:{_escape(day.title)}"
    if day.place:
        yield f"LOCATION:{_escape(day.place)}"
    if day.url:
        yield f"URL:{day.url}"
    yield "END:VEVENT"


def _escape(text: str) -> str:
    """A text as a value (section 3.3.11)."""
    for letter in ("\\", ";", ","):
        text = text.replace(letter, f"\\{letter}")
    return "\\n".join(text.splitlines())


def _fold(line: str) -> Iterator[str]:
    """A long line as several, each after the first with a space before it; no letter is cut in two."""
    part, size = "", 0
    for letter in line:
        length = len(letter.encode())
        if size + length > LONGEST_LINE:
            yield part
            part, size = " ", 1
        part, size = part + letter, size + length
    yield part
