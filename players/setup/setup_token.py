"""Who may set up a server that has no one yet: anyone who has the address that was printed where it was started.

Without this, the first who opens `/start` from anywhere would be its administrator. Where `./run` started the server
for its own computer alone, a browser of that computer needs no key: settings.START_WITHOUT_KEY. That a request comes
from loopback proves little in itself: from there a local proxy asks on behalf of everybody.
"""

from __future__ import annotations

from ipaddress import ip_address

from django.conf import settings
from django.http import HttpRequest
from django.http.request import split_domain_port
from django.urls import reverse
from django.utils.crypto import constant_time_compare, salted_hmac

from players.core.client_address import CAME_DIRECTLY

LENGTH = 20


def setup_address() -> str:
    """The address of the first page with the key that opens it from everywhere."""
    return f"{settings.BASE_URL}{reverse('start')}?key={_key()}"


def may_set_up(request: HttpRequest) -> bool:
    """Whether this request may set the server up: it has the key, or needs none."""
    return constant_time_compare(request.GET.get("key", ""), _key()) or _needs_no_key(request)


def _key() -> str:
    return salted_hmac("players.setup_token", "start", algorithm="sha256").hexdigest()[:LENGTH]


def _needs_no_key(request: HttpRequest) -> bool:
    """Whether a browser of this very computer asks, directly and by a name of this computer."""
    host = split_domain_port(request.get_host())[0]
    return (
        settings.START_WITHOUT_KEY
        and request.META.get(CAME_DIRECTLY, False)
        and _is_loopback(str(request.META.get("REMOTE_ADDR", "")))
        and (host == "localhost" or _is_loopback(host.strip("[]")))
    )


def _is_loopback(address: str) -> bool:
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return False
