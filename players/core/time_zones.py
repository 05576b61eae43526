"""The names of time zones that this machine knows."""

from __future__ import annotations

import zoneinfo
from functools import cache


@cache
def time_zones() -> frozenset[str]:
    """Every name. Read once: it takes tens of milliseconds, as long as a page."""
    return frozenset(zoneinfo.available_timezones())


@cache
def places() -> tuple[str, ...]:
    """The names to choose from, those of places ("Europe/Amsterdam") and UTC, by the alphabet."""
    return tuple(sorted(name for name in time_zones() if "/" in name or name == "UTC"))
