"""What is sent with acts on titles: read by endpoints, and asked for by the forms that are derived from it."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from common.api import IdField, VersionField
from tournaments.core.formats import game_names
from tournaments.core.schemas import Versioned
from tournaments.models import Title
from tournaments.titles.services import LONGEST_REASON

LONGEST_TITLE = 60
MOST_RATING, MOST_GAMES, MOST_NORMS = 5000, 10_000, 20


TITLE_KINDS = [kind.value for kind in Title.Kind]


class TitlePlan(serializers.Serializer[Any]):
    """What a title is called and given for."""

    name = serializers.CharField(max_length=LONGEST_TITLE, label=_("Name of the title"))
    kind = serializers.ChoiceField(TITLE_KINDS, label=_("Given for"))
    game = serializers.CharField(max_length=20, allow_blank=True, required=False, label=_("Game"))
    rating = serializers.IntegerField(min_value=1, max_value=MOST_RATING, label=_("Rating or performance, at least"))
    games = serializers.IntegerField(min_value=1, max_value=MOST_GAMES, label=_("Games, at least"))
    norms = serializers.IntegerField(
        min_value=1, max_value=MOST_NORMS, required=False, label=_("Norms"), help_text=_("Only for titles by norms")
    )

    def validate_game(self, value: str) -> str:
        if value and value not in game_names():
            raise serializers.ValidationError(_("Unknown game."))
        return value


class TitleNew(TitlePlan):
    """A new title of a club."""


class TitleChange(TitlePlan):
    """What changes of a title; what is not sent stays."""

    version = VersionField()


class AwardNew(Versioned):
    """The candidate who is awarded the title."""

    person = IdField(label=_("Player"))


class AwardWithdrawalInput(Versioned):
    """Why an award is withdrawn."""

    reason = serializers.CharField(max_length=LONGEST_REASON, label=_("Reason"))
