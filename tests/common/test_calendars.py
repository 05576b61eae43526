"""Calendars as RFC 5545 has them."""

from __future__ import annotations

from datetime import UTC, date, datetime

from common.calendars import CalendarDay, calendar_text

DAY = CalendarDay(
    uid="event-1@example.org",
    title="Spring Open; Round 1, draws\\wins",
    first=date(2026, 2, 28),
    last=date(2026, 3, 1),
    changed=datetime(2026, 2, 1, 12, 30, 5, tzinfo=UTC),
    url="https://example.org/events/1",
    place="Rotterdam\nNL",
    sequence=4,
)


def test_a_day_is_written_with_its_end_excluded_and_letters_that_mean_something_escaped() -> None:
    assert calendar_text("Spring, Open", [DAY]) == "\r\n".join(
        [
            "BEGIN:VCALENDAR",
            "VERSION:2.0",
            "PRODID:-//Gipfel//Events//EN",
            "X-WR-CALNAME:Spring\\, Open",
            "BEGIN:VEVENT",
            "UID:event-1@example.org",
            "DTSTAMP:20260201T123005Z",
            "SEQUENCE:4",
            "DTSTART;VALUE=DATE:20260228",
            "DTEND;VALUE=DATE:20260302",
            "SUMMARY:Spring Open\\; Round 1\\, draws\\\\wins",
            "LOCATION:Rotterdam\\nNL",
            "URL:https://example.org/events/1",
            "END:VEVENT",
            "END:VCALENDAR",
            "",
        ]
    )


def test_a_long_line_is_folded_between_letters() -> None:
    name = "ž" * 80  # two octets each
    lines = calendar_text(name, []).split("\r\n")
    folded = lines[3:-2]
    assert all(len(line.encode()) <= 75 for line in lines) and len(folded) == 3
    assert folded[0] + "".join(line.removeprefix(" ") for line in folded[1:]) == f"X-WR-CALNAME:{name}"
