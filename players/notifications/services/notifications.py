"""Keeping what waits for accounts in step with what is so, and reading it.

A service that changed something asks, in its own transaction, that a thing be looked at (`ask_to_notify`). A worker
asks the source who has to know (`update_notifications`), and only what differs is written, in the scope of each
account. Pages of the account follow that scope.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import timedelta

from django.conf import settings
from django.core.signing import Signer
from django.db.models import QuerySet
from django.utils import timezone

from common.jobs import services as jobs
from common.journal import services as journal
from common.journal.models import Scope
from common.message_json import to_json
from common.secret_keys import is_signature
from players.models import Account, MailSubscription, Notification, NotificationSettings, PushDevice
from players.notifications.acts import ChangeNotifications, ReadNotifications
from players.notifications.sources import Wanted, find_source

NOTIFY = "notify"
"""The kind of job that looks at one thing. Its subject is the kind and the thing, "challenge:12"."""
PUSH = "push"
"""The kind of job that sends a notification to an account's devices. Its subject is its id and its state."""
MAIL = "mail-notification"
"""The kind of job that mails a notification. Its subject is as that of PUSH."""
BEFORE_MAIL = timedelta(minutes=10)
"""Who sees it meanwhile gets no mail."""
KEPT = timedelta(days=30)
"""How long what was read is shown."""
_CLEAN_EVERY = 3600.0


def ask_to_notify(kind: str, about: object) -> None:
    """Ask, in the caller's transaction, that those who have to know of a thing be told, and the others no longer."""
    jobs.request(NOTIFY, f"{kind}:{about}")


def update_notifications(kind: str, about: str) -> None:
    """Write what differs between who has to know of a thing now and who was told. It may be done twice."""
    source = find_source(kind)
    wanted = {} if source is None else {each.account: each for each in source.find(about)}
    stored = {row.account_id: row for row in Notification.objects.filter(kind=kind, about=about)}
    for account in stored.keys() - wanted.keys():
        _change(account, kind, about, None)
    for account, each in wanted.items():
        if account not in stored or stored[account].state != each.state:
            _change(account, kind, about, each)


def _change(account: int, kind: str, about: str, wanted: Wanted | None) -> None:
    """One account's notification of a thing: as `wanted`, or none."""
    try:
        _write(account, kind, about, wanted)
    except Scope.DoesNotExist:  # the first of this account
        journal.open_scope(scope_of(account), journal.SERVER)
        _write(account, kind, about, wanted)


def _write(account: int, kind: str, about: str, wanted: Wanted | None) -> None:
    with journal.commit(scope_of(account), None, ChangeNotifications, kind=kind):
        if wanted is None:
            Notification.objects.filter(account=account, kind=kind, about=about).delete()
            return
        values = {
            "state": wanted.state,
            "person_id": wanted.person,
            "message": to_json(wanted.message),
            "address": wanted.address,
            "at": timezone.now(),
            "until": wanted.until,
            "read_at": None,
        }
        made = Notification(account_id=account, kind=kind, about=about, **values)
        thing, told = ["account", "kind", "about"], [name.removesuffix("_id") for name in values]
        Notification.objects.bulk_create([made], update_conflicts=True, unique_fields=thing, update_fields=told)
        if PushDevice.objects.filter(account=account).exists():
            jobs.request(PUSH, f"{made.pk}:{wanted.state}")
        if settings.EMAIL_HOST and MailSubscription.objects.filter(account=account, kind=kind).exists():
            jobs.request_once_in(MAIL, f"{made.pk}:{wanted.state}", BEFORE_MAIL)


def still_waiting(subject: str) -> Notification | None:
    """The notification of a job about one, "45:12": None where it was read, or its thing is in another state."""
    number, _colon, state = subject.partition(":")
    rows = Notification.objects.select_related("account", "person__merged_into")
    return rows.filter(pk=int(number), state=state, read_at=None, until__gt=timezone.now()).first()


def open_notifications(account: Account) -> QuerySet[Notification]:
    """What waits for the account's owner and was not read."""
    return Notification.objects.filter(account=account, read_at=None, until__gt=timezone.now())


def read_notification(account: Account, notification_id: int) -> Notification:
    """Note that the owner has opened one. Raises Notification.DoesNotExist for one of another account."""
    found = Notification.objects.get(account=account, pk=notification_id)
    if found.read_at is None:
        _read(account, Notification.objects.filter(pk=found.pk))
    return found


def read_all(account: Account) -> None:
    """Note that the owner has seen what waits."""
    if open_notifications(account).exists():
        _read(account, open_notifications(account))


def _read(account: Account, rows: QuerySet[Notification]) -> None:
    with journal.commit(scope_of(account.pk), account, ReadNotifications):
        rows.update(read_at=timezone.now())


def forget_accounts(accounts: Collection[Account]) -> None:
    """Delete what waits for these accounts, and which of it changed when. Inside the act by which they go."""
    Notification.objects.filter(account__in=accounts).delete()
    PushDevice.objects.filter(account__in=accounts).delete()
    NotificationSettings.objects.filter(account__in=accounts).delete()
    Scope.objects.filter(key__in=[scope_of(account.pk) for account in accounts]).delete()


def scope_of(account_id: int) -> str:
    """The key of the scope in which the notifications of an account change."""
    return f"notifications:{account_id}"


def bell_token(account_id: int) -> str:
    """Part of the address at which the pages of an account learn that something waits."""
    return Signer(salt="notifications").signature(str(account_id))


def is_bell_token(account_id: int, token: str) -> bool:
    """Whether it is that of this account."""
    return is_signature(Signer(salt="notifications"), str(account_id), token)


@jobs.every(_CLEAN_EVERY)
def delete_old_notifications() -> None:
    """What is too late, and what was read long ago, goes."""
    now = timezone.now()
    Notification.objects.filter(until__lte=now - KEPT).delete()
    Notification.objects.filter(read_at__lte=now - KEPT).delete()
