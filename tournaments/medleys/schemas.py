"""What is sent with the choice of a game: read by endpoints, asked for by the forms that are derived from it."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema_serializer
from rest_framework import serializers

from common.api import VersionField
from tournaments.core.schemas import LONGEST_KEY


@extend_schema_serializer(component_name="GameChoiceNew")
class ChooseGameInput(serializers.Serializer[Any]):
    """What is played on a board: the key of a rule set of the medley. The round's version that the caller has seen."""

    rules = serializers.CharField(max_length=LONGEST_KEY, label=_("Game"))
    version = VersionField()


@extend_schema_serializer(component_name="SettleChoices")
class SettleChoicesInput(serializers.Serializer[Any]):
    """The round's version that the caller has seen."""

    version = VersionField()
