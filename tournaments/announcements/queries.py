"""What was announced in an event, as rows ready to print."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from tournaments.models import Announcement, Event

AUDIENCES: dict[str, str] = {
    Announcement.Audience.ALL: _("All players and the waiting list"),
    Announcement.Audience.ENTRANTS: _("Registered players"),
    Announcement.Audience.CHECKED_IN: _("Players who have checked in"),
    Announcement.Audience.ROUND: _("Players of a round"),
    Announcement.Audience.WAITING: _("Waiting list"),
}
NEWEST = 3
"""How many the first page of an event shows."""


@dataclass(frozen=True, slots=True)
class AnnouncementRow:
    """An announcement: to whom it was, and what it says. `text` is "" once it is withdrawn; `note` says why."""

    id: int
    number: int
    topic: str
    audience: str
    round: int | None
    subject: str
    text: str
    written_at: datetime
    withdrawn_at: datetime | None
    note: str

    @property
    def told(self) -> Message:
        """To whom it is addressed."""
        if self.audience == Announcement.Audience.ROUND:
            return Message(_("Players of round %(round)s"), {"round": self.round})
        return Message(AUDIENCES[self.audience])


def announcements_of(event: Event, newest: int | None = None) -> list[AnnouncementRow]:
    """All of an event, or the `newest` that are in force, the newest first. One query."""
    rows = Announcement.objects.filter(event=event).order_by("-number")
    return [row_of(each) for each in (rows if newest is None else rows.filter(withdrawn_at=None)[:newest])]


def row_of(found: Announcement) -> AnnouncementRow:
    """An announcement as all may read it."""
    return AnnouncementRow(
        found.pk,
        found.number,
        found.topic,
        found.audience,
        found.round_number,
        found.subject,
        found.text if found.withdrawn_at is None else "",
        found.written_at,
        found.withdrawn_at,
        found.note,
    )
