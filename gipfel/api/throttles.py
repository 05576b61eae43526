"""How often one reader may ask: reads and writes are counted apart, by account or client.

Every answer says how much is left, in the fields of draft-ietf-httpapi-ratelimit-headers-10.
"""

from __future__ import annotations

from typing import Any, ClassVar

from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request
from rest_framework.throttling import SimpleRateThrottle

from players.core.client_address import reader_of
from players.core.rate_limit import Allowance, TooMany


class _Counted(SimpleRateThrottle):
    """Counts requests that only read, or those that do not, by account, else by client.

    `left` of them may follow within `seconds`; None where this request was not counted.
    """

    reads: ClassVar[bool]
    num_requests: int | None
    duration: int | None
    left: int | None = None
    seconds = 0

    def get_cache_key(self, request: Request, view: Any) -> str | None:
        return reader_of(request._request) if (request.method in SAFE_METHODS) is self.reads else None

    def allow_request(self, request: Request, view: Any) -> bool:
        reader = self.get_cache_key(request, view)
        if reader is None or self.num_requests is None or self.duration is None:
            return True
        try:
            self.left, self.seconds = Allowance(f"api-{self.scope}", self.num_requests, self.duration).take(reader)
        except TooMany as many:
            self.left, self.seconds = 0, many.seconds
            return False
        return True

    def wait(self) -> float:
        return self.seconds

    def headers(self) -> dict[str, str]:
        """The limit, and what is left of it for so many seconds; nothing where this request was not counted."""
        if self.left is None:
            return {}
        return {
            "RateLimit-Policy": f'"{self.scope}";q={self.num_requests};w={self.duration}',
            "RateLimit": f'"{self.scope}";r={self.left};t={self.seconds}',
        }


class Reads(_Counted):
    scope, reads = "reads", True


class Writes(_Counted):
    scope, reads = "writes", False
