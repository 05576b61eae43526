"""Mail to an account's owner about what concerns its safety. A worker sends it: nothing waits for it."""

from __future__ import annotations

from enum import StrEnum

from django.conf import settings

from common.jobs import services as jobs
from players.models import Account

NOTICE = "notice-mail"


class Notice(StrEnum):
    """What the mail tells of."""

    SIGN_IN = "sign-in"  # with the id of the KnownDevice
    PASSWORD = "password"  # noqa: S105  a kind of notice
    SECOND_FACTOR_ON = "second-factor-on"
    SECOND_FACTOR_OFF = "second-factor-off"
    PASSKEY_ADDED = "passkey-added"
    PASSKEY_REMOVED = "passkey-removed"


def notify(account: Account, notice: Notice, about: int = 0) -> None:
    """Ask, in the caller's transaction, for mail to the account's owner, where it has an address and mail is set up."""
    if account.email and settings.EMAIL_HOST:
        jobs.request(NOTICE, f"{account.pk}:{notice}:{about}")
