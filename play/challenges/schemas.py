"""What is sent with a challenge: read by the endpoint, and asked for by the forms that are derived from it."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy
from drf_spectacular.utils import extend_schema_serializer
from rest_framework import serializers

from common.api import IdField
from games.models import COLOURS
from play.challenges.services.challenges import HIGHEST_RATING
from play.models import Challenge
from play.models.series import SERIES_LENGTHS

LONGEST_CONTROL = 40


@extend_schema_serializer(component_name="ChallengeNew")
class OpenChallengeInput(serializers.Serializer[Any]):
    """What to play, and with whom: everybody, one person (`opponent`), or whoever has the link.

    A `handicap` such as 2/0 (two more pieces for White, in basic GIPF) goes with a `colour` that you choose.
    """

    rules = serializers.CharField(max_length=40, label=gettext_lazy("Game"))
    control = serializers.CharField(max_length=LONGEST_CONTROL, label=gettext_lazy("Time"))
    audience = serializers.ChoiceField(
        Challenge.Audience.choices, default=Challenge.Audience.EVERYBODY, label=gettext_lazy("Who may play")
    )
    opponent = IdField(required=False, allow_null=True, default=None)
    colour = serializers.ChoiceField(["", *COLOURS], default="", allow_blank=True, label=gettext_lazy("Your colour"))
    handicap = serializers.CharField(max_length=10, default="", allow_blank=True, label=gettext_lazy("Handicap"))
    rated = serializers.BooleanField(default=True, label=gettext_lazy("Rated"))
    games = serializers.ChoiceField(
        [1, *SERIES_LENGTHS], default=1, help_text="More than one are a series.", label=gettext_lazy("Games")
    )
    guests = serializers.BooleanField(
        default=False, help_text="For unrated challenges without a range.", label=gettext_lazy("Guests may play")
    )
    least = serializers.IntegerField(
        min_value=0, max_value=HIGHEST_RATING, required=False, allow_null=True, label=gettext_lazy("Lowest rating")
    )
    most = serializers.IntegerField(
        min_value=0, max_value=HIGHEST_RATING, required=False, allow_null=True, label=gettext_lazy("Highest rating")
    )

    def validate(self, values: dict[str, Any]) -> dict[str, Any]:
        """A challenge to a person names one, and no other does."""
        if (values["audience"] == Challenge.Audience.PERSON) != (values["opponent"] is not None):
            raise serializers.ValidationError({"opponent": "Name an opponent for a challenge to a person alone."})
        return values
