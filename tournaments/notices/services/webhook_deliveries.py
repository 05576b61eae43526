"""Sending what waits for webhooks: the work of workers. A message may be sent twice, with the same id, and never lost.

A message that fails is tried again after pauses that grow (`tournaments.core.webhooks.PAUSES`) and then given up;
with that the webhook is turned off and whoever made it is told. An address that fails is left alone for a while, so
that one that does not answer costs workers at most one attempt in `LONGEST_REST`.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from datetime import datetime, timedelta

from django.conf import settings
from django.db import models, transaction
from django.db.models import Q
from django.utils import timezone

from common.encryption import decrypt
from common.jobs import services as jobs
from common.outbound import Answer, NotSent, post
from tournaments.core.queries.visibility import PUBLIC
from tournaments.core.services.base import event_act
from tournaments.core.services.webhook_outbox import DELIVER, subject_of
from tournaments.core.webhooks import TEST, make_headers, pause_after, rest_after
from tournaments.models import Event, Webhook, WebhookMessage
from tournaments.notices.acts import DisableWebhook
from tournaments.notices.services.webhooks import PURPOSE

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
    if not secrets:  # SECRET_KEY was changed: nobody could check a signature
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
    if message.kind != TEST and not Event.objects.filter(pk=webhook.event_id, state__in=PUBLIC).exists():
        WebhookMessage.objects.filter(pk=message.pk).update(state=_State.GIVEN_UP, failure="withdrawn")
        return True
    headers = make_headers(secrets, message.message_id, timezone.now(), message.body)
    try:
        answer, failure = post(webhook.address, message.body.encode(), headers), ""
    except NotSent as error:
        answer, failure = None, error.why
    return _note(webhook, message, answer, failure)


def _note(webhook: Webhook, message: WebhookMessage, answer: Answer | None, failure: str) -> bool:
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
