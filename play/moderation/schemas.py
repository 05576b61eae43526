"""What is sent of reports: read by endpoints, and asked for by the forms that are derived from it."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy
from drf_spectacular.utils import extend_schema_serializer
from rest_framework import serializers

from common.api import NumberField
from play.chat.services.reports import ReportAnswer
from play.models import Report, Sanction


@extend_schema_serializer(component_name="ReportNew")
class ReportPlayerInput(serializers.Serializer[Any]):
    """Why the opponent is reported; `message` is the line of the chat that it is about."""

    reason = serializers.ChoiceField(Report.Reason.choices, label=gettext_lazy("Reason"))
    text = serializers.CharField(
        max_length=Report.LONGEST, default="", allow_blank=True, label=gettext_lazy("What happened")
    )
    message = NumberField(required=False, allow_null=True, default=None)


@extend_schema_serializer(component_name="SpectatorReportNew")
class ReportSpectatorInput(serializers.Serializer[Any]):
    """Which line of a spectator is reported, by its id, and why."""

    message = NumberField()
    reason = serializers.ChoiceField(Report.Reason.choices, label=gettext_lazy("Reason"))
    text = serializers.CharField(
        max_length=Report.LONGEST, default="", allow_blank=True, label=gettext_lazy("What happened")
    )


@extend_schema_serializer(component_name="AnswerNew")
class AnswerReportInput(serializers.Serializer[Any]):
    """What is done about a report; `days` for mute and suspend, and the `text` that the player is told."""

    answer = serializers.ChoiceField([answer.value for answer in ReportAnswer], label=gettext_lazy("What to do"))
    days = serializers.IntegerField(min_value=0, max_value=365, default=0, label=gettext_lazy("For how long"))
    text = serializers.CharField(
        max_length=Sanction.LONGEST, default="", allow_blank=True, label=gettext_lazy("Message to the player")
    )
