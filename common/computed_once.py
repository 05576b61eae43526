"""Costly things that many ask for at once: each is computed by one of them, and a process computes one at a time."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import TypeVar

from django.core.cache import cache

from common.cached_values import read_as

T = TypeVar("T")
Admit = Callable[[], object]
"""Called before anything costly is computed; raises TooMany for a reader who has asked for enough of it."""

LOCKED_SECONDS = 60
"""Longer than anything takes that is computed under the lock; a process that dies holds it for as long."""
WAIT_SECONDS, LOOK_SECONDS = 3.0, 0.1
RETRY_SECONDS = 5

_one_at_a_time = threading.Lock()


def free_for_all() -> None:
    """Admit everybody."""


class BeingComputedError(Exception):
    """Another request computes it, or something as costly; `seconds` later it should be there."""

    def __init__(self, seconds: int = RETRY_SECONDS) -> None:
        super().__init__(f"again in {seconds} s")
        self.seconds = seconds


def compute_once(key: str, type_: type[T], compute: Callable[[], T], keep_seconds: int, *, is_apart: bool = False) -> T:
    """What of `type_` is kept under `key`, or else `compute()`, kept from then on. Never None.

    Those who ask while it is computed wait a little for that. Raises `BeingComputedError` where it takes
    longer, and whatever `compute` raises. `is_apart`: it is computed by a process of its own, so that this one may
    compute something else meanwhile.
    """
    kept = read_as(type_, cache.get(key))
    if kept is not None:
        return kept
    until = time.monotonic() + WAIT_SECONDS
    lock = f"computing:{key}"
    while cache.add(lock, 1, LOCKED_SECONDS) is False:  # None: the cache is away, and locks nothing
        kept = read_as(type_, cache.get(key))
        if kept is not None:
            return kept
        if time.monotonic() > until:
            raise BeingComputedError
        time.sleep(LOOK_SECONDS)
    try:
        if is_apart:
            return _kept_or_computed(key, type_, compute, keep_seconds)
        return _computed_alone(key, type_, compute, keep_seconds, until)
    finally:
        cache.delete(lock)


def _computed_alone(key: str, type_: type[T], compute: Callable[[], T], keep_seconds: int, until: float) -> T:
    """Compute while no other thread of this process does, so that its memory holds one such thing at a time."""
    if not _one_at_a_time.acquire(timeout=max(0.0, until - time.monotonic())):
        raise BeingComputedError
    try:
        return _kept_or_computed(key, type_, compute, keep_seconds)
    finally:
        _one_at_a_time.release()


def _kept_or_computed(key: str, type_: type[T], compute: Callable[[], T], keep_seconds: int) -> T:
    kept = read_as(type_, cache.get(key))
    if kept is not None:
        return kept
    made = compute()
    cache.set(key, made, keep_seconds)
    return made
