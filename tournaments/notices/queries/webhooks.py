"""The webhooks of an event with their last messages, as rows ready to print."""

from __future__ import annotations

from dataclasses import dataclass

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from tournaments.core.webhooks import HAPPENINGS, TEST
from tournaments.models import Event, Webhook, WebhookMessage

MOST_MESSAGES = 20

FAILURES: dict[str, str] = {
    "address": _("The address is not public."),
    "unknown-host": _("The host is unknown."),
    "tls": _("The certificate is not valid."),
    "timeout": _("There was no answer in time."),
    "connection": _("The connection failed."),
    "no-http": _("The answer was no HTTP."),
    "withdrawn": _("The event is not public any more."),
}
STATES: dict[str, str] = {
    WebhookMessage.State.WAITING: _("waiting"),
    WebhookMessage.State.DELIVERED: _("delivered"),
    WebhookMessage.State.GIVEN_UP: _("given up"),
}
DISABLED: dict[str, str] = {
    Webhook.Disabled.FAILING: _("Turned off: messages failed for three days."),
    Webhook.Disabled.GONE: _("Turned off: the address answered that it wants no more messages (410)."),
}


@dataclass(frozen=True, slots=True)
class MessageRow:
    """A message: what it tells of, how it stands, and in words why it failed (None: it did not)."""

    message: WebhookMessage
    kind: Message
    state: Message
    failure: Message | None

    @property
    def is_retried(self) -> bool:
        """Whether it failed and is tried again."""
        return self.message.state == WebhookMessage.State.WAITING and self.message.attempts > 0


@dataclass(frozen=True, slots=True)
class WebhookRow:
    """A webhook with its latest messages, the last one first; `disabled` says why it is turned off."""

    webhook: Webhook
    happenings: tuple[Message, ...]
    disabled: Message | None
    messages: tuple[MessageRow, ...]


def webhook_rows(event: Event) -> list[WebhookRow]:
    """All webhooks of an event. One query and one a webhook, of which there are a few at most."""
    return [
        WebhookRow(
            webhook,
            tuple(Message(HAPPENINGS[each]) for each in webhook.happenings if each in HAPPENINGS),
            Message(DISABLED[webhook.disabled]) if webhook.disabled else None,
            tuple(map(_message_row, webhook.messages.order_by("-pk")[:MOST_MESSAGES])),
        )
        for webhook in Webhook.objects.filter(event=event).order_by("pk")
    ]


def _message_row(message: WebhookMessage) -> MessageRow:
    kind = _("Test") if message.kind == TEST else HAPPENINGS[message.kind]
    failure = Message(FAILURES[message.failure]) if message.failure else None
    return MessageRow(message, Message(kind), Message(STATES[message.state]), failure)
