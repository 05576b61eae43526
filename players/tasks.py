"""Work of this room that must happen: mail with one-time links."""

from __future__ import annotations

from django.conf import settings
from django.core.mail import send_mail
from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.utils.translation import override

from jobs import services as jobs
from players.models import Account
from players.services import one_time_link
from players.services.passwords import PASSWORD_MAIL


class MailFailed(Exception):
    """The mail did not leave. Says what went wrong without saying to whom it went."""


@jobs.handler(PASSWORD_MAIL)
def mail_password_link(subject: str) -> None:
    """Send the account with the id `subject` a one-time link. Sent twice, both links work until one is used."""
    account = Account.objects.filter(pk=int(subject), is_active=True).exclude(email="").first()
    if account is None:
        return
    with override(account.language or settings.LANGUAGE_CODE):
        text = render_to_string("players/mail/password.txt", {"account": account, "link": one_time_link(account).url})
        try:
            send_mail(_("A new password for Gipfel"), text, None, [account.email])
        except OSError as error:
            # The server's answer may quote the address, and failures are kept and shown.
            code = f" ({error.smtp_code})" if hasattr(error, "smtp_code") else ""
            raise MailFailed(f"{type(error).__name__}{code}") from None
