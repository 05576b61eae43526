"""Passwords, and the one-time link by which a person chooses one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.contrib.auth.hashers import make_password
from django.contrib.auth.tokens import PasswordResetTokenGenerator
from django.urls import reverse
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode

from common.jobs import services as jobs
from common.journal import services as journal
from gipf_engine.messages import Message, Refused
from gipf_engine.messages import gettext_noop as _
from players.accounts.acts import MakePasswordLink, SetPassword
from players.accounts.services.notices import Notice, notify
from players.accounts.services.passkeys import remove_passkeys
from players.accounts.services.sessions import end_sessions, forget_devices
from players.core import limits
from players.core.rate_limit import TooMany
from players.models import Account, ApiToken
from players.people.services.people import act_on_account
from players.permissions import require_account

PASSWORD_MAIL = "password-mail"  # noqa: S105  a kind of job


class LinkTokens(PasswordResetTokenGenerator):
    """Tokens that are dead once the password, the address or the club that looks after the account is another one."""

    def _make_hash_value(self, user: Any, timestamp: int) -> str:
        return f"{super()._make_hash_value(user, timestamp)}{user.home_id}"


link_tokens = LinkTokens()


@dataclass(frozen=True)
class OneTimeLink:
    """What proves that its bearer may choose a new password: valid for a day, dead once used."""

    account: Account
    uid: str
    token: str

    @property
    def url(self) -> str:
        """The whole address, as it is handed over or mailed."""
        return settings.BASE_URL + reverse("password-link", args=[self.uid, self.token])


def one_time_link(account: Account) -> OneTimeLink:
    """The link itself, for a service that has checked who asks."""
    uid = urlsafe_base64_encode(force_bytes(account.pk))
    return OneTimeLink(account, uid, link_tokens.make_token(account))


def password_link(*, actor: Account, account_id: int) -> OneTimeLink:
    """A link by which the owner of the account chooses a new password. The old one works until then."""
    with act_on_account(account_id, actor, MakePasswordLink) as account:
        require_account(actor, account)
        _refuse_switched_off(account)
        return one_time_link(account)


def set_password(account: Account, password: str, *, keep_keys: bool = False, keep_passkeys: bool = False) -> int:
    """Keep a new password, and end every session of the account; how many keys to the API are removed with it.

    Another person who knew the old password may have made a key or a passkey, and used the account from elsewhere:
    unless `keep_keys` and `keep_passkeys`, all of them are removed, and no browser counts as known any more.
    """
    sealed = make_password(password)
    is_first = not account.has_usable_password()
    with journal.commit(journal.SERVER, account, SetPassword) as act:
        account.password = sealed
        account.save(update_fields=["password"])
        end_sessions([account])
        forget_devices(account)
        keys = 0 if keep_keys else ApiToken.objects.filter(account=account).delete()[0]
        passkeys = 0 if keep_passkeys else remove_passkeys(account)
        act.data |= {"keys_removed": keys, "passkeys_removed": passkeys}
        if not is_first:
            notify(account, Notice.PASSWORD)
    return keys


def ask_password_mail(email: str) -> None:
    """Send a one-time link to the account with this address, if there is one; no one is told which.

    A worker sends it, so that the answer takes as long for a stranger's address as for a known one.
    """
    if not settings.EMAIL_HOST:
        raise Refused(Message(_("This server sends no mail. Ask your organiser for a one-time link.")))
    account = Account.objects.filter(email__iexact=email.strip(), is_active=True).first() if email.strip() else None
    if account is not None:
        jobs.request(PASSWORD_MAIL, str(account.pk))


def send_first_link(account: Account, *, sender: Account) -> bool:
    """Ask, in the caller's transaction, for mail by which the owner of a new account chooses a password.

    Whether it will leave: an address gets few such mails an hour, and `sender`, who approved it, causes no flood.
    """
    if not account.email or not settings.EMAIL_HOST:
        return False
    try:
        limits.MAIL_BY_SENDER.take(str(sender.pk))
        limits.MAIL_BY_RECIPIENT.take(account.email.casefold())
    except TooMany:
        return False
    jobs.request(PASSWORD_MAIL, str(account.pk))
    return True


def operators_link(username: str) -> OneTimeLink:
    """A one-time link for the operator, at the machine itself. Raises Account.DoesNotExist."""
    account_id = Account.objects.get(username__iexact=username).pk
    with act_on_account(account_id, None, MakePasswordLink) as account:
        _refuse_switched_off(account)
        return one_time_link(account)


def _refuse_switched_off(account: Account) -> None:
    if not account.is_active:
        raise Refused(Message(_("This account is switched off.")))
