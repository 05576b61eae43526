"""How often one reader may ask: reads and writes are counted apart, by account or address."""

from __future__ import annotations

from typing import Any

from rest_framework.request import Request
from rest_framework.throttling import SimpleRateThrottle

from players.throttle import address_of


class _Counted(SimpleRateThrottle):
    """Counts requests of one kind by account, else by address."""

    def counts(self, request: Request) -> bool:
        raise NotImplementedError

    def get_ident(self, request: Request) -> str:
        """The address that asks. What a reader writes into headers counts for nothing unless a proxy wrote it."""
        return address_of(request._request)

    def get_cache_key(self, request: Request, view: Any) -> str | None:
        if not self.counts(request):
            return None
        who = f"account-{request.user.pk}" if request.user.is_authenticated else self.get_ident(request)
        return f"throttle-{self.scope}-{who}"


class Reads(_Counted):
    scope = "reads"

    def counts(self, request: Request) -> bool:
        return request.method in ("GET", "HEAD", "OPTIONS")


class Writes(_Counted):
    scope = "writes"

    def counts(self, request: Request) -> bool:
        return request.method not in ("GET", "HEAD", "OPTIONS")
