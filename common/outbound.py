"""Requests of this server to addresses that a person typed in: to public addresses only, and never for long.

The name is resolved here, each address is checked, and the connection goes to the very address that was checked, so a
name that leads elsewhere a moment later (DNS rebinding) leads nowhere. Redirects are answers like any other. Proxies of
the environment are not asked.
"""

from __future__ import annotations

import socket
import ssl
import threading
from collections.abc import Mapping
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from urllib.parse import SplitResult, urlsplit

from django.conf import settings

LONGEST_ADDRESS = 500
CONNECT_SECONDS, WHOLE_SECONDS = 8.0, 15.0
"""For the connection, and for all of it. The specification of webhooks recommends 15 to 30 s."""
MOST_READ = 1024
"""Bytes of an answer's body that are read."""
_PORTS = {"https": 443, "http": 80}
_NOT_PUBLIC = tuple(
    ip_network(each)
    for each in (
        "0.0.0.0/8",
        "100.64.0.0/10",  # between a provider and its customers
        "192.0.0.0/24",  # of protocols: Python counts some of it as global, cloud metadata (192.0.0.192) among it
        "168.63.129.16/32",  # the host of a virtual machine at Azure
        "192.88.99.0/24",  # relays of 6to4, which are gone
        "::/96",  # IPv4 within IPv6, in the form that is given up
        "64:ff9b::/96",  # translated to IPv4 (NAT64)
        "64:ff9b:1::/48",
        "100::/64",  # what is thrown away
        "2001::/23",  # of protocols, Teredo among them
        "5f00::/16",  # segments of routes
        "fec0::/10",  # of a site, in the form that is given up
    )
)
"""What `ipaddress` of some version counts as global, and is within networks, of a provider or of a host."""


class NotSent(Exception):
    """There was no answer. `why` is a key: "address", "unknown-host", "tls", "timeout", "connection" or "no-http"."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


@dataclass(frozen=True, slots=True)
class PostReply:
    """What came back: the status, the first bytes of the body, and after how many seconds to try again, if it said."""

    status: int
    body: bytes
    retry_after: int | None = None

    @property
    def is_success(self) -> bool:
        return 200 <= self.status < 300


def check_address(address: str) -> SplitResult:
    """The parts of an address to which something may be posted; ValueError for another.

    It is https, with a host, without a name and password or a fragment. What its host resolves to is checked when
    something is sent.
    """
    if len(address) > LONGEST_ADDRESS or not address.isascii() or not address.isprintable() or " " in address:
        raise ValueError(address)
    parts = urlsplit(address)
    host = parts.hostname or ""
    plain = settings.OUTBOUND_TO_LOOPBACK and parts.scheme == "http" and host == "127.0.0.1"
    if not host or (parts.scheme != "https" and not plain) or parts.port == 0:
        raise ValueError(address)
    if parts.username is not None or parts.password is not None or parts.fragment:
        raise ValueError(address)
    try:
        literal = ip_address(host)
    except ValueError:
        return parts
    if not is_public(literal):
        raise ValueError(address)
    return parts


def is_public(address: IPv4Address | IPv6Address) -> bool:
    """Whether anyone on the Internet could connect there. IPv6 that wraps an IPv4 address counts as that address."""
    if isinstance(address, IPv6Address):
        inner = address.ipv4_mapped or address.sixtofour
        if inner is not None:
            return is_public(inner)
    if settings.OUTBOUND_TO_LOOPBACK and address.is_loopback:
        return True
    if any(address.version == network.version and address in network for network in _NOT_PUBLIC):
        return False
    return address.is_global and not address.is_multicast and not address.is_reserved


def post(address: str, body: bytes, headers: Mapping[str, str]) -> PostReply:
    """Post `body` there, and give what comes back. Raises NotSent. Call it outside any transaction."""
    try:
        parts = check_address(address)
    except ValueError:
        raise NotSent("address") from None
    kind = _PinnedHTTPS if parts.scheme == "https" else _PinnedHTTP
    connection = kind(parts.hostname or "", parts.port or _PORTS[parts.scheme], timeout=CONNECT_SECONDS)
    watch = _Deadline(connection)
    try:
        with watch:
            path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
            connection.request("POST", path, body, dict(headers) | {"Connection": "close"})
            response = connection.getresponse()
            return PostReply(response.status, response.read(MOST_READ), _seconds(response.getheader("Retry-After")))
    except NotSent:
        raise
    except (OSError, HTTPException, ValueError) as error:
        raise NotSent("timeout" if watch.is_over else _reason(error)) from None
    finally:
        connection.close()


def _reason(error: Exception) -> str:
    if isinstance(error, TimeoutError):
        return "timeout"
    if isinstance(error, ssl.SSLError):
        return "tls"
    return "connection" if isinstance(error, OSError) else "no-http"


def _seconds(retry_after: str | None) -> int | None:
    """How long an answer asks to wait; None where it does not, or names a day."""
    text = (retry_after or "").strip()
    return int(text) if text.isascii() and text.isdigit() and len(text) < 7 else None


def _connect(host: str, port: int, timeout: float | None) -> socket.socket:
    """A connection to an address that was checked. Where one of a name's addresses is not public, to none of them."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (socket.gaierror, UnicodeError):
        raise NotSent("unknown-host") from None
    if not all(is_public(ip_address(where[0])) for *_rest, where in found):
        raise NotSent("address")
    failure: OSError = OSError(host)
    for family, kind, protocol, _name, where in found:
        made = socket.socket(family, kind, protocol)
        try:
            made.settimeout(timeout)
            made.connect(where)
        except OSError as error:
            made.close()
            failure = error
        else:
            return made
    raise failure


class _PinnedHTTP(HTTPConnection):
    """A connection to an address that was checked."""

    def connect(self) -> None:
        self.sock = _connect(self.host, self.port, self.timeout)


class _PinnedHTTPS(HTTPSConnection):
    """A connection with TLS to an address that was checked; the certificate is that of the name."""

    def connect(self) -> None:
        plain = _connect(self.host, self.port, self.timeout)
        self.sock = plain  # so that the deadline reaches it while keys are exchanged
        self.sock = ssl.create_default_context().wrap_socket(plain, server_hostname=self.host)


class _Deadline:
    """Ends a connection that is not done in time: anyone who answers a byte at a time would hold it for ever."""

    def __init__(self, connection: HTTPConnection) -> None:
        self.connection, self.is_over = connection, False
        self.timer = threading.Timer(WHOLE_SECONDS, self._shut_down)
        self.timer.daemon = True

    def _shut_down(self) -> None:
        self.is_over = True
        sock = self.connection.sock
        if sock is not None:
            try:
                sock.shutdown(socket.SHUT_RDWR)
            except OSError:
                """It is closed already."""

    def __enter__(self) -> None:
        self.timer.start()

    def __exit__(self, *_raised: object) -> None:
        self.timer.cancel()
