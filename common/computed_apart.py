"""What readers wait for and its input may make expensive: computed once for all of them, in a process with limits.

A web process lets few of its threads wait for such things, so that the others answer pages meanwhile.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from django.core.cache import cache

from common.cached_values import read_as
from common.computed_once import Admit, BeingComputedError, compute_once
from common.limited_process import LaneBusy, LimitReached, Limits, StoppedByClock, WorkFailed, run

SEATS = 3
"""Threads of one web process that prepare, compute or wait at a time."""

_seats = threading.BoundedSemaphore(SEATS)
_MADE, _LIMIT, _FAILED = "made", "limit", "failed"


@contextmanager
def seat() -> Iterator[None]:
    """One of the few threads that may be at something expensive; `BeingComputedError` where all seats are taken."""
    if not _seats.acquire(blocking=False):
        raise BeingComputedError
    try:
        yield
    finally:
        _seats.release()


def compute_apart(key: str, work: str, data: bytes, limits: Limits, *, admit: Admit, keep_seconds: int) -> bytes:
    """What `work` makes of `data`, kept under `key`, which names both. Take a `seat` before.

    `admit` is called where it must be computed, and may raise TooMany. Raises `BeingComputedError` where others are at
    it or at something else or the machine is busy, and LimitReached or WorkFailed, which are kept as well.
    """

    def compute() -> tuple[str, bytes]:
        admit()
        try:
            return _MADE, run(work, data, limits)
        except (LaneBusy, StoppedByClock):  # the machine is busy: not kept, for the next who asks may find it idle
            raise BeingComputedError from None
        except LimitReached as limit:
            return _LIMIT, str(limit).encode()
        except WorkFailed as failed:
            return _FAILED, str(failed).encode()

    return _result_or_raise(*compute_once(f"apart:{key}", tuple[str, bytes], compute, keep_seconds, is_apart=True))


def find_computed(key: str) -> bytes | None:
    """What is kept under `key`; None where nothing is. Raises LimitReached or WorkFailed where that is kept."""
    kept = read_as(tuple[str, bytes], cache.get(f"apart:{key}"))
    return None if kept is None else _result_or_raise(*kept)


def _result_or_raise(how: str, made: bytes) -> bytes:
    if how == _LIMIT:
        raise LimitReached(made.decode())
    if how == _FAILED:
        raise WorkFailed(made.decode())
    return made
