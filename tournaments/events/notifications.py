"""Telling those who follow a club that it has announced an event."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

from django.urls import reverse
from django.utils import timezone

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from players.following.queries import followers_of_club
from players.notifications.sources import Source, Wanted, register_source
from tournaments.core.services.base import CLUB_EVENT
from tournaments.models import Event

NOTIFIED_FOR = timedelta(days=14)


def _announced(about: str) -> Iterator[Wanted]:
    event = Event.objects.select_related("club").filter(pk=int(about)).first()
    if event is None or event.state not in (Event.State.OPEN, Event.State.RUNNING):
        return
    values = {"club": event.club.name, "event": event.name}
    for account in followers_of_club(event.club_id):
        yield Wanted(
            account.pk,
            Message(_("%(club)s has announced an event: %(event)s."), values),
            reverse("event", args=[event.pk]),
            timezone.now() + NOTIFIED_FOR,
        )


CLUB_EVENTS = register_source(
    Source(
        CLUB_EVENT,
        _("Events of clubs you follow"),
        _("When a club you follow announces an event."),
        _announced,
        has_mail=True,
    )
)
