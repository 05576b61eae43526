"""A game against the computer, and a house player of a club, as endpoints are sent them."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy
from drf_spectacular.utils import extend_schema_serializer
from rest_framework import serializers

from games.models import COLOURS
from gipf_engine.analysis.levels import LEVELS
from play.partner.services import CONTROLS

LONGEST_CONTROL = 40
LONGEST_POSITION = 400


@extend_schema_serializer(component_name="ComputerGameNew")
class ProgramGameInput(serializers.Serializer[Any]):
    """A game against the computer. With a `position` it starts there, and its player to move may be of any colour."""

    rules = serializers.CharField(max_length=40)
    level = serializers.IntegerField(min_value=LEVELS[0], max_value=LEVELS[-1])
    colour = serializers.ChoiceField(["", *COLOURS], default="", allow_blank=True)
    control = serializers.CharField(max_length=LONGEST_CONTROL, default=CONTROLS[0])
    position = serializers.CharField(max_length=LONGEST_POSITION, default="", allow_blank=True)


class HouseGameInput(serializers.Serializer[Any]):
    """A game with a house player."""

    rated = serializers.BooleanField(default=True)
    colour = serializers.ChoiceField(["", *COLOURS], default="", allow_blank=True)


@extend_schema_serializer(component_name="HousePlayerNew")
class AddHousePlayerInput(serializers.Serializer[Any]):
    """A program that plays for a club: its game, its level, and the clock of its games."""

    rules = serializers.CharField(max_length=40, label=gettext_lazy("Game"))
    level = serializers.IntegerField(min_value=LEVELS[0], max_value=LEVELS[-1], label=gettext_lazy("Level"))
    control = serializers.CharField(max_length=LONGEST_CONTROL, label=gettext_lazy("Time"))
