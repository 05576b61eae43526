"""Mails of an event, and its webhooks: added, changed, delivered."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Collection, Sequence
from datetime import datetime, timedelta

from django.conf import settings
from django.db import models, transaction
from django.db.models import Q
from django.utils import timezone

from common.encryption import decrypt, encrypt
from common.jobs import services as jobs
from common.outbound import NotSent, PostReply, check_address, post
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from players.models import Account
from players.permissions import require
from players.roles import Permission
from tournaments.core.errors import EventRefused
from tournaments.core.queries.events import PUBLIC
from tournaments.core.services.base import DELIVER, event_act, subject_of, write_messages
from tournaments.core.webhooks import HAPPENINGS, TEST, make_headers, new_secret, pause_after, rest_after
from tournaments.models import Event, EventMail, Webhook, WebhookMessage
from tournaments.notices.acts import (
    AddWebhook,
    ChangeWebhook,
    DisableWebhook,
    EnableWebhook,
    RemoveWebhook,
    RotateWebhookSecret,
)
from tournaments.notices.chat_messages import body_to_send

# --- mail about events goes out once: what it tells is noted before it leaves -----------------------------


def send_news(account: Account, event_id: int, about: str, news: Collection[str], send: Callable[[], None]) -> None:
    """Call `send` where the last mail about this did not tell all of `news`.

    The note is committed first: where a worker is killed while the mail leaves, there is no second one, and at worst
    none. Where `send` raises, the note is as before, and the job that calls this sends it later.
    """
    with transaction.atomic():
        EventMail.objects.bulk_create(
            [EventMail(account=account, event_id=event_id, about=about, at=timezone.now())], ignore_conflicts=True
        )
        note = EventMail.objects.select_for_update().get(account=account, event=event_id, about=about)
        before = list(note.told)
        if set(before).issuperset(news):
            return
        _note_mail(note, news)
    try:
        send()
    except Exception:
        _note_mail(note, before)
        raise


def _note_mail(note: EventMail, news: Collection[str]) -> None:
    note.told, note.at = list(news), timezone.now()
    note.save(update_fields=["told", "at"])


# --- sending what waits for webhooks ----------------------------------------------------------------------
# The work of workers. A message may be sent twice, with the same id, and never lost.
#
# A message that fails is tried again after pauses that grow (`tournaments.core.webhooks.PAUSES`) and then given up;
# with that the webhook is turned off and the one who made it is told. An address that fails is left alone for a while,
# so that one that does not answer costs workers at most one attempt in `LONGEST_REST`.


OFF_MAIL = "webhook-off-mail"
"""The kind of job that mails that a webhook was turned off. Its subject is like that of `DELIVER`."""
PORTION_SECONDS = 20.0
"""So long a job sends before it lets others have their turn; with one attempt more it is within its lease."""
KEPT = timedelta(days=30)
"""How long messages that are delivered or given up are shown."""
LONGEST_ANSWER = 300
GONE = 410
_State = WebhookMessage.State
_LOOK_EVERY, _CLEAN_EVERY = 5.0, 3600.0


def deliver_waiting(webhook_id: int) -> None:
    """Send what is due, in the order in which it happened, up to the first failure or for `PORTION_SECONDS`."""
    webhook = Webhook.objects.select_related("event").filter(pk=webhook_id, disabled="").first()
    if webhook is None or _is_resting(webhook, timezone.now()):
        return
    secrets = _secrets(webhook)
    if not secrets:  # SECRET_KEY was changed: no one could check a signature
        _turn_off(webhook, Webhook.Disabled.FAILING)
        return
    began = time.monotonic()
    for message in _due().filter(webhook=webhook).order_by("pk"):
        if time.monotonic() - began > PORTION_SECONDS:
            jobs.request(DELIVER, subject_of(webhook))
            return
        if not _attempt(webhook, secrets, message):
            return


def _secrets(webhook: Webhook) -> list[str]:
    """With what its messages are signed, the present secret first; nothing where that one cannot be read."""
    secret = decrypt(PURPOSE, webhook.secret)
    if secret is None:
        return []
    is_former = webhook.former_until is not None and webhook.former_until > timezone.now()
    former = decrypt(PURPOSE, webhook.former_secret) if is_former else None
    return [secret] if former is None else [secret, former]


def _due() -> models.QuerySet[WebhookMessage]:
    return WebhookMessage.objects.filter(state=_State.WAITING, next_at__lte=timezone.now())


def _is_resting(webhook: Webhook, now: datetime) -> bool:
    return webhook.rests_until is not None and webhook.rests_until > now


def _attempt(webhook: Webhook, secrets: Sequence[str], message: WebhookMessage) -> bool:
    """Send a message once and note what came of it; whether it was delivered. What is not public any more stays."""
    told_of = json.loads(message.body)["data"]["event"]
    if message.kind != TEST and not Event.objects.filter(pk=told_of, state__in=PUBLIC).exists():
        WebhookMessage.objects.filter(pk=message.pk).update(state=_State.GIVEN_UP, failure="withdrawn")
        return True
    body = body_to_send(webhook, message)
    headers = make_headers(secrets, message.message_id, timezone.now(), body)
    try:
        answer, failure = post(webhook.address, body.encode(), headers), ""
    except NotSent as error:
        answer, failure = None, error.why
    return _note(webhook, message, answer, failure)


def _note(webhook: Webhook, message: WebhookMessage, answer: PostReply | None, failure: str) -> bool:
    """Store what came of an attempt."""
    now, is_done = timezone.now(), answer is not None and answer.is_success
    message.attempts += 1
    message.last_at, message.failure = now, failure
    message.status = answer.status if answer is not None else None
    message.answer = _readable(answer.body) if answer is not None else ""
    pause = None if is_done else pause_after(message.attempts)
    if is_done:
        message.state = _State.DELIVERED
    elif pause is None:
        message.state = _State.GIVEN_UP
    else:
        asked = timedelta(seconds=answer.retry_after or 0) if answer is not None else timedelta()
        message.next_at = now + max(pause, asked)
    with transaction.atomic():
        if not WebhookMessage.objects.filter(pk=message.pk).exists():
            return is_done  # the webhook was removed meanwhile
        message.save()
        _note_health(webhook, now, is_done=is_done)
    if answer is not None and answer.status == GONE:
        _turn_off(webhook, Webhook.Disabled.GONE)
    elif message.state == _State.GIVEN_UP:
        _turn_off(webhook, Webhook.Disabled.FAILING)
    return is_done


def _note_health(webhook: Webhook, now: datetime, *, is_done: bool) -> None:
    webhook.failures = 0 if is_done else webhook.failures + 1
    webhook.failing_since = None if is_done else webhook.failing_since or now
    webhook.rests_until = None if is_done else now + rest_after(webhook.failures)
    webhook.save(update_fields=["failures", "failing_since", "rests_until"])


def _readable(body: bytes) -> str:
    """The beginning of an answer as text that a database can hold."""
    return body.decode(errors="replace").replace("\x00", "\N{REPLACEMENT CHARACTER}")[:LONGEST_ANSWER]


def _turn_off(webhook: Webhook, why: Webhook.Disabled) -> None:
    """Tell it nothing more, give up what waits, and say so in the journal, at the desk and by mail."""
    with event_act(webhook.event_id, None, DisableWebhook, webhook=webhook.pk):
        if not Webhook.objects.filter(pk=webhook.pk, disabled="").update(disabled=why):
            return
        WebhookMessage.objects.filter(webhook=webhook, state=_State.WAITING).update(state=_State.GIVEN_UP)
        if settings.EMAIL_HOST:
            jobs.request(OFF_MAIL, subject_of(webhook))


@jobs.every(_LOOK_EVERY)
def look_what_is_due() -> None:
    """Ask for the delivery of messages whose time has come."""
    now = timezone.now()
    awake = Q(webhook__rests_until=None) | Q(webhook__rests_until__lte=now)
    due = _due().filter(awake, webhook__disabled="").select_related("webhook")
    jobs.request_many(DELIVER, {subject_of(message.webhook) for message in due.distinct()[: jobs.PORTION]})


@jobs.every(_CLEAN_EVERY)
def delete_old_messages() -> None:
    """Messages that are over are forgotten after a while, with what was answered."""
    WebhookMessage.objects.exclude(state=_State.WAITING).filter(made_at__lt=timezone.now() - KEPT).delete()


# --- webhooks of an event, as its organisers keep them ----------------------------------------------------


MOST_WEBHOOKS = 5
PURPOSE = "tournaments.webhook"
"""What secrets of webhooks are encrypted for."""
BOTH_SIGN = timedelta(days=1)
"""How long messages are signed with the former secret too, so that a program can change to the new one meanwhile."""


def add_webhook(
    event_id: int,
    actor: Account,
    address: str,
    happenings: Collection[str],
    receiver: str = Webhook.Receiver.PROGRAM,
    *,
    for_club: bool = False,
) -> tuple[Webhook, str]:
    """Let `address` be told of these happenings from now on. The second value is its secret, which is told this once.
    With `for_club` it is told of all events of the club; that takes the permission in the whole club.

    Raises NotAllowed and EventRefused.
    """
    address, chosen = _check_webhook(address, happenings)
    secret = new_secret()
    with event_act(event_id, actor, AddWebhook) as doing:
        if for_club:
            require(actor, Permission.EDIT_EVENT, doing.event.club.scope)
        if Webhook.objects.filter(event=doing.event).count() >= MOST_WEBHOOKS:
            message = _("An event has at most %(most)d webhooks: remove one first.")
            raise EventRefused(Message(message, {"most": MOST_WEBHOOKS}))
        webhook = Webhook.objects.create(
            event=doing.event,
            address=address,
            receiver=receiver,
            for_club=for_club,
            happenings=chosen,
            secret=encrypt(PURPOSE, secret),
            made_by=actor.pk,
            made_at=timezone.now(),
        )
        doing.note(webhook=webhook.pk)
    return webhook, secret


def _check_webhook(address: str, happenings: Collection[str]) -> tuple[str, list[str]]:
    """The address, and the happenings in the order of their table. Raises EventRefused."""
    address = address.strip()
    try:
        check_address(address)
    except ValueError:
        message = _("A webhook needs a public https:// address without a password.")
        raise EventRefused(Message(message), field="address") from None
    chosen = [each for each in HAPPENINGS if each in happenings]
    if not chosen or len(chosen) < len(set(happenings)):
        raise EventRefused(Message(_("Choose at least one event for the webhook.")), field="happenings")
    return address, chosen


def change_webhook(
    event_id: int,
    actor: Account,
    webhook_id: int,
    address: str | None = None,
    happenings: Collection[str] | None = None,
) -> Webhook:
    """Tell it of other happenings, or at another address (None: as it is). Its secret stays, and so does what waits.

    Raises NotAllowed, EventRefused and Webhook.DoesNotExist.
    """
    with event_act(event_id, actor, ChangeWebhook, webhook=webhook_id) as doing:
        webhook = Webhook.objects.get(event=doing.event, pk=webhook_id)
        wanted = webhook.happenings if happenings is None else happenings
        webhook.address, webhook.happenings = _check_webhook(webhook.address if address is None else address, wanted)
        webhook.save(update_fields=["address", "happenings"])
    return webhook


def rotate_secret(event_id: int, actor: Account, webhook_id: int) -> str:
    """Give it another secret, which is told this once. For `BOTH_SIGN` the former one signs messages too.

    Raises NotAllowed and Webhook.DoesNotExist.
    """
    secret = new_secret()
    with event_act(event_id, actor, RotateWebhookSecret, webhook=webhook_id) as doing:
        webhook = Webhook.objects.get(event=doing.event, pk=webhook_id)
        webhook.former_secret, webhook.former_until = webhook.secret, timezone.now() + BOTH_SIGN
        webhook.secret = encrypt(PURPOSE, secret)
        webhook.save(update_fields=["secret", "former_secret", "former_until"])
    return secret


def remove_webhook(event_id: int, actor: Account, webhook_id: int) -> None:
    """Tell it nothing more, and forget its messages. Raises NotAllowed and Webhook.DoesNotExist."""
    with event_act(event_id, actor, RemoveWebhook, webhook=webhook_id) as doing:
        webhook = Webhook.objects.get(event=doing.event, pk=webhook_id)
        jobs.withdraw(DELIVER, subject_of(webhook))
        webhook.delete()


def enable_webhook(event_id: int, actor: Account, webhook_id: int) -> None:
    """Tell it again what happens from now on. Raises NotAllowed and Webhook.DoesNotExist."""
    with event_act(event_id, actor, EnableWebhook, webhook=webhook_id) as doing:
        webhook = Webhook.objects.get(event=doing.event, pk=webhook_id)
        webhook.disabled, webhook.failures, webhook.failing_since, webhook.rests_until = "", 0, None, None
        webhook.save(update_fields=["disabled", "failures", "failing_since", "rests_until"])


def send_test(event_id: int, actor: Account, webhook_id: int) -> None:
    """Send a message that tells of nothing. Raises NotAllowed, EventRefused and Webhook.DoesNotExist."""
    webhook = _find_webhook(event_id, actor, webhook_id)
    with transaction.atomic():
        _rouse(webhook)
        write_messages([webhook], TEST, [{"event": event_id}], timezone.now())


def send_again(event_id: int, actor: Account, webhook_id: int, message_id: int) -> None:
    """Send a message once more, under the same id. Raises as `send_test` does, and WebhookMessage.DoesNotExist."""
    webhook = _find_webhook(event_id, actor, webhook_id)
    with transaction.atomic():
        _rouse(webhook)
        message = WebhookMessage.objects.select_for_update().get(webhook=webhook, pk=message_id)
        message.state, message.attempts, message.next_at = WebhookMessage.State.WAITING, 0, timezone.now()
        message.save(update_fields=["state", "attempts", "next_at"])
        jobs.request(DELIVER, subject_of(webhook))


def _find_webhook(event_id: int, actor: Account, webhook_id: int) -> Webhook:
    require(actor, Permission.EDIT_EVENT, f"event:{event_id}")
    webhook = Webhook.objects.get(event=event_id, pk=webhook_id)
    if webhook.disabled:
        raise EventRefused(Message(_("This webhook is turned off: turn it on first.")))
    return webhook


def _rouse(webhook: Webhook) -> None:
    """A person looks at it now: it rests no longer."""
    Webhook.objects.filter(pk=webhook.pk).update(rests_until=None)
