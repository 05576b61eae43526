"""Mail that an account's owner asks for, kind by kind, and ends with one click (RFC 8058).

An app registers the kinds of mail that it sends. Other mail, about the safety of an account, cannot be switched off.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass

from django.core.signing import BadSignature, Signer
from django.db import transaction
from django.db.models import QuerySet

from gipf_engine.messages import Message, Refused
from gipf_engine.messages import gettext_noop as _
from players.models import Account, MailSubscription
from players.notifications.sources import all_sources

_SALT = "mail"


@dataclass(frozen=True)
class MailKind:
    """A kind of mail. `label` and `help` are marked for the catalogs; it is offered to those whom it may concern."""

    key: str
    label: str
    help: str
    is_offered: Callable[[Account], bool]


_kinds: dict[str, MailKind] = {}


def register_mail(kind: MailKind) -> MailKind:
    """From now on, accounts can ask for this kind of mail."""
    if kind.key in _kinds:
        raise ValueError(f"two kinds of mail called {kind.key}")
    _kinds[kind.key] = kind
    return kind


def _all_kinds() -> dict[str, MailKind]:
    """Those that apps have registered, and one for each kind of notification that has no mail of its own."""
    of_notifications = [source for source in all_sources() if source.has_mail]
    found = {each.kind: MailKind(each.kind, each.label, each.help, lambda _account: True) for each in of_notifications}
    return _kinds | found


def mail_of(kind: str) -> MailKind | None:
    """The kind of mail that is called so."""
    return _all_kinds().get(kind)


def offered_mail(account: Account) -> list[MailKind]:
    """The kinds of mail that `account` can choose."""
    return [kind for kind in _all_kinds().values() if kind.is_offered(account)]


def chosen_mail(account: Account) -> frozenset[str]:
    """The keys of the kinds that `account` gets."""
    return frozenset(MailSubscription.objects.filter(account=account).values_list("kind", flat=True))


@transaction.atomic
def choose_mail(account: Account, choices: Mapping[str, bool]) -> None:
    """Turn kinds of mail on or off; those that `choices` does not name stay. Refused for one that is not offered."""
    offered = {kind.key for kind in offered_mail(account)}
    if not offered.issuperset(choices):
        raise Refused(Message(_("Your account does not get this mail.")))
    wanted = [key for key, is_wanted in choices.items() if is_wanted]
    rows = [MailSubscription(account=account, kind=key) for key in wanted]
    MailSubscription.objects.filter(account=account, kind__in=choices).exclude(kind__in=wanted).delete()
    MailSubscription.objects.bulk_create(rows, ignore_conflicts=True)


def subscribers(kind: MailKind) -> QuerySet[Account]:
    """The accounts that get mail of this kind: they asked for it, have an address, and are not switched off."""
    return Account.objects.filter(mail_subscriptions__kind=kind.key, is_active=True).exclude(email="")


def unsubscribe_token(account: Account, kind: MailKind) -> str:
    """What the link of a mail ends in."""
    return Signer(salt=_SALT).sign(f"{account.pk}:{kind.key}")


def read_token(token: str) -> tuple[int, MailKind] | None:
    """Of which account and kind the mail was; None for a token that was made up."""
    try:
        account_id, _colon, key = Signer(salt=_SALT).unsign(token).partition(":")
        return int(account_id), _all_kinds()[key]
    except (BadSignature, ValueError, KeyError):
        return None


def unsubscribe(account_id: int, kind: MailKind) -> None:
    """Turn this kind of mail off, for anyone who has the link of a mail."""
    MailSubscription.objects.filter(account=account_id, kind=kind.key).delete()


def drop_subscriptions(accounts: Collection[Account]) -> None:
    """These accounts get no mail of any kind."""
    MailSubscription.objects.filter(account__in=accounts).delete()
