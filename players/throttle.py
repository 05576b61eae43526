"""How often somebody may try a password, or ask for mail.

A try costs a fifth of a second of hashing, so it is counted before it is made. Two allowances hold: one of
the address that asks, one of the name that is asked for. Tries that succeed are given back, so that a whole
club can sign in through one connection.
"""

from __future__ import annotations

import hashlib
import time
from dataclasses import dataclass

from django.core.cache import cache
from django.http import HttpRequest


class TooMany(Exception):
    """No try is left; the next is free in `seconds`."""

    def __init__(self, seconds: int) -> None:
        super().__init__(f"wait {seconds} s")
        self.seconds = seconds


@dataclass(frozen=True, slots=True)
class Allowance:
    """At most `tries` in any `seconds`, counted in the cache for one key.

    The count of the window before fades out linearly over the present one. Counting is one atomic step, so
    that tries at the same moment are all counted.
    """

    kind: str
    tries: int
    seconds: int

    def take(self, key: str) -> None:
        """Count a try for `key`; raise TooMany, and count nothing, when none is left."""
        window, into = divmod(time.time(), self.seconds)
        before = cache.get(self._slot(key, int(window) - 1), 0) * (1 - into / self.seconds)
        slot = self._slot(key, int(window))
        cache.add(slot, 0, timeout=2 * self.seconds)
        if (_counted(slot, 1) or 0) + before > self.tries:
            _counted(slot, -1)
            raise TooMany(max(1, round(self.seconds - into)))

    def give_back(self, key: str) -> None:
        """Uncount a try that turned out well."""
        slot = self._slot(key, int(time.time() // self.seconds))
        if cache.get(slot, 0) > 0:
            _counted(slot, -1)

    def _slot(self, key: str, window: int) -> str:
        digest = hashlib.sha256(key.encode()).hexdigest()[:32]
        return f"allowance-{self.kind}-{window}-{digest}"


def _counted(slot: str, step: int) -> int | None:
    """The slot's count after this step; None where the cache has lost it or is away: nobody is kept out for that."""
    try:
        return cache.incr(slot, step)
    except ValueError:
        return None


BY_ADDRESS = Allowance("sign-in-address", tries=30, seconds=300)
BY_NAME = Allowance("sign-in-name", tries=10, seconds=300)
MAIL_BY_ADDRESS = Allowance("mail-address", tries=10, seconds=3600)
MAIL_BY_RECIPIENT = Allowance("mail-recipient", tries=3, seconds=3600)


def address_of(request: HttpRequest) -> str:
    """Where a request comes from, an address. gipfel.forwarding has looked through the proxies already."""
    return str(request.META.get("REMOTE_ADDR", ""))
