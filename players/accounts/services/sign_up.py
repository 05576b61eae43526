"""Accounts that visitors make for themselves, where the server allows it (settings.SIGN_UP).

Such an account belongs to no club: administrators look after it, and no approved club vouches for its owner, so that
games without an event do not count in the lists of the whole server (`ratings.arranged`).
"""

from __future__ import annotations

import secrets

from django.conf import settings
from django.contrib.auth.hashers import make_password
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from common.jobs import services as jobs
from common.journal import services as journal
from common.secret_keys import digest_of
from gipf_engine.messages import Message, Refused
from gipf_engine.messages import gettext_noop as _
from players.accounts.acts import SignUpAlone
from players.accounts.queries import has_no_accounts
from players.accounts.services.accounts import add_account, free_username
from players.accounts.services.passkeys import keep_passkey, read_new_passkey
from players.accounts.services.passwords import PASSWORD_MAIL
from players.models import Account, SignUp
from players.models.joining import SIGN_UP_OPEN_FOR
from players.people.services.people import add_own_person

SIGN_UP_MAIL = "sign-up-mail"
DEAD_LINK = Message(_("This link no longer works. Ask for a new one."))


def ask_sign_up_mail(*, name: str, email: str, language: str) -> None:
    """Send a link to an account of one's own to `email`; to the owner of an account with it, one to a new password.

    The answer is the same for both, so that no one learns whose address is known. A second request replaces the first.
    """
    _need_allowed()
    if not settings.EMAIL_HOST:
        raise Refused(Message(_("This server sends no mail.")), field="email")
    known = Account.objects.filter(email__iexact=email, is_active=True).first()
    with transaction.atomic():
        SignUp.objects.filter(email__iexact=email).delete()
        if known is not None:
            jobs.request(PASSWORD_MAIL, str(known.pk))
            return
        asked = SignUp.objects.create(name=name, email=email, language=language, made_at=timezone.now())
        jobs.request(SIGN_UP_MAIL, str(asked.pk))


def new_link_secret(asked: SignUp) -> str:
    """The secret of the link that a mail is about to carry; that of a mail before works no more."""
    secret = secrets.token_urlsafe(24)
    SignUp.objects.filter(pk=asked.pk).update(digest=digest_of(secret))
    return secret


def find_sign_up(secret: str) -> SignUp | None:
    """What was asked with the link that has `secret`; None where it is used, too old, or never was."""
    return open_sign_ups().filter(digest=digest_of(secret)).first()


def open_sign_ups() -> QuerySet[SignUp]:
    """Those whose link still works."""
    return SignUp.objects.filter(made_at__gt=timezone.now() - SIGN_UP_OPEN_FOR)


def expired_sign_ups() -> QuerySet[SignUp]:
    """Those whose link works no more."""
    return SignUp.objects.filter(made_at__lte=timezone.now() - SIGN_UP_OPEN_FOR)


def sign_up_by_mail(secret: str, password: str) -> Account:
    """The account of who followed the link in a mail. Raises Refused where it no longer works."""
    _need_allowed()
    sealed = make_password(password)  # slow by design, so not under the lock
    with journal.commit(journal.SERVER, None, SignUpAlone) as act:
        asked = find_sign_up(secret)
        if asked is None:
            raise Refused(DEAD_LINK)
        account = _add_own_account(asked.name, asked.language, email=asked.email)
        account.password = sealed
        account.save(update_fields=["password"])
        asked.delete()
        act.data |= {"account": account.pk, "person": account.person_id}
    return account


def sign_up_by_passkey(*, name: str, language: str, label: str, answer: str, challenge: bytes | None) -> Account:
    """The account of who answered `challenge` with a new passkey. It has no password and no address. Raises Refused."""
    _need_allowed()
    made = read_new_passkey(answer, challenge)
    with journal.commit(journal.SERVER, None, SignUpAlone) as act:
        account = _add_own_account(name, language)
        keep_passkey(account, label, made)
        act.data |= {"account": account.pk, "person": account.person_id}
    return account


def _add_own_account(name: str, language: str, *, email: str = "") -> Account:
    person = add_own_person(name)
    account = add_account(username=free_username(person.name), email=email)
    account.person, account.language = person, language
    account.save(update_fields=["person", "language"])
    return account


def _need_allowed() -> None:
    if not settings.SIGN_UP or has_no_accounts():  # the first account is its administrator's
        raise Refused(Message(_("Ask an organiser of your club for an account.")))
