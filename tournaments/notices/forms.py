"""The form of a new webhook."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from common.schema_forms import SchemaForm
from common.translation import translate_message
from gipf_engine.messages import Message
from tournaments.core.webhooks import HAPPENINGS
from tournaments.notices.schemas import AddWebhookInput


class WebhookForm(SchemaForm):
    """Where messages go, and what they tell of."""

    schema = AddWebhookInput
    asks = {
        "address": {
            "help_text": _("An https address of your program."),
            "widget": forms.URLInput(attrs={"dir": "ltr", "placeholder": "https://", "autocomplete": "off"}),
        },
        "happenings": {
            "choices": lambda: [(key, translate_message(Message(name))) for key, name in HAPPENINGS.items()],
            "widget": forms.CheckboxSelectMultiple,
            "initial": ["round.published", "result.changed", "round.closed", "event.closed"],
        },
    }
