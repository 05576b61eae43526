"""Passkeys of an account: added, used, removed. One of them signs in by itself, as password and code do together."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import transaction
from django.utils import timezone

from common.journal import services as journal
from gipf_engine.messages import Message, Refused
from gipf_engine.messages import gettext_noop as _
from players.accounts.acts import AddPasskey, RemovePasskey
from players.accounts.services.notices import Notice, notify
from players.models import Account, Passkey
from players.models.sign_in import LONGEST_NAME

if TYPE_CHECKING:
    from players.accounts.passkeys import NewKey

MOST_PASSKEYS = 20


def add_passkey(account: Account, *, name: str, answer: str, challenge: bytes | None) -> Passkey:
    """A further passkey of `account`: the browser's `answer` to `challenge`, which was asked once (None: never)."""
    made = read_new_passkey(answer, challenge)
    label = " ".join(name.split())
    if not label or len(label) > LONGEST_NAME or not label.isprintable():
        message = Message(_("A passkey is called something of 1 to %(longest)s characters."), {"longest": LONGEST_NAME})
        raise Refused(message, field="name")
    with journal.commit(journal.SERVER, account, AddPasskey) as act:
        if account.passkeys.count() >= MOST_PASSKEYS:
            message = Message(_("An account has at most %(most)s passkeys. Remove one first."), {"most": MOST_PASSKEYS})
            raise Refused(message)
        passkey = keep_passkey(account, label, made)
        act.data["passkey"] = passkey.pk
        notify(account, Notice.PASSKEY_ADDED, passkey.pk)
    return passkey


def read_new_passkey(answer: str, challenge: bytes | None) -> NewKey:
    """The new passkey that a browser's answer brings. Raises Refused."""
    from players.accounts import passkeys  # loads a library that few requests need

    try:
        return passkeys.read_new(answer, challenge)
    except passkeys.BadAnswer:
        raise Refused(Message(_("This passkey was not accepted. Try again."))) from None


def keep_passkey(account: Account, label: str, made: NewKey) -> Passkey:
    """The row of a new passkey, for a service that has its act open. Raises Refused where an account has it."""
    if Passkey.objects.filter(credential=made.credential).exists():
        raise Refused(Message(_("This passkey was added already.")))
    return Passkey.objects.create(account=account, name=label, made_at=timezone.now(), **made._asdict())


def check_passkey(answer: str, challenge: bytes | None, owner: Account | None = None) -> Account | None:
    """Whose passkey gave `answer` to `challenge`, asked once; None where it does not hold, or is not `owner`'s.

    Of two answers at the same moment that say the same count one succeeds: the database compares and sets in one step.
    """
    from players.accounts import passkeys  # loads a library that few requests need

    try:
        read = passkeys.read(answer)
        passkey = Passkey.objects.select_related("account").filter(credential=read.id, account__is_active=True).first()
        if passkey is None or owner not in (None, passkey.account):
            return None
        count = passkeys.verify(passkey, read, challenge)
    except passkeys.BadAnswer:
        return None
    with transaction.atomic():  # on SQLite only transactions wait in a queue
        rows = Passkey.objects.filter(pk=passkey.pk, sign_count=passkey.sign_count)
        return passkey.account if rows.update(sign_count=count, used_at=timezone.now()) else None


def remove_passkey(account: Account, passkey_id: int) -> None:
    """From now on it signs no one in. Raises Passkey.DoesNotExist for one of another account."""
    with journal.commit(journal.SERVER, account, RemovePasskey, passkey=passkey_id):
        Passkey.objects.get(pk=passkey_id, account=account).delete()
        notify(account, Notice.PASSKEY_REMOVED, passkey_id)


def remove_passkeys(account: Account) -> int:
    """Take all of them away, for a service that has its act open; how many there were."""
    return Passkey.objects.filter(account=account).delete()[0]
