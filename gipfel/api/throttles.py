"""How often one reader may ask: reads and writes are counted apart, by account or client (`players.core.limits`).

Every answer says how much is left, in the fields of draft-ietf-httpapi-ratelimit-headers-10.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, ClassVar

from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from common.streams import ASKED_AGAIN
from players.core import limits
from players.core.rate_limit import Allowance, TooMany
from players.models import ApiToken


class _Counted(BaseThrottle):
    """Counts requests that only read, or those that do not, by account, else by client.

    `left` of them may follow within `seconds`; None where this request was not counted.
    """

    scope: str
    reads: ClassVar[bool]
    left: int | None = None
    seconds = 0

    @property
    def allowance(self) -> Allowance:
        """How many there may be."""
        return limits.API_READS

    def allow_request(self, request: Request, view: Any) -> bool:
        """Whether this one may be answered."""
        if (request.method in SAFE_METHODS) is not self.reads or request.META.get(ASKED_AGAIN) is True:
            return True
        try:
            self.left, self.seconds = self.allowance.take_from(request._request)
        except TooMany as many:
            self.left, self.seconds = 0, many.seconds
            return False
        return True

    def wait(self) -> float:
        return self.seconds

    def headers(self) -> dict[str, str]:
        """The limit, and what is left of it for so many seconds; nothing where this request was not counted."""
        return _write_limit(self.scope, self.allowance.tries, self.allowance.seconds, self.left, self.seconds)


class OfKey(BaseThrottle):
    """Counts all requests with a key that is good for so many a minute, beside those of its account."""

    left: int | None = None
    seconds = rate = 0

    def allow_request(self, request: Request, view: Any) -> bool:
        token = request.auth
        if not isinstance(token, ApiToken) or token.per_minute is None or request.META.get(ASKED_AGAIN) is True:
            return True
        self.rate = token.per_minute
        try:
            self.left, self.seconds = replace(limits.API_OF_KEY, tries=self.rate).take(str(token.pk))
        except TooMany as many:
            self.left, self.seconds = 0, many.seconds
            return False
        return True

    def wait(self) -> float:
        return self.seconds

    def headers(self) -> dict[str, str]:
        """The rate of the key, and what is left of it; nothing for a key without one."""
        return _write_limit("key", self.rate, limits.API_OF_KEY.seconds, self.left, self.seconds)


class Reads(_Counted):
    scope, reads = "reads", True


class Writes(_Counted):
    """Counts requests that write. Turns of games count apart: each waits for an opponent's."""

    scope, reads = "writes", False

    @property
    def allowance(self) -> Allowance:
        return limits.API_TURNS if self.scope == "turns" else limits.API_WRITES

    def allow_request(self, request: Request, view: Any) -> bool:
        if getattr(view, "makes_turns", False):
            self.scope = "turns"
        return super().allow_request(request, view)


def _write_limit(name: str, tries: int, window: int, left: int | None, seconds: int) -> dict[str, str]:
    if left is None:
        return {}
    return {"RateLimit-Policy": f'"{name}";q={tries};w={window}', "RateLimit": f'"{name}";r={left};t={seconds}'}
