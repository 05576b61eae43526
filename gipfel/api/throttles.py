"""How often one reader may ask: reads and writes are counted apart, by account or client.

Every answer says how much is left, in the fields of draft-ietf-httpapi-ratelimit-headers-10.
"""

from __future__ import annotations

from typing import Any, ClassVar, cast

from django.core.cache import BaseCache, caches
from django.utils.connection import ConnectionProxy
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request
from rest_framework.throttling import SimpleRateThrottle

from players.client_address import client_of, reader_of


class _Counted(SimpleRateThrottle):
    """Counts requests that only read, or those that do not, by account, else by client."""

    reads: ClassVar[bool]
    cache = cast("BaseCache", ConnectionProxy(caches, "requests"))
    num_requests: int | None
    duration: int | None

    def __init__(self) -> None:
        super().__init__()
        self.history: list[float] = []

    def get_ident(self, request: Request) -> str:
        """The network that asks. What a reader writes into headers counts for nothing unless a proxy wrote it."""
        return client_of(request._request)

    def get_cache_key(self, request: Request, view: Any) -> str | None:
        if (request.method in SAFE_METHODS) is not self.reads:
            return None
        return f"throttle-{self.scope}-{reader_of(request._request)}"

    def headers(self) -> dict[str, str]:
        """The limit, and what is left of it for so many seconds; nothing where this request was not counted."""
        if not self.history or self.num_requests is None or self.duration is None:
            return {}
        left = max(self.num_requests - len(self.history), 0)
        seconds = max(round(self.duration - (self.now - self.history[-1])), 1)
        return {
            "RateLimit-Policy": f'"{self.scope}";q={self.num_requests};w={self.duration}',
            "RateLimit": f'"{self.scope}";r={left};t={seconds}',
        }


class Reads(_Counted):
    scope, reads = "reads", True


class Writes(_Counted):
    scope, reads = "writes", False
