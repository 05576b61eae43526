"""Acts on webhooks."""

from __future__ import annotations

from common.journal.acts import NOTHING
from gipf_engine.messages import gettext_noop as _
from players.roles import Permission
from tournaments.core.acts import EventAct


class _WebhookAct(EventAct):
    permission = Permission.EDIT_EVENT
    changes = NOTHING


class AddWebhook(_WebhookAct):
    name = "add-webhook"
    sentence = _("Webhook %(webhook)s added")


class ChangeWebhook(_WebhookAct):
    name = "change-webhook"
    sentence = _("Webhook %(webhook)s changed")


class RotateWebhookSecret(_WebhookAct):
    name = "rotate-webhook-secret"
    sentence = _("New secret for webhook %(webhook)s")


class RemoveWebhook(_WebhookAct):
    name = "remove-webhook"
    sentence = _("Webhook %(webhook)s removed")


class EnableWebhook(_WebhookAct):
    name = "enable-webhook"
    sentence = _("Webhook %(webhook)s turned on again")


class DisableWebhook(EventAct):
    """The server gives an address up that takes no messages."""

    name = "disable-webhook"
    changes = NOTHING
    sentence = _("Webhook %(webhook)s turned off: its address refuses messages")
