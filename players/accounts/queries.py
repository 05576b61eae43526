"""Whether anyone has an account, where one is signed in, and which programs there are."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone

from common.journal.services import SERVER
from players.models import Account, Person, Session
from players.permissions import may
from players.roles import Permission


def has_no_accounts() -> bool:
    """True while the server waits for its first organiser: there is no account, or only closed ones of the example.

    A server that others can reach keeps the example's accounts closed; its operator has to be able to begin there.
    """
    return not Account.objects.exclude(example=True, is_active=False).exists()


@dataclass(frozen=True, slots=True)
class OpenSession:
    """One browser in which the account is signed in; `is_this` is the one that asks.

    `id` is what the database keeps of the session's key: it opens nothing, so addresses may say it.
    """

    id: str
    signed_in_at: datetime | None
    address: str
    browser: str
    is_this: bool


def open_sessions(account: Account, this_id: str) -> list[OpenSession]:
    """Every open session of `account`: this one first, then the newest. One query."""
    rows = Session.objects.filter(account=account, expire_date__gt=timezone.now()).defer("session_data")
    found = [
        OpenSession(row.pk, row.signed_in_at, row.address, row.browser, is_this=row.pk == this_id)
        for row in rows.order_by("-signed_in_at")
    ]
    return sorted(found, key=lambda each: not each.is_this)


@dataclass(frozen=True, slots=True)
class ShownProgram:
    """A program that plays here; `owner` is its owner's sign-in name, None for readers who are not told."""

    account: Account
    person: Person
    owner: str | None

    @property
    def active(self) -> bool:
        """Whether it can play: neither its account nor its owner's is switched off."""
        return self.account.is_active and self.account.owner is not None and self.account.owner.is_active


def shown_programs(reader: Account | None) -> list[ShownProgram]:
    """All programs by name. Owners are told to themselves and to administrators. One query, beside the permission."""
    knows_all = may(reader, Permission.MANAGE_SERVER, SERVER)
    rows = Account.objects.filter(owner__isnull=False, person__isnull=False).select_related("person", "owner")
    return [
        ShownProgram(row, row.person, row.owner.username if knows_all or row.owner == reader else None)
        for row in rows.order_by("person__folded", "pk")
        if row.person is not None and row.owner is not None
    ]
