"""How long a test waits for what must come: by what the machine could do meanwhile, not by the clock alone.

Where sixteen processes share two processors each of them gets an eighth of one: a second of the clock is an eighth of a
second of patience. So a busy machine fails no test, and what does not come on an idle one fails soon.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path

LONGEST = 900.0
"""Seconds by the clock after which nothing is waited for any more, however busy the machine is."""
PAUSE = 0.1
_LOAD = Path("/proc/loadavg")


class Patience:
    """Seconds of an idle machine. `lasts` is asked again and again, and takes what has passed since."""

    def __init__(self, seconds: float) -> None:
        self.left, self._began = seconds, time.monotonic()
        self._last = self._began

    def lasts(self) -> bool:
        """Whether there is some left."""
        now = time.monotonic()
        self.left -= (now - self._last) * share_of_a_processor()
        self._last = now
        return self.left > 0 and now - self._began < LONGEST


def share_of_a_processor() -> float:
    """What a process gets that could run now, at most 1."""
    return min(1.0, (os.cpu_count() or 1) / max(1, _runnable()))


def _runnable() -> int:
    """How many threads run or wait for a processor, this one included."""
    try:
        return int(_LOAD.read_text().split()[3].partition("/")[0])
    except (OSError, ValueError, IndexError):  # no Linux
        return round(os.getloadavg()[0])


def eventually(true: Callable[[], bool], seconds: float = 40, what: str = "it") -> None:
    """Return once `true()`; fail the test where it is not after `seconds` of an idle machine."""
    patience = Patience(seconds)
    while True:
        lasts = patience.lasts()
        if true():
            return
        if not lasts:
            raise AssertionError(f"{what} did not happen within {seconds} s of an idle machine")
        time.sleep(PAUSE)
