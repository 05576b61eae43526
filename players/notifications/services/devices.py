"""On which devices an account is notified, of what, and in which hours not."""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Collection
from datetime import datetime, time
from zoneinfo import ZoneInfo

from cryptography.hazmat.primitives.asymmetric import ec
from django.db import transaction
from django.utils import timezone

from common.outbound import check_address
from gipf_engine.messages import Message, Refused
from gipf_engine.messages import gettext_noop as _
from players.core.time_zones import time_zones
from players.models import Account, NotificationSettings, PushDevice
from players.models.notifications import LONGEST_BROWSER, LONGEST_KEY, LONGEST_SECRET
from players.notifications.sources import all_sources

MOST_DEVICES = 10
"""Of one account; the one that was added first makes room."""
SECRET_BYTES = 16
_BASE64URL = re.compile("[A-Za-z0-9_-]*")
_NOT_A_SUBSCRIPTION = Message(_("Your browser sent no usable subscription. Reload the page and try again."))


def add_device(account: Account, endpoint: str, key: str, secret: str, browser: str = "") -> PushDevice:
    """Let a browser show what waits for `account`. The same browser again, or for another account, moves over.

    `key` is its P-256 point and `secret` its 16 bytes, base64url (RFC 8291, section 2). Raises Refused.
    """
    _check_subscription(endpoint, key, secret)
    if not browser.isprintable() or len(browser) > LONGEST_BROWSER:
        raise Refused(_NOT_A_SUBSCRIPTION)
    with transaction.atomic():
        Account.objects.select_for_update().get(pk=account.pk)
        keys = {"account": account, "key": key, "secret": secret, "made_at": timezone.now()}
        device, _is_new = PushDevice.objects.update_or_create(endpoint=endpoint, defaults=keys | {"browser": browser})
        newest = PushDevice.objects.filter(account=account).order_by("-made_at", "-pk")
        kept = list(newest.values_list("pk", flat=True)[:MOST_DEVICES])
        PushDevice.objects.filter(account=account).exclude(pk__in=kept).delete()
    return device


def _check_subscription(endpoint: str, key: str, secret: str) -> None:
    try:
        check_address(endpoint)
        is_right = len(key) <= LONGEST_KEY and len(secret) <= LONGEST_SECRET
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decode(key))
        if not is_right or len(decode(secret)) != SECRET_BYTES:
            raise ValueError
    except (ValueError, binascii.Error):
        raise Refused(_NOT_A_SUBSCRIPTION) from None


def decode(text: str) -> bytes:
    """The bytes of base64url without padding. Raises binascii.Error."""
    if not _BASE64URL.fullmatch(text):
        raise binascii.Error
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def remove_device(account: Account, device_id: int) -> None:
    """That browser shows nothing more. Raises PushDevice.DoesNotExist for one that is gone, or of another account."""
    PushDevice.objects.get(account=account, pk=device_id).delete()


def settings_of(account: Account) -> NotificationSettings:
    """What the owner has chosen; without a choice, all kinds at any hour."""
    found = NotificationSettings.objects.filter(account=account).first()
    return found if found is not None else NotificationSettings(account=account)


def choose(account: Account, push: Collection[str], quiet: tuple[time, time] | None, time_zone: str) -> None:
    """Push for these kinds alone, and none between two times of day in a zone. Raises Refused for an unknown zone."""
    if time_zone not in time_zones():
        raise Refused(Message(_("This time zone is not known.")), field="time_zone")
    begin, end = quiet if quiet is not None else (None, None)
    without = [source.kind for source in all_sources() if source.kind not in push]
    NotificationSettings.objects.update_or_create(
        account=account,
        defaults={"without_push": without, "quiet_from": begin, "quiet_to": end, "time_zone": time_zone},
    )


def is_quiet(chosen: NotificationSettings, now: datetime) -> bool:
    """Whether `now` is in the quiet hours; they may go over midnight, and their end is no part of them."""
    begin, end = chosen.quiet_from, chosen.quiet_to
    if begin is None or end is None or begin == end:
        return False
    here = now.astimezone(ZoneInfo(chosen.time_zone)).time()
    return begin <= here < end if begin < end else here >= begin or here < end
