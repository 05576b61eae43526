"""Mail to the owner of an account, sent by a worker."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from django.conf import settings
from django.core.mail import EmailMessage
from django.template.loader import render_to_string
from django.urls import reverse

from players.accounts.services.subscriptions import MailKind, subscribers, unsubscribe_token
from players.models import Account


class MailFailed(Exception):
    """The mail did not leave. Says what went wrong without saying to whom it went."""


def reader_of_mail(account_id: int) -> Account | None:
    """The account, if it can read mail: it has an address and is not switched off."""
    return Account.objects.filter(pk=account_id, is_active=True).exclude(email="").first()


class Addressed(Protocol):
    """Who has a mail address: an account, or who asks for one."""

    email: str


def send_mail_to(
    account: Addressed,
    title: str,
    template: str,
    context: Mapping[str, object],
    headers: Mapping[str, str] | None = None,
) -> None:
    """Send a mail that a template writes, in the language that is active. Raises `MailFailed`."""
    text = render_to_string(template, {**context, "base": settings.BASE_URL})
    try:
        EmailMessage(title, text, None, [account.email], headers=dict(headers or {})).send()
    except OSError as error:
        # The server's answer may quote the address, and failures are kept and shown.
        code = f" ({error.smtp_code})" if hasattr(error, "smtp_code") else ""
        raise MailFailed(f"{type(error).__name__}{code}") from None


def subscriber(account_id: int, kind: MailKind) -> Account | None:
    """The account, if it still gets mail of this kind."""
    return subscribers(kind).filter(pk=account_id).first()


def send_subscribed_mail(
    account: Account, kind: MailKind, title: str, template: str, context: Mapping[str, object]
) -> None:
    """`send_mail_to` for mail that one asked for: its template shows the link `unsubscribe`, and programs know it."""
    link = f"{settings.BASE_URL}{reverse('mail-unsubscribe', args=[unsubscribe_token(account, kind)])}"
    headers = {"List-Unsubscribe": f"<{link}>", "List-Unsubscribe-Post": "List-Unsubscribe=One-Click"}
    send_mail_to(account, title, template, {**context, "unsubscribe": link}, headers)
