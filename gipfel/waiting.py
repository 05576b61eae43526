"""A thread that is about to wait for a disk or for another thread says so: meanwhile the next request may begin."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

_here = threading.local()


@contextmanager
def notifying(listener: Callable[[], object]) -> Iterator[None]:
    """`listener` is called whenever this thread says in the block that it waits."""
    _here.listener = listener
    try:
        yield
    finally:
        _here.listener = None


def tell() -> None:
    """What follows waits. Outside of a request no one listens."""
    listener = getattr(_here, "listener", None)
    if listener is not None:
        listener()
