"""Who may read /metrics: anyone who asks from an allowed network, or with the token. No one where neither is set."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest
from django.utils.crypto import constant_time_compare

from players.core.client_address import ADDRESS_IS_CERTAIN, parse_proxies

_BEARER = "Bearer "


def may_read_metrics(request: HttpRequest) -> bool:
    """By METRICS_TOKEN_FILE's token (`Authorization: Bearer …`), or by METRICS_ALLOWED.

    An address counts where it is certain to be the client's: not the address of a proxy that passed the request on.
    """
    authorization = request.headers.get("Authorization", "")
    if settings.METRICS_TOKEN and authorization.startswith(_BEARER):
        return constant_time_compare(authorization.removeprefix(_BEARER), settings.METRICS_TOKEN)
    allowed = parse_proxies(tuple(settings.METRICS_ALLOWED))
    address = str(request.META.get("REMOTE_ADDR") or "")
    return bool(address and request.META.get(ADDRESS_IS_CERTAIN) and allowed.trust(address))
