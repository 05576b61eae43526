"""Telling players that something was announced in their event."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

from django.urls import reverse

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from players.notifications.sources import Source, Wanted, register_source
from tournaments.announcements.services import ANNOUNCEMENT, accounts_notified
from tournaments.models import Announcement

NOTIFIED_FOR = timedelta(days=3)
SENTENCES: dict[str, str] = {
    Announcement.Topic.PAIRING: _("%(event)s: pairings are out."),
    Announcement.Topic.LATE: _("%(event)s: the round starts late."),
    Announcement.Topic.PRIZES: _("%(event)s: news about the prize-giving."),
    Announcement.Topic.WELCOME: _("%(event)s: a welcome from the organiser."),
    Announcement.Topic.OTHER: _("%(event)s: a new announcement."),
}
"""What the bell says, by the topic. The words of the announcement are on the page alone, where they can be changed."""


def _announced(about: str) -> Iterator[Wanted]:
    found = Announcement.objects.select_related("event").filter(pk=int(about), withdrawn_at=None).first()
    if found is None:
        return
    message = Message(SENTENCES[found.topic], {"event": found.event.name})
    address = f"{reverse('event-announcements', args=[found.event_id])}#announcement-{found.number}"
    for account in accounts_notified(found):
        yield Wanted(account.pk, message, address, found.written_at + NOTIFIED_FOR)


SOURCE = register_source(
    Source(
        ANNOUNCEMENT, _("Announcements"), _("When an organiser of one of your events announces something."), _announced
    )
)
