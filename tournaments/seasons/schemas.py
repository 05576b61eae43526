"""What is sent with acts on leagues: read by endpoints, and asked for by the forms that are derived from it."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from common.api import IdField, VersionField
from tournaments.core.api import ClubField
from tournaments.core.event_config import LONGEST_ABOUT
from tournaments.core.schemas import Versioned
from tournaments.seasons.services.leagues import LONGEST_REASON, MOST_DIVISIONS

LONGEST_LEAGUE, LONGEST_SEASON = 60, 30
MOST_MOVES = 20


class LeaguePlan(serializers.Serializer[Any]):
    """What a league is called, and how many players of a division move when its season ends."""

    name = serializers.CharField(max_length=LONGEST_LEAGUE, label=_("Name of the league"))
    season = serializers.CharField(max_length=LONGEST_SEASON, label=_("Season"), help_text=_("As 2027, or Autumn 2027"))
    up = serializers.IntegerField(
        min_value=0, max_value=MOST_MOVES, required=False, label=_("Players promoted from each division")
    )
    down = serializers.IntegerField(
        min_value=0, max_value=MOST_MOVES, required=False, label=_("Players relegated from each division")
    )
    about = serializers.CharField(max_length=LONGEST_ABOUT, allow_blank=True, required=False, label=_("Information"))


class LeagueNew(LeaguePlan):
    """A new league of a club, with its first season."""

    club = ClubField(help_text="The slug of the club that holds it.")


class LeagueChange(LeaguePlan):
    """What changes of a league and of its season; what is not sent stays."""

    version = VersionField()


class DivisionNew(Versioned):
    """The event that becomes the lowest division, by id: one of the same club."""

    event = IdField(label=_("Event"))


class SeasonMoveInput(Versioned):
    """Where a player plays next season, and why; null: the player leaves the league."""

    to = serializers.IntegerField(min_value=1, max_value=MOST_DIVISIONS, allow_null=True, label=_("Next season"))
    reason = serializers.CharField(max_length=LONGEST_REASON, label=_("Reason"))


class NextSeason(Versioned):
    """The season that follows: its name and the days of its events."""

    name = serializers.CharField(max_length=LONGEST_SEASON, label=_("Next season"))
    starts_on = serializers.DateField(label=_("First day"))
    ends_on = serializers.DateField(label=_("Last day"))
