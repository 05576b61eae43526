"""What is sent with acts on events in stages: read by endpoints, and asked for by the forms derived from it."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema_serializer
from rest_framework import serializers

from common.api import IdField, NumberField, VersionField
from gipf_engine.tournament.stage_seeding import StageSeeding
from players.names import LONGEST
from tournaments.core.api import ClubField
from tournaments.core.event_config import LONGEST_ABOUT
from tournaments.core.formats import MOST_ROUNDS
from tournaments.core.schemas import LONGEST_KEY, Reasoned, Versioned
from tournaments.stages.rules import LONGEST_STAGE_NAME, MOST_GOING_ON
from tournaments.stages.services.plans import MOST_EVENTS

MOST_GROUPS = 16


class StagesText(serializers.Serializer[Any]):
    """What an event in stages is called."""

    name = serializers.CharField(max_length=LONGEST, label=_("Name"))
    about = serializers.CharField(max_length=LONGEST_ABOUT, allow_blank=True, required=False, label=_("Information"))


class StagesNew(StagesText):
    """A new event in stages: of a kind (`preset`), with a new event for the first stage or with `events` (ids).

    A new event is played by `rules` from `starts_on` to `ends_on`, over `rounds` in a Swiss or in so many `groups`.
    """

    club = ClubField(help_text="The slug of the club that holds it.")
    preset = serializers.CharField(max_length=LONGEST_KEY, label=_("Kind"))
    events = serializers.ListField(child=IdField(), max_length=MOST_EVENTS, required=False, label=_("Existing events"))
    rules = serializers.CharField(max_length=LONGEST_KEY, label=_("Game"))
    starts_on = serializers.DateField(label=_("First day"))
    ends_on = serializers.DateField(label=_("Last day"))
    groups = NumberField(min_value=2, max_value=MOST_GROUPS, default=4, label=_("Groups"))
    rounds = NumberField(min_value=1, max_value=MOST_ROUNDS, default=5, label=_("Rounds of the Swiss"))


class StagesChange(StagesText):
    """What changes of an event in stages; what is not sent stays."""

    version = VersionField()


class StageRuleInput(Versioned):
    """A later stage: the `first` of each group advance, and the `rest` best of all others.

    `seeding` is "place", or "cross" so that players of a group do not meet first. `rounds` counts in formats in which
    the organiser chooses them, `third_place` in a knock-out.
    """

    name = serializers.CharField(max_length=LONGEST_STAGE_NAME, label=_("Name of the stage"))
    first = NumberField(min_value=0, max_value=MOST_GOING_ON, label=_("First of each group"))
    rest = NumberField(min_value=0, max_value=MOST_GOING_ON, default=0, label=_("Best of all others"))
    seeding = serializers.ChoiceField([each.value for each in StageSeeding], default="cross", label=_("Seeds"))
    format = serializers.CharField(max_length=LONGEST_KEY, default="knock-out", label=_("Format"))
    third_place = serializers.BooleanField(default=False, label=_("Match for third place"))
    rounds = NumberField(min_value=1, max_value=MOST_ROUNDS, allow_null=True, default=None, label=_("Rounds"))
    games_per_round = NumberField(min_value=1, max_value=2, default=1, label=_("Games of a match"))


class StageStart(Versioned):
    """`field` is the key of the players that were shown: where others advance by now, nothing happens."""

    field = serializers.CharField(max_length=LONGEST_KEY, allow_blank=True, default="")


@extend_schema_serializer(component_name="StagePassNew")
class StagePassInput(Reasoned):
    """The entry (id) of the stage before that does not advance, and why."""

    entry = IdField(label=_("Player"))
