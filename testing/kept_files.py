"""`.test_cache/`: what tests keep for the next run, each under a name that changes with what it is made of."""

from __future__ import annotations

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager

from testing import PROJECT

CACHE = PROJECT / ".test_cache"


@contextmanager
def one_at_a_time(name: str) -> Iterator[None]:
    """Of the test processes that run beside each other one is within the block of this `name`; others wait."""
    CACHE.mkdir(exist_ok=True)
    with (CACHE / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
