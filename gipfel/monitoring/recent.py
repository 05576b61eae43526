"""What happened lately, for the page of the server's state: slow requests of an hour, wrong passwords of a day.

It lies in a cache of its own, in a fixed number of places that are used again, and not in a table: requests are slow
when the database is, and a row for each would make that worse. Losing it loses nothing, for the log has it too. All
processes share it.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.core.cache import caches
from django.utils import timezone
from django.utils.connection import ConnectionProxy

from common.cached_values import read_as
from gipfel.monitoring import metrics

HOUR, DAY = 3600, 24 * 3600
PLACES = 100
"""So many slow requests are kept, the latest."""
_SLOT_SECONDS = 600
_NUMBER = "slow-number"

kept = ConnectionProxy(caches, "recent")


@dataclass(frozen=True, slots=True)
class SlowRequest:
    """One request that took long. Neither who asked nor for which event: the route says what kind of page it was."""

    at: datetime
    method: str
    route: str
    status: int
    milliseconds: int
    queries: int
    query_milliseconds: int
    request_id: str


def note_slow_request(request: SlowRequest) -> None:
    """Keep it for an hour, in the place of the hundredth before it."""
    kept.set(_place(_increase(_NUMBER, DAY)), request, timeout=HOUR)


def slow_requests() -> list[SlowRequest]:
    """Those of the last hour, the latest first."""
    places = kept.get_many([_place(number) for number in range(PLACES)]) or {}
    found = (each for place in places.values() if (each := read_as(SlowRequest, place)) is not None)
    since = timezone.now() - timedelta(seconds=HOUR)
    return sorted((each for each in found if each.at >= since), key=lambda each: each.at, reverse=True)


def note_failed_sign_in(**_signal: Any) -> None:
    """A receiver of user_login_failed. Counted is that it happened, not whose name was tried."""
    metrics.FAILED_SIGN_INS.inc()
    _increase(_slot(int(time.time() // _SLOT_SECONDS)), DAY + HOUR)


def failed_sign_ins(seconds: int) -> int:
    """How many wrong passwords were typed in the last `seconds` (a day at most), to ten minutes."""
    now = int(time.time() // _SLOT_SECONDS)
    found = kept.get_many([_slot(now - back) for back in range(seconds // _SLOT_SECONDS)]) or {}
    return sum(count for count in found.values() if isinstance(count, int))


def _place(number: int) -> str:
    return f"slow-{number % PLACES}"


def _slot(number: int) -> str:
    return f"failed-sign-ins-{number}"


def _increase(key: str, seconds: int) -> int:
    """Count one more under `key`; the count, 0 where the cache is away."""
    kept.add(key, 0, timeout=seconds)
    try:
        return int(kept.incr(key) or 0)
    except (ValueError, TypeError):  # the cache is away, or holds something else
        return 0
