"""What is sent of a webhook: read by endpoints, and asked for by the form that is derived from it."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema_serializer
from rest_framework import serializers

from common.outbound import LONGEST_ADDRESS
from tournaments.core.webhooks import HAPPENINGS
from tournaments.models import Webhook


def _happenings(**more: Any) -> serializers.ListField:
    child = serializers.ChoiceField(list(HAPPENINGS))
    return serializers.ListField(child=child, min_length=1, max_length=len(HAPPENINGS), **more)


@extend_schema_serializer(component_name="WebhookNew")
class AddWebhookInput(serializers.Serializer[Any]):
    """An https address, what reads there, and what it is told of."""

    receiver = serializers.ChoiceField(
        Webhook.Receiver.choices, default=Webhook.Receiver.PROGRAM, label=_("Message format")
    )
    address = serializers.CharField(max_length=LONGEST_ADDRESS, label=_("Address"))
    for_club = serializers.BooleanField(default=False, label=_("For all events of the club"))
    happenings = _happenings(label=_("Events to send"))


@extend_schema_serializer(component_name="WebhookChange")
class ChangeWebhookInput(serializers.Serializer[Any]):
    """What changes of a webhook; what is not sent stays."""

    address = serializers.CharField(max_length=LONGEST_ADDRESS, required=False)
    happenings = _happenings(required=False)
