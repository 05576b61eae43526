"""What is sent with acts on circuits: read by endpoints, and asked for by the forms that are derived from it."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from common.api import IdField, VersionField
from common.translation import translate_message
from gipf_engine.messages import Refused
from gipf_engine.tournament.circuits import MOST_PLACES, Scale, Sharing, TieRule, read_points
from players.names import LONGEST
from tournaments.core.api import ClubField
from tournaments.core.event_config import LONGEST_ABOUT
from tournaments.core.formats import game_names
from tournaments.core.schemas import Versioned

LONGEST_POINTS = MOST_PLACES * 6
MOST_COUNTED = 60
MOST_WEIGHT = 5


class PlacePointsField(serializers.CharField):
    """The points of places, the first place first, as "25 18 12.5"; hundredths inside."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**{"max_length": LONGEST_POINTS} | kwargs)

    def to_internal_value(self, data: Any) -> Any:
        text = super().to_internal_value(data)
        if not text:
            return []
        try:
            return list(read_points(text))
        except Refused as refused:
            raise serializers.ValidationError(translate_message(refused.message)) from refused


class CircuitPlan(serializers.Serializer[Any]):
    """What a circuit is called and goes by."""

    name = serializers.CharField(max_length=LONGEST, label=_("Name of the circuit"))
    game = serializers.CharField(max_length=20, allow_blank=True, required=False, label=_("Game"))
    scale = serializers.ChoiceField([scale.value for scale in Scale], required=False, label=_("Points of an event"))
    own = PlacePointsField(
        allow_blank=True,
        required=False,
        label=_("Own points by place"),
        help_text=_("Only with “Own points”: the first place first, as 12 9 7 5.5 4"),
    )
    tied = serializers.ChoiceField([way.value for way in Sharing], required=False, label=_("Tied players"))
    counted = serializers.IntegerField(
        min_value=1,
        max_value=MOST_COUNTED,
        allow_null=True,
        required=False,
        label=_("Results that count"),
    )
    ties = serializers.ListField(
        child=serializers.ChoiceField([rule.value for rule in TieRule]),
        max_length=len(TieRule),
        required=False,
        label=_("Equal totals are ranked by"),
    )
    about = serializers.CharField(max_length=LONGEST_ABOUT, allow_blank=True, required=False, label=_("Information"))

    def validate_game(self, value: str) -> str:
        if value and value not in game_names():
            raise serializers.ValidationError(_("Unknown game."))
        return value

    def validate_ties(self, value: list[str]) -> list[str]:
        return list(dict.fromkeys(value))


class CircuitNew(CircuitPlan):
    """A new circuit of a club."""

    club = ClubField(help_text="The slug of the club that holds it.")


class CircuitChange(CircuitPlan):
    """What changes of a circuit; what is not sent stays."""

    version = VersionField()


class CircuitEventNew(Versioned):
    """The event that is to count, by id: one of the same club."""

    event = IdField(label=_("Event"))
    weight = serializers.IntegerField(min_value=1, max_value=MOST_WEIGHT, default=1, label=_("Counts times"))
