"""What is sent of a game's result: read by endpoints, and asked for by the forms that are derived from it."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy
from drf_spectacular.utils import extend_schema_serializer
from rest_framework import serializers

from common.api import ConfirmField, ReasonField, VersionField
from games.models import SPEAKER_CHOICES
from games.results.services.submit_score import LONGEST_POSITION
from gipf_engine.rules.certificate import MOST_COUNTED

LONGEST_CODE = 8
LONGEST_HANDICAP = 10


@extend_schema_serializer(component_name="ClaimNew")
class ClaimResultInput(serializers.Serializer[Any]):
    """A result (a code of /choices). One who is seated speaks from the seat, and else as the arbiter.

    An arbiter sends the game's `version`, so that nothing unseen is overruled; "pending" from an arbiter takes
    back all that was said before. `confirm` holds keys of what an arbiter was asked (409, code "confirm"), such as that
    later rounds were paired with the old result, and confirms.
    """

    result = serializers.CharField(max_length=LONGEST_CODE, label=gettext_lazy("Result"))
    reason = ReasonField(default="")
    role = serializers.ChoiceField(SPEAKER_CHOICES, required=False)
    version = VersionField()
    confirm = ConfirmField()


@extend_schema_serializer(component_name="HandicapNew")
class SetHandicapInput(serializers.Serializer[Any]):
    """The game's handicap, in the words of its rules ("" for none)."""

    handicap = serializers.CharField(max_length=LONGEST_HANDICAP, allow_blank=True, label=gettext_lazy("Handicap"))
    version = VersionField()


@extend_schema_serializer(component_name="RatedResultNew")
class SetRatedResultInput(serializers.Serializer[Any]):
    """What rating lists count: a result over the board, "void" for none, "" for what the table has."""

    result = serializers.CharField(
        max_length=LONGEST_CODE, allow_blank=True, label=gettext_lazy("Counts in rating lists")
    )
    version = VersionField()


@extend_schema_serializer(component_name="ScoreNew")
class SubmitScoreInput(serializers.Serializer[Any]):
    """How a game ended without its moves: a final `position`, or `counts`.

    `counts`: for White and for Black one number for each line of a score by these rules (docs/certificates.md).
    """

    position = serializers.CharField(
        max_length=LONGEST_POSITION, default="", allow_blank=True, label=gettext_lazy("Final position")
    )
    counts = serializers.ListField(
        child=serializers.ListField(child=serializers.IntegerField(min_value=0, max_value=MOST_COUNTED), max_length=20),
        min_length=2,
        max_length=2,
        required=False,
    )
