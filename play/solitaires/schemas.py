"""What is sent with deals that are practised: read by endpoints, and asked for by the forms derived from it."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy
from drf_spectacular.utils import extend_schema_serializer
from rest_framework import serializers

from common.api import VersionField
from play.core.replay import LONGEST_TURN
from play.solitaires.services.practice import HIGHEST_NUMBER


@extend_schema_serializer(component_name="NewPractice")
class BeginPracticeInput(serializers.Serializer[Any]):
    """Which game, by which options, and which deal of it.

    Without `number` and `seed` (64 hexadecimal digits) a deal by chance: one that can be won, where there is no option.
    """

    rules = serializers.CharField(max_length=40, label=gettext_lazy("Game"))
    options = serializers.ListField(
        child=serializers.CharField(max_length=40),
        max_length=8,
        default=list,
        label=gettext_lazy("Options of the rules"),
    )
    number = serializers.IntegerField(
        min_value=1, max_value=HIGHEST_NUMBER, required=False, allow_null=True, label=gettext_lazy("Number of the deal")
    )
    seed = serializers.CharField(max_length=80, default="", allow_blank=True, label=gettext_lazy("Or its seed"))


@extend_schema_serializer(component_name="PlayedTurn")
class PlayTileInput(serializers.Serializer[Any]):
    """A turn as records write it. What follows without a choice is played too."""

    turn = serializers.CharField(max_length=LONGEST_TURN)
    version = VersionField()


@extend_schema_serializer(component_name="PlayStep")
class PracticeStepInput(serializers.Serializer[Any]):
    """The version of the table that the caller has seen."""

    version = VersionField()
