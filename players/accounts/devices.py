"""The cookie by which a browser is known again, and what is known by it. Only hashes of its values are kept."""

from __future__ import annotations

import secrets
from datetime import timedelta

from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.utils import timezone

from common.secret_keys import digest_of
from players.core.client_address import network_of
from players.models import Account, KnownDevice

COOKIE = "device"
KNOWN_FOR = timedelta(days=365)
AT_A_PLACE_FOR = timedelta(days=30)
LONGEST_ID = 64


def id_in(request: HttpRequest) -> str:
    """The id in the browser's cookie; "" where it has none."""
    return request.COOKIES.get(COOKIE, "")[:LONGEST_ID]


def new_id() -> str:
    """An id no one guesses: 256 random bits."""
    return secrets.token_urlsafe(32)


def is_known(account: Account, device_id: str) -> bool:
    """Whether the browser with this id was signed in to `account` before, within a year."""
    if not device_id:
        return False
    since = timezone.now() - KNOWN_FOR
    return KnownDevice.objects.filter(account=account, digest=digest_of(device_id), used_at__gte=since).exists()


def accounts_at(device_id: str, network: str) -> QuerySet[Account]:
    """Accounts that were signed in to with this browser within a year, or from this network within a month."""
    now = timezone.now()
    by_browser = Q(digest=digest_of(device_id), used_at__gte=now - KNOWN_FOR)
    by_network = Q(network=network, used_at__gte=now - AT_A_PLACE_FOR)
    found = KnownDevice.objects.filter(by_browser | by_network if device_id else by_network)
    return Account.objects.filter(devices__in=found).distinct()


def is_usual_place(account: Account, address: str) -> bool:
    """Whether `account` was signed in to from the network of `address` before, within a year."""
    since = timezone.now() - KNOWN_FOR
    return KnownDevice.objects.filter(account=account, network=network_of(address), used_at__gte=since).exists()
