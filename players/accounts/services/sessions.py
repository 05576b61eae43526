"""What an account has open in browsers: noting a sign-in, ending sessions."""

from __future__ import annotations

from collections.abc import Iterable

from django.db import transaction
from django.utils import timezone

from common.jobs import services as jobs
from common.secret_keys import digest_of
from players.accounts.devices import KNOWN_FOR
from players.accounts.services.notices import Notice, notify
from players.core.client_address import network_of
from players.models import Account, KnownDevice, Session

MOST_DEVICES = 20


def end_sessions(accounts: Iterable[Account]) -> None:
    """Remove every session of `accounts`."""
    Session.objects.filter(account__in=[account.pk for account in accounts]).delete()


def end_session(account: Account, session_id: str) -> bool:
    """Sign out of `account` wherever this one session is open; whether it was a session of this account."""
    return bool(Session.objects.filter(account=account, pk=session_id).delete()[0])


def end_other_sessions(account: Account, *, kept: str) -> None:
    """Sign out of `account` in every browser but the one whose session has the id `kept`."""
    Session.objects.filter(account=account).exclude(pk=kept).delete()


def note_sign_in(account: Account, *, device_id: str, address: str, browser: str) -> None:
    """Remember the browser that was signed in with. The account's owner gets mail about one that is new.

    The first browser of all is no news: it is the one in which the password was chosen.
    """
    now = timezone.now()
    seen = {"network": network_of(address), "address": address, "browser": browser, "used_at": now}
    with transaction.atomic():
        had_others = KnownDevice.objects.filter(account=account).exists()
        device, is_new = KnownDevice.objects.update_or_create(
            account=account,
            digest=digest_of(device_id),
            defaults=seen,
            create_defaults=seen | {"first_used_at": now},
        )
        if is_new and had_others:
            notify(account, Notice.SIGN_IN, device.pk)
        _forget_old_devices(account)


@jobs.every(3600)
def delete_old_sign_ins() -> None:
    """Delete sessions that are over, and browsers that no one has used for long: both have a network address."""
    now = timezone.now()
    Session.objects.filter(expire_date__lt=now).delete()
    KnownDevice.objects.filter(used_at__lt=now - KNOWN_FOR).delete()


def forget_devices(account: Account) -> None:
    """Let no browser count as known, as after a password that another person may have had."""
    KnownDevice.objects.filter(account=account).delete()


def _forget_old_devices(account: Account) -> None:
    rows = KnownDevice.objects.filter(account=account)
    kept = list(rows.order_by("-used_at", "-pk").values_list("pk", flat=True)[:MOST_DEVICES])
    rows.exclude(pk__in=kept).delete()
