"""A game against the computer as the endpoint is sent it."""

from __future__ import annotations

from typing import Any

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
