"""Where an account is signed in, as its owner reads it."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone

from players.models import Account, Session


@dataclass(frozen=True, slots=True)
class OpenSession:
    """One browser in which the account is signed in; `is_this` is the one that asks.

    `id` stands for the session in addresses: its key opens it, so no page says it.
    """

    id: str
    signed_in_at: datetime | None
    address: str
    browser: str
    is_this: bool


def open_sessions(account: Account, this_key: str | None) -> list[OpenSession]:
    """Every open session of `account`: this one first, then the newest. One query."""
    rows = Session.objects.filter(account=account, expire_date__gt=timezone.now()).defer("session_data")
    found = [
        OpenSession(
            id_of(row.session_key), row.signed_in_at, row.address, row.browser, is_this=row.session_key == this_key
        )
        for row in rows.order_by("-signed_in_at")
    ]
    return sorted(found, key=lambda each: not each.is_this)


def key_of(account: Account, session_id: str) -> str | None:
    """The key of the session of `account` that `session_id` stands for; None where there is none."""
    keys = Session.objects.filter(account=account).values_list("session_key", flat=True)
    return next((key for key in keys if id_of(key) == session_id), None)


def id_of(session_key: str) -> str:
    """What stands for a session in addresses."""
    return hashlib.sha256(session_key.encode()).hexdigest()[:32]
