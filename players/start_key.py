"""Who may set up a server that has nobody yet: whoever sits at it, or has the address that was printed there.

Without this, the first who opens `/start` from anywhere would be the keeper of the server.
"""

from __future__ import annotations

from ipaddress import ip_address

from django.conf import settings
from django.urls import reverse
from django.utils.crypto import constant_time_compare, salted_hmac

LENGTH = 20


def start_address() -> str:
    """The address of the first page with the key that opens it from elsewhere."""
    return f"{settings.BASE_URL}{reverse('start')}?key={_key()}"


def may_set_up(address: str, key: str) -> bool:
    """Whether a request from `address` (an IP address, or "" where none is known) with `key` may set the server up."""
    return _is_here(address) or constant_time_compare(key, _key())


def _key() -> str:
    return salted_hmac("players.start_key", "start", algorithm="sha256").hexdigest()[:LENGTH]


def _is_here(address: str) -> bool:
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return False
