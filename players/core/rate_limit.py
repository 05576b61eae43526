"""Counting tries, in a cache that reading pages cannot evict. `players.core.limits` says of what, and how many.

A password costs a fifth of a second of hashing, so a try is counted before it is made.
"""

from __future__ import annotations

import hashlib
import time
from dataclasses import dataclass
from enum import StrEnum

from django.core.cache import caches
from django.http import HttpRequest
from django.utils.connection import ConnectionProxy

from players.core.client_address import CLIENT, client_of, reader_of

counters = ConnectionProxy(caches, "tries")


class TooMany(Exception):
    """No try is left; the next is free in `seconds`."""

    def __init__(self, seconds: int) -> None:
        super().__init__(f"wait {seconds} s")
        self.seconds = seconds


class By(StrEnum):
    """Whom or what tries are counted for. A client is an IPv4 address or a /64 of IPv6, perhaps a whole hall."""

    ACCOUNT = "account"
    PERSON = "person"
    CLIENT = "client"
    READER = "account, else client"
    NAME = "name of an account"
    NAME_AND_CLIENT = "name of an account and client"
    BROWSER = "account, known browsers apart"
    SESSION = "session"
    MAIL_ADDRESS = "mail address"
    CLUB = "club"
    SEAT = "seat of a game"
    KEY = "key to the API"


@dataclass(frozen=True, slots=True)
class Allowance:
    """At most `tries` of one thing in any `seconds`, counted for one key.

    The count of the window before fades out linearly over the present one. Counting is one atomic step, so
    that tries at the same moment are all counted. Where it counts readers, a client may have `of_client` tries:
    it may be a hall, whose people have no account. `kind` stands in the keys of the cache; `what` is counted, `by`
    whom: what operators read.
    """

    kind: str
    what: str
    by: By
    tries: int
    seconds: int
    of_client: int = 0

    def take_from(self, request: HttpRequest) -> tuple[int, int]:
        """`take` for who sends `request`: by account where it counts readers, else by client."""
        return self.take(reader_of(request) if self.by is By.READER else client_of(request))

    def take(self, key: str) -> tuple[int, int]:
        """Count a try for `key`: how many are left now, and in how many seconds this window ends.

        Raises TooMany, and counts nothing, when none is left.
        """
        window, into, before = self._now(key)
        slot, ends_in = self._slot(key, window), max(1, round(self.seconds - into))
        left = self._most(key) - _add(slot, 1, 2 * self.seconds) - before
        if left < 0:
            _add(slot, -1, 2 * self.seconds)
            raise TooMany(ends_in)
        return int(left), ends_in

    def is_spent(self, key: str) -> bool:
        """Whether no try is left for `key`. Counts nothing."""
        window, _into, before = self._now(key)
        return _read_slot(self._slot(key, window)) + before >= self._most(key)

    def count(self, key: str) -> None:
        """Count a try for `key` that is over, however many there were."""
        _add(self._slot(key, self._now(key)[0]), 1, 2 * self.seconds)

    def give_back(self, key: str) -> None:
        """Uncount a try that turned out well."""
        slot = self._slot(key, int(time.time() // self.seconds))
        if _read_slot(slot) > 0:
            _add(slot, -1, 2 * self.seconds)

    def _most(self, key: str) -> int:
        return self.of_client if self.of_client and key.startswith(CLIENT) else self.tries

    def _now(self, key: str) -> tuple[int, float, float]:
        """The number of the present window, the seconds into it, and what the one before still weighs."""
        window, into = divmod(time.time(), self.seconds)
        before = _read_slot(self._slot(key, int(window) - 1)) * (1 - into / self.seconds)
        return int(window), into, before

    def _slot(self, key: str, window: int) -> str:
        return f"allowance-{self.kind}-{window}-{_digest_key(key)}"


@dataclass(frozen=True, slots=True)
class Pauses:
    """Wrong tries are slowed down and never forbidden: after `free` of them each is followed by a longer pause.

    Pauses double from 2 s up to `longest`; a right try, or a day without counting, ends them. In a pause a try is
    refused unseen, and does not make the pause longer, so one who waits gets in.
    """

    kind: str
    what: str
    by: By
    free: int
    longest: int = 300
    wary_wait: int = 10
    remembered: int = 24 * 60 * 60

    def take(self, key: str, *, wary: bool = False) -> None:
        """Count a try for `key` before it is made; raise TooMany in a pause.

        With `wary` none is free, and the first waits as well: the one who asks comes back after `wary_wait` seconds.
        """
        if wary:
            self._wait_first(key)
        number = _add(self._slot("count", key), 1, self.remembered)
        over = number - (0 if wary else self.free)
        if over <= 0:
            return
        pause = min(2 ** min(over, 20), self.longest)
        if not self._close_slot(self._slot("pause", key), max(pause, self.wary_wait) if wary else pause):
            _add(self._slot("count", key), -1, self.remembered)
            raise TooMany(self._seconds_left(self._slot("pause", key)))

    def forgive(self, key: str) -> None:
        """Forget the wrong tries of `key`: this one was right."""
        counters.delete_many([self._slot(part, key) for part in ("count", "pause", "first")])

    def _wait_first(self, key: str) -> None:
        slot = self._slot("first", key)
        if counters.add(slot, time.time() + self.wary_wait, timeout=self.longest):
            raise TooMany(self.wary_wait)
        if _read_slot(slot) > time.time():
            raise TooMany(self._seconds_left(slot))

    def _close_slot(self, slot: str, seconds: int) -> bool:
        """Whether this try found the slot open. One of several at a moment does, for adding is one step."""
        return bool(counters.add(slot, time.time() + seconds, timeout=seconds))

    def _seconds_left(self, slot: str) -> int:
        return max(1, round(_read_slot(slot) - time.time()))

    def _slot(self, part: str, key: str) -> str:
        return f"pauses-{self.kind}-{part}-{_digest_key(key)}"


def _digest_key(key: str) -> str:
    return hashlib.sha256(key.encode()).hexdigest()[:32]


def _add(slot: str, step: int, seconds: int) -> int:
    """The slot's count after this step; 0 where the cache has lost it or is away: no one is kept out for that."""
    counters.add(slot, 0, timeout=seconds)
    try:
        return int(counters.incr(slot, step) or 0)
    except (ValueError, TypeError):  # it is gone, or no number
        return 0


def _read_slot(slot: str) -> float:
    """The number in a slot; 0 where there is none."""
    kept = counters.get(slot)
    return kept if isinstance(kept, int | float) else 0
