"""Turns that have reached this process and are not answered yet: since when each waits, by its game.

A turn that came in time counts although its thread comes to it late, so no flag falls before it. It has come when its
request is here whole: what is still being sent can still be chosen. The server writes the instant into the WSGI environ
under a name that no header can have.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from time import monotonic
from typing import Any

ARRIVED = "gipfel.arrived"
"""In the environ: `time.monotonic` of when the request was here whole."""
LONGEST_WAIT_MS = 20_000
"""No turn is taken for older, and no deadline is held back for longer."""
_ADDRESS = re.compile(r"/play/(?:games/)?(\d{1,18})(?:/turns)?\Z")

_lock = threading.Lock()
_waiting: dict[int, list[float]] = {}


@contextmanager
def note_arrival(environ: dict[str, Any]) -> Iterator[None]:
    """The request has come; while the block lasts it is not answered."""
    environ[ARRIVED] = at = monotonic()
    game_id = _game_of_turn(environ)
    if game_id is None:
        yield
        return
    with _lock:
        _waiting.setdefault(game_id, []).append(at)
    try:
        yield
    finally:
        with _lock:
            _waiting[game_id].remove(at)
            if not _waiting[game_id]:
                del _waiting[game_id]


def waited_ms(environ: Mapping[str, Any]) -> int:
    """How long ago this request came; 0 where the server did not note it."""
    return _age_ms(environ[ARRIVED]) if ARRIVED in environ else 0


def longest_wait_ms(game_id: int | None = None) -> int:
    """How long ago the oldest turn of a game came, or of any game, that is not answered; 0 where none waits."""
    with _lock:
        waiting = _waiting.values() if game_id is None else [_waiting.get(game_id, [])]
        oldest = min((at for each in waiting for at in each), default=None)
    return 0 if oldest is None else _age_ms(oldest)


def _age_ms(at: float) -> int:
    return min(LONGEST_WAIT_MS, max(0, int((monotonic() - at) * 1000)))


def _game_of_turn(environ: Mapping[str, Any]) -> int | None:
    if environ["REQUEST_METHOD"] != "POST":
        return None
    found = _ADDRESS.search(environ["PATH_INFO"])
    return int(found[1]) if found else None
