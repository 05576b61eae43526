"""What day it is where an event is held."""

from __future__ import annotations

import zoneinfo
from datetime import date

from django.utils import timezone

from tournaments.models import Event


def today(event: Event) -> date:
    """The day that it is in the event's time zone."""
    return timezone.now().astimezone(zoneinfo.ZoneInfo(event.time_zone)).date()
