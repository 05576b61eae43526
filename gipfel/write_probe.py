"""Can the database write? Found out by writing, and by what failed lately; asked often, it writes seldom."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

from django.db import DatabaseError, connection, transaction

from common.jobs import services as jobs
from gipfel import outages

SECONDS_BETWEEN = 5.0
WAIT_MS = 1000
LATELY = {outages.FULL: 30.0, outages.DAMAGED: 300.0}
"""For so many seconds a request that failed for this reason speaks against this process."""

_lock = threading.Lock()
_last: tuple[float, str] | None = None


def state() -> str:
    """ "ok", or why nothing can be stored. What is found holds for SECONDS_BETWEEN."""
    global _last
    with _lock:
        now = time.monotonic()
        if _last is None or now - _last[0] >= SECONDS_BETWEEN:
            _last = (now, _try())
        found = _last[1]
    if found != "ok":
        return found
    lately = (outage.for_operators for outage, seconds in LATELY.items() if outages.was_seen_within(outage, seconds))
    return next(lately, "ok")


def forget() -> None:
    """Write again at the next question."""
    global _last
    with _lock:
        _last = None


def _try() -> str:
    try:
        with _short_waits():
            jobs.probe_write()
    except DatabaseError as error:
        outage = outages.classify(error)
        if outage is outages.BUSY:  # what holds the lock is writing
            return "ok"
        return outage.for_operators if outage is not None else "nothing can be stored"
    return "ok"


@contextmanager
def _short_waits() -> Iterator[None]:
    """A transaction that does not stand in the line of long writes: a request for readiness waits for it."""
    if connection.vendor != "sqlite":
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(f"SET LOCAL lock_timeout = {WAIT_MS}")
            yield
        return
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA busy_timeout")
        usual = cursor.fetchone()[0]
        cursor.execute(f"PRAGMA busy_timeout = {WAIT_MS}")
    try:
        with transaction.atomic():
            yield
    finally:
        with connection.cursor() as cursor:
            cursor.execute(f"PRAGMA busy_timeout = {usual}")
