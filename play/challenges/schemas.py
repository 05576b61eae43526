"""A challenge as it is sent, by the endpoint and the forms that are derived from it, and as the endpoint shows it."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy
from drf_spectacular.utils import extend_schema_serializer
from rest_framework import serializers

from common.api import IdField
from games.models import COLOURS
from play.challenges.queries import ChallengeRow
from play.challenges.services.challenges import HIGHEST_RATING
from play.models import Challenge
from play.models.series import SERIES_LENGTHS

LONGEST_CONTROL = 40


@extend_schema_serializer(component_name="ChallengeNew")
class OpenChallengeInput(serializers.Serializer[Any]):
    """What to play, and with whom: everybody, one person (`opponent`), or the one who has the link.

    A `handicap` such as 2/0 (two more pieces for White, in basic GIPF) goes with a `colour` that you choose.
    """

    rules = serializers.CharField(max_length=40, label=gettext_lazy("Game"))
    control = serializers.CharField(max_length=LONGEST_CONTROL, label=gettext_lazy("Time"))
    audience = serializers.ChoiceField(
        Challenge.Audience.choices, default=Challenge.Audience.EVERYBODY, label=gettext_lazy("Open to")
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


@extend_schema_serializer(component_name="SeekNew")
class SeekInput(serializers.Serializer[Any]):
    """What to play with a player who waits for it; with `members` not with guests, so that it is rated."""

    rules = serializers.CharField(max_length=40)
    control = serializers.CharField(max_length=LONGEST_CONTROL)
    members = serializers.BooleanField(default=True)


class PlayerShape(serializers.Serializer[Any]):
    """A person; a guest, who plays without an account, has no `id`."""

    id = IdField(source="page_id", allow_null=True)
    name = serializers.CharField(source="shown_name")


class ChallengeShape(serializers.Serializer[Any]):
    """An open challenge. `colour` is the challenger's, "" for either by chance; `token` is told to the challenger.
    `setup_hash` binds the seed that lays a game of LYNGK out; "" where nothing is laid out by chance.

    `control` is written as 300+3 (Fischer), 300d3 (Bronstein), 600b3x30 (byo-yomi), in seconds, or 3days+10;
    3days+10w where weekends do not count.
    """

    id = IdField(source="challenge.pk")
    challenger = PlayerShape()
    rating = serializers.IntegerField(allow_null=True)
    audience = serializers.ChoiceField(Challenge.Audience.choices, source="challenge.audience")
    rules = serializers.CharField(source="challenge.rules")
    control = serializers.CharField(source="challenge.control")
    colour = serializers.CharField(source="challenge.colour")
    handicap = serializers.CharField(source="challenge.handicap")
    setup_hash = serializers.CharField()
    rated = serializers.BooleanField(source="challenge.rated")
    games = serializers.IntegerField(source="challenge.games", help_text="Games of the series; 1 for a single one.")
    guests = serializers.BooleanField(source="challenge.guests", help_text="Whether guests may take it, on its page.")
    least = serializers.IntegerField(source="challenge.least", allow_null=True)
    most = serializers.IntegerField(source="challenge.most", allow_null=True)
    expires_at = serializers.DateTimeField(source="challenge.expires_at")
    own = serializers.BooleanField()
    token = serializers.SerializerMethodField()

    def get_token(self, row: ChallengeRow) -> str:
        return row.challenge.token if row.own else ""
