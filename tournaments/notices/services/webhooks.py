"""Webhooks of an event, as its organisers keep them."""

from __future__ import annotations

from collections.abc import Collection
from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from common.encryption import encrypt
from common.jobs import services as jobs
from common.outbound import check_address
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from players.models import Account
from players.permissions import require
from players.roles import Permission
from tournaments.core.errors import EventRefused
from tournaments.core.services.base import event_act
from tournaments.core.services.webhook_outbox import DELIVER, subject_of, write_messages
from tournaments.core.webhooks import HAPPENINGS, TEST, new_secret
from tournaments.models import Webhook, WebhookMessage
from tournaments.notices.acts import AddWebhook, ChangeWebhook, EnableWebhook, RemoveWebhook, RotateWebhookSecret

MOST_WEBHOOKS = 5
PURPOSE = "tournaments.webhook"
"""What secrets of webhooks are encrypted for."""
BOTH_SIGN = timedelta(days=1)
"""How long messages are signed with the former secret too, so that a program can change to the new one meanwhile."""


def add_webhook(event_id: int, actor: Account, address: str, happenings: Collection[str]) -> tuple[Webhook, str]:
    """Let `address` be told of these happenings from now on. The second value is its secret, which is told this once.

    Raises NotAllowed and EventRefused.
    """
    address, chosen = _check_webhook(address, happenings)
    secret = new_secret()
    with event_act(event_id, actor, AddWebhook) as doing:
        if Webhook.objects.filter(event=doing.event).count() >= MOST_WEBHOOKS:
            message = _("An event has at most %(most)d webhooks: remove one first.")
            raise EventRefused(Message(message, {"most": MOST_WEBHOOKS}))
        webhook = Webhook.objects.create(
            event=doing.event,
            address=address,
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
        message = _("Webhooks go to public addresses that begin with https://, without a password in them.")
        raise EventRefused(Message(message), field="address") from None
    chosen = [each for each in HAPPENINGS if each in happenings]
    if not chosen or len(chosen) < len(set(happenings)):
        raise EventRefused(Message(_("Choose what the webhook is told.")), field="happenings")
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
    """Somebody looks at it now: it rests no longer."""
    Webhook.objects.filter(pk=webhook.pk).update(rests_until=None)
