"""Jobs of this app: mail with one-time links, mail about the safety of an account."""

from __future__ import annotations

from django.conf import settings
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, override

from common.jobs import services as jobs
from common.jobs.queries import find
from common.jobs.queues import Queue
from common.translation import translate_message
from players.accounts.mailing import reader_of_mail, send_mail_to, send_subscribed_mail, subscriber
from players.accounts.services.notices import NOTICE, Notice
from players.accounts.services.passwords import PASSWORD_MAIL, one_time_link
from players.accounts.services.sign_up import SIGN_UP_MAIL, expired_sign_ups, new_link_secret, open_sign_ups
from players.accounts.services.subscriptions import mail_of
from players.guardians.services import GUARDIAN_MAIL, delete_old_consents, name_of_minor
from players.guardians.services import new_link_secret as new_guardian_secret
from players.joining.services import delete_expired_requests, expired_requests
from players.models import Account, GuardianConsent, KnownDevice
from players.models.guardians import ASKED_FOR
from players.notifications import push
from players.notifications.queries import show
from players.notifications.services.devices import is_quiet, settings_of
from players.notifications.services.notifications import MAIL, NOTIFY, PUSH, still_waiting, update_notifications

EXPIRE, ALL = "expire-joins", "server"
_SECONDS_BETWEEN_LOOKS = 600.0


@jobs.handler(PASSWORD_MAIL, label=gettext_noop("Mail with a one-time link"), queue=Queue.MAIL)
def mail_password_link(subject: str) -> None:
    """Send the account with the id `subject` a one-time link. Sent twice, both links work until one is used."""
    account = reader_of_mail(int(subject))
    if account is None:
        return
    with override(account.language or settings.LANGUAGE_CODE):
        context = {"account": account, "link": one_time_link(account).url}
        send_mail_to(account, _("A new password for Gipfel"), "players/accounts/mail/password.txt", context)


@jobs.handler(SIGN_UP_MAIL, label=gettext_noop("Mail with a link to a new account"), queue=Queue.MAIL)
def mail_sign_up(subject: str) -> None:
    """Send the sign-up with the id `subject` its link. Sent twice, the later link works."""
    asked = open_sign_ups().filter(pk=int(subject)).first()
    if asked is None:
        return
    with override(asked.language or settings.LANGUAGE_CODE):
        link = settings.BASE_URL + reverse("sign-up-link", args=[new_link_secret(asked)])
        context = {"asked": asked, "link": link}
        send_mail_to(asked, _("Your account for Gipfel"), "players/accounts/mail/sign-up.txt", context)


@jobs.handler(GUARDIAN_MAIL, label=gettext_noop("Mail to a guardian"), queue=Queue.MAIL)
def mail_guardian(subject: str) -> None:
    """Ask the guardian of the consent with the id `subject`. Sent twice, the later link works."""
    asked = GuardianConsent.objects.select_related("club", "person", "request__person").filter(pk=int(subject)).first()
    if asked is None or not asked.email or asked.answers.exists():
        return
    with override(asked.language or settings.LANGUAGE_CODE):
        link = settings.BASE_URL + reverse("guardian", args=[new_guardian_secret(asked)])
        context = {"asked": asked, "name": name_of_minor(asked), "link": link, "days": ASKED_FOR.days}
        send_mail_to(asked, _("Your consent is needed"), "players/guardians/mail.txt", context)


@jobs.every(3600)
def forget_guardians_of_adults() -> None:
    """Delete what guardians were asked and is no longer needed."""
    delete_old_consents()


@jobs.every(_SECONDS_BETWEEN_LOOKS)
def ask_for_expiry() -> None:
    """Ask for the deletion of requests to join, and of sign-ups, that have waited too long."""
    if (expired_requests().exists() or expired_sign_ups().exists()) and find(EXPIRE, ALL) is None:
        jobs.request(EXPIRE, ALL)


@jobs.handler(EXPIRE, label=gettext_noop("Deletion of unanswered requests to join"))
def expire_join_requests(subject: str) -> None:
    """Delete requests to join and sign-ups that have waited too long. `subject` is always the same."""
    delete_expired_requests()
    expired_sign_ups().delete()


@jobs.handler(NOTICE, label=gettext_noop("Mail about the safety of an account"), queue=Queue.MAIL)
def mail_notice(subject: str) -> None:
    """Tell the owner of an account what happened: `subject` is "account:notice:about" (accounts.services.notices)."""
    number, what, about = subject.split(":")
    account = reader_of_mail(int(number))
    if account is None:
        return
    with override(account.language or settings.LANGUAGE_CODE):
        if what == Notice.SIGN_IN:
            _mail_sign_in(account, int(about))
        else:
            title = _title(Notice(what))
            send_mail_to(account, title, "players/accounts/mail/changed.txt", {"account": account, "what": title})


def _mail_sign_in(account: Account, device_id: int) -> None:
    device = KnownDevice.objects.filter(pk=device_id, account=account).first()
    if device is None:  # forgotten meanwhile, and with it what there was to tell
        return
    context = {"account": account, "device": device}
    send_mail_to(account, _("A new sign-in to Gipfel"), "players/accounts/mail/sign-in.txt", context)


def _title(notice: Notice) -> str:
    titles = {
        Notice.PASSWORD: _("The password of your account was changed"),
        Notice.SECOND_FACTOR_ON: _("Two-factor sign-in of your account was switched on"),
        Notice.SECOND_FACTOR_OFF: _("Two-factor sign-in of your account was switched off"),
        Notice.PASSKEY_ADDED: _("A passkey was added to your account"),
        Notice.PASSKEY_REMOVED: _("A passkey of your account was removed"),
    }
    return titles[notice]


@jobs.handler(NOTIFY, label=gettext_noop("Notifications"))
def notify_accounts(subject: str) -> None:
    """Tell those who have to know of a thing: `subject` is its kind and the thing, "challenge:12"."""
    kind, _colon, about = subject.partition(":")
    update_notifications(kind, about)


@jobs.handler(PUSH, label=gettext_noop("Notifications on devices"), queue=Queue.MAIL)
def push_notification(subject: str) -> None:
    """Send a notification to its owner's devices. `subject` is its id and the state that it had, "45:12"."""
    row = still_waiting(subject)
    if row is None:
        return
    chosen = settings_of(row.account)
    if row.kind in chosen.without_push or is_quiet(chosen, timezone.now()):
        return
    shown = show(row)
    if shown is None:
        return
    with override(row.account.language or settings.LANGUAGE_CODE):
        address = f"{settings.BASE_URL}{reverse('notification', args=[row.pk])}"
        message = {"title": _(shown.label), "body": translate_message(shown.message), "address": address}
    for device in row.account.push_devices.all():
        if not push.send(device, message | {"tag": f"{row.kind}:{row.about}"}):
            device.delete()


@jobs.handler(MAIL, label=gettext_noop("Mail about a notification"), queue=Queue.MAIL)
def mail_notification(subject: str) -> None:
    """Mail a notification that still waits. `subject` is its id and the state that it had, "45:12"."""
    row = still_waiting(subject)
    kind = mail_of(row.kind) if row is not None else None
    account = subscriber(row.account_id, kind) if row is not None and kind is not None else None
    shown = show(row) if row is not None else None
    if row is None or kind is None or account is None or shown is None:
        return
    with override(account.language or settings.LANGUAGE_CODE):
        title = translate_message(shown.message)
        context = {"text": title, "path": reverse("notification", args=[row.pk])}
        send_subscribed_mail(account, kind, title, "players/notifications/mail.txt", context)
