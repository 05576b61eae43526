"""The first thing that a request passes: from here on REMOTE_ADDR is the client's, and no header claims otherwise."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from players.core.client_address import FORWARDING, parse_proxies, was_forwarded
from players.setup.setup_token import CAME_DIRECTLY

REQUEST_ID = "HTTP_X_REQUEST_ID"
"""What a proxy calls a request in its own log."""
ADDRESS_IS_CERTAIN = "gipfel.address_is_certain"
"""Whether REMOTE_ADDR is the client's own, not that of a proxy which kept to itself whom it asks for: a key of META."""


def client_address(meta: Mapping[str, Any]) -> str:
    """The client's address by what the server says of a request, as WSGI names it: seen through trusted proxies."""
    proxies = parse_proxies(tuple(settings.TRUSTED_PROXIES))
    return proxies.client_address(str(meta.get("REMOTE_ADDR") or ""), meta.get("HTTP_X_FORWARDED_FOR", ""))


class ClientAddress:
    """Put the client's address into REMOTE_ADDR where a trusted proxy names it, and drop what others claim.

    It stands before all other middleware: what decides by address or by "https" (throttles, redirects, access
    logs, which read REMOTE_ADDR when the answer is out) sees the result and needs to know nothing of proxies.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        meta = request.META
        proxies = parse_proxies(tuple(settings.TRUSTED_PROXIES))
        peer = str(meta.get("REMOTE_ADDR") or "")
        trusted = proxies.trust(peer)
        forwarded = was_forwarded(meta)
        meta[CAME_DIRECTLY] = not trusted and not forwarded
        if trusted:
            meta["REMOTE_ADDR"] = client_address(meta)
        else:
            for header in (*FORWARDING, REQUEST_ID):
                meta.pop(header, None)
        meta[ADDRESS_IS_CERTAIN] = not forwarded or (trusted and not proxies.trust(meta["REMOTE_ADDR"]))
        return self.get_response(request)
