"""What each client takes of the pages that are followed: how many, how many new ones, how much time to make them.

A client is an IPv4 address or a /64 of IPv6 (players.core.client_address), perhaps a whole hall: pages that its people
look at together count once. Where there is no room for one page more, the client who has most makes room; and of the
pages to be made that of the client who has taken least time comes first. So no one can take the place of others.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field

FADE_SECONDS = 30.0
"""Time that was taken counts half after so long."""


@dataclass
class Budget:
    """New pages that a client may still name now: `left`, as it was `at` an instant."""

    left: float
    at: float


@dataclass
class Shares:
    """Of all clients of a process. A client has at most `most` pages; `burst` new ones at once, `pace` a second."""

    most: int
    burst: int
    pace: float
    pages: Counter[str] = field(default_factory=Counter)
    _seconds: dict[str, float] = field(default_factory=dict)
    _faded_at: float = 0.0
    _budgets: dict[str, Budget] = field(default_factory=dict)

    def may_follow(self, client: str) -> bool:
        """Whether `client` may have one page more."""
        return self.pages[client] < self.most

    def take_new(self, client: str, now: float) -> bool:
        """Count a page that no one follows yet; whether `client` may name it now."""
        budget = self._budgets.setdefault(client, Budget(self.burst, now))
        budget.left = min(self.burst, budget.left + (now - budget.at) * self.pace)
        budget.at = now
        if len(self._budgets) > 10_000:
            self._forget_whole(now)
        if budget.left < 1:
            return False
        budget.left -= 1
        return True

    def count(self, client: str, more: int) -> None:
        """`client` has a page more, or one less."""
        self.pages[client] += more
        if self.pages[client] <= 0:
            del self.pages[client]

    def greediest(self, other: str) -> str:
        """Who has most pages, and clearly more than `other`; "" where no one has."""
        if not self.pages:
            return ""
        client, most = max(self.pages.items(), key=lambda each: each[1])
        return client if most > self.pages[other] + 1 else ""

    def charge(self, clients: Collection[str], seconds: float, now: float) -> None:
        """A page that these follow took so long to make."""
        fade = 0.5 ** ((now - self._faded_at) / FADE_SECONDS)
        if fade < 0.5:
            self._faded_at = now
            self._seconds = {client: taken * fade for client, taken in self._seconds.items() if taken * fade > 0.001}
        for client in clients:
            self._seconds[client] = self._seconds.get(client, 0.0) + seconds / len(clients)

    def taken(self, clients: Iterable[str]) -> float:
        """What was taken by that one of these who has taken least."""
        return min((self._seconds.get(client, 0.0) for client in clients), default=0.0)

    def _forget_whole(self, now: float) -> None:
        """Drop the budgets of clients who have been idle long enough to have all of it."""
        whole = [client for client, each in self._budgets.items() if (now - each.at) * self.pace >= self.burst]
        for client in whole:
            del self._budgets[client]
