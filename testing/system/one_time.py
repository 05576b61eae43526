"""What addresses name that is made anew each time: sessions, passkeys and one-time links."""

from __future__ import annotations

from urllib.parse import urlsplit

from django.conf import settings
from django.test import Client

from players.accounts.services.passkeys import add_passkey
from players.accounts.services.passwords import one_time_link
from players.accounts.sessions import digest_of_key
from players.models import Account
from players.notifications.services.devices import add_device
from testing.players.authenticator import Device, base64url
from testing.players.push import SUBSCRIPTION


def session_of(account: Account) -> str:
    """A further browser in which the account is signed in."""
    client = Client()
    client.force_login(account)
    return digest_of_key(str(client.session.session_key))


def passkey_of(account: Account) -> int:
    """A passkey of the account."""
    answer = Device(origin=settings.PASSKEY_ORIGINS[0]).create({"challenge": base64url(bytes(32))})
    return add_passkey(account, name="phone", answer=answer, challenge=bytes(32)).pk


def push_device_of(account: Account) -> int:
    """A browser that shows notifications of the account."""
    return add_device(account, **SUBSCRIPTION).pk


def link_parts(account: Account) -> dict[str, object]:
    """The two parts of the address at which the account sets a new password."""
    uid, token = urlsplit(one_time_link(account).url).path.split("/")[-2:]
    return {"uid": uid, "token": token}
