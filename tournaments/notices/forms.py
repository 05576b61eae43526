"""The form of a new webhook."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from common.schema_forms import SchemaForm
from common.translation import translate_message
from gipf_engine.messages import Message
from tournaments.core.webhooks import HAPPENINGS
from tournaments.models import Webhook
from tournaments.notices.schemas import AddWebhookInput

RECEIVERS = (
    (Webhook.Receiver.PROGRAM, _("Your own program")),
    (Webhook.Receiver.DISCORD, "Discord"),
    (Webhook.Receiver.SLACK, "Slack"),
    (Webhook.Receiver.MATRIX, "Matrix"),
)


class WebhookForm(SchemaForm):
    """Where messages go, and what they tell of."""

    schema = AddWebhookInput
    asks = {
        "receiver": {"choices": RECEIVERS, "help_text": _("Chat services get a sentence with a link.")},
        "address": {
            "help_text": _("An https address of your program or channel."),
            "widget": forms.URLInput(attrs={"dir": "ltr", "placeholder": "https://", "autocomplete": "off"}),
        },
        "for_club": {"help_text": _("One webhook in place of one for each event. It stays on this page.")},
        "happenings": {
            "choices": lambda: [(key, translate_message(Message(name))) for key, name in HAPPENINGS.items()],
            "widget": forms.CheckboxSelectMultiple,
            "initial": ["round.published", "result.changed", "round.closed", "event.closed"],
        },
    }
