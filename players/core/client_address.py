"""Where a request comes from, seen through proxies that the operator trusts, and through no others."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse

UNIX = "unix"
"""The word in TRUSTED_PROXIES for a proxy that connects through a Unix socket, where a peer has no address."""
CLIENT = "client-"
"""How the keys of `reader_of` begin that are of no account."""
SITE_BITS = 64
"""IPv6 gives a customer at least 2**64 addresses, so one address says nothing: the network is what is counted."""

FORWARDING = (
    "HTTP_X_FORWARDED_FOR",
    "HTTP_X_FORWARDED_PROTO",
    "HTTP_X_FORWARDED_HOST",
    "HTTP_X_FORWARDED_PORT",
    "HTTP_X_REAL_IP",
    "HTTP_FORWARDED",
    "HTTP_VIA",
)
"""Headers that a proxy adds, as WSGI names them."""
REQUEST_ID = "HTTP_X_REQUEST_ID"
"""What a proxy calls a request in its own log."""
ADDRESS_IS_CERTAIN = "gipfel.address_is_certain"
"""Whether REMOTE_ADDR is the client's own, not that of a proxy which kept to itself whom it asks for: a key of META."""
CAME_DIRECTLY = "gipfel.came_directly"
"""Whether a request came here without any proxy: a key of META."""

Address = IPv4Address | IPv6Address
Network = IPv4Network | IPv6Network


@dataclass(frozen=True, slots=True)
class Proxies:
    """The proxies whose `X-Forwarded-For` and `X-Forwarded-Proto` are believed."""

    networks: tuple[Network, ...]
    unix: bool

    def trust(self, peer: str) -> bool:
        """Whether `peer` (an address; "" for a Unix socket) is one of them."""
        if not peer:
            return self.unix
        address = parse_address(peer)
        return address is not None and any(address in network for network in self.networks)

    def client_address(self, peer: str, forwarded_for: str) -> str:
        """The nearest address that no trusted proxy has: what was written further left, anyone may have written.

        `forwarded_for` is the header's value; each proxy adds at its right end the address that it was asked from.
        """
        found = peer
        for written in reversed(forwarded_for.split(",")):
            address = parse_address(written)
            if not self.trust(found) or address is None:
                break
            found = str(address)
        return found


@lru_cache(maxsize=8)
def parse_proxies(words: tuple[str, ...]) -> Proxies:
    """The proxies that a list of addresses, networks and "unix" names. Raises ValueError for any other word."""
    networks = tuple(ip_network(word, strict=False) for word in words if word != UNIX)
    return Proxies(networks, UNIX in words)


def parse_address(text: str) -> Address | None:
    """An address as proxies write it: plain, or with a port ("192.0.2.1:4711", "[2001:db8::1]:4711"); else None."""
    text = text.strip()
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        address = ip_address(text)
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address


def network_of(address: str) -> str:
    """What is counted as one place: an IPv4 address, the /64 of an IPv6 address; any other text is itself."""
    parsed = parse_address(address)
    if isinstance(parsed, IPv6Address):
        return str(ip_network((parsed, SITE_BITS), strict=False))
    return str(parsed) if parsed is not None else address


def client_of(request: HttpRequest) -> str:
    """Who sends a request, for everything that counts what strangers do: an IPv4 address or a /64 of IPv6.

    `ClientAddress` has looked through the proxies. Many people may be one client (a hall, a school, a mobile
    network), so what is counted by it is as much as a hall needs.
    """
    return network_of(str(request.META.get("REMOTE_ADDR", "")))


def address_of(request: HttpRequest) -> str:
    """Where a request comes from, as it is shown. What counts goes by `client_of`."""
    return str(request.META.get("REMOTE_ADDR", ""))


def reader_of(request: HttpRequest) -> str:
    """Whom to count where accounts count by themselves: "account-7"; else the client, "client-192.0.2.1"."""
    user = getattr(request, "user", None)
    return f"account-{user.pk}" if user is not None and user.is_authenticated else CLIENT + client_of(request)


def was_forwarded(meta: Mapping[str, object]) -> bool:
    """Whether a request says that some proxy has passed it on.

    HTTP/1.0 counts as that: no browser speaks it, and it is what nginx speaks to servers that it was not told about.
    """
    return any(meta.get(header) for header in FORWARDING) or meta.get("SERVER_PROTOCOL") == "HTTP/1.0"


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
