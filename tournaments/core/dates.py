"""What day it is where an event is held."""

from __future__ import annotations

import zoneinfo
from datetime import date, datetime

from django.utils import timezone

from tournaments.models import Event


def today(event: Event) -> date:
    """The day that it is in the event's time zone."""
    return day_of(event, timezone.now())


def day_of(event: Event, at: datetime) -> date:
    """The day that it was then in the event's time zone."""
    return at.astimezone(zoneinfo.ZoneInfo(event.time_zone)).date()
