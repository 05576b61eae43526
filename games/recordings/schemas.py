"""What is sent when a recording is handed in: read by the endpoint, and by the form that is derived from it."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_serializer
from rest_framework import serializers

from common.api import NumberField
from games.recordings.services.record_turns import LONGEST_TEXT
from gipf_engine.results import RESULTS
from gipf_engine.rules.verdict import TERMINATIONS


@extend_schema_serializer(component_name="TurnsNew")
class RecordTurnsInput(serializers.Serializer[Any]):
    """Turns in any notation of the game, with or without move numbers, for the recording as it was at `version`.

    `keep`: how many of the turns that stand there stay before them; all, where it is left out.
    """

    turns = serializers.CharField(max_length=LONGEST_TEXT)
    version = NumberField()
    keep = NumberField(required=False)


@extend_schema_serializer(component_name="TakeBackNew")
class TakeBackTurnsInput(serializers.Serializer[Any]):
    """How many turns are kept of the recording as it was at `version`."""

    keep = NumberField()
    version = NumberField()


@extend_schema_serializer(component_name="FinishNew")
class FinishRecordingInput(serializers.Serializer[Any]):
    """The recording as it was at `version`. `result` and `termination` are said where the moves do not end the game."""

    version = NumberField()
    result = serializers.ChoiceField([code for code in RESULTS if "-" in code], required=False)
    termination = serializers.ChoiceField(TERMINATIONS[1:], required=False)
