"""What is sent with acts on attempts at deals: read by endpoints, asked for by the forms that are derived from it."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema_serializer
from rest_framework import serializers

from common.api import VersionField
from tournaments.core.schemas import Reasoned

LONGEST_TURN = 20
LONGEST_RECORD = 256 * 1024


@extend_schema_serializer(component_name="TurnNew")
class PlayDealTurnInput(serializers.Serializer[Any]):
    """A turn as records write it. `advance`: what follows without a choice is played too."""

    turn = serializers.CharField(max_length=LONGEST_TURN, label=_("Turn"))
    version = VersionField()
    advance = serializers.BooleanField(default=False)


@extend_schema_serializer(component_name="StepNew")
class AttemptStepInput(serializers.Serializer[Any]):
    """The version of the attempt that the caller has seen."""

    version = VersionField()


@extend_schema_serializer(component_name="AttemptRecordNew")
class FileAttemptRecordInput(serializers.Serializer[Any]):
    """The whole record of an attempt that was played over the board."""

    text = serializers.CharField(max_length=LONGEST_RECORD, trim_whitespace=False, label=_("Record"))


@extend_schema_serializer(component_name="CloseDeals")
class CloseDealsInput(Reasoned):
    """Why the deals are closed before everybody has finished."""
