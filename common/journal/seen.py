"""Which versions of scopes an answer has shown or made: who reads it must not be shown older ones afterwards."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_seen: ContextVar[dict[str, int] | None] = ContextVar("seen_versions", default=None)


@contextmanager
def noted() -> Iterator[dict[str, int]]:
    """The versions by scope that are noted in the block, the newest of each."""
    seen: dict[str, int] = {}
    token = _seen.set(seen)
    try:
        yield seen
    finally:
        _seen.reset(token)


def note(key: str, version: int) -> None:
    """An act made this version of a scope, or a page shows it. Outside of `noted` nobody wants to know."""
    seen = _seen.get()
    if seen is not None:
        seen[key] = max(version, seen.get(key, 0))
