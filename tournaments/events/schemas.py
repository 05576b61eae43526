"""What is sent with the steps of an event: read by endpoints, and asked for by the forms that are derived from it."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema_serializer
from rest_framework import serializers

from common.api import ConfirmField, IdField, NumberField, ReasonField, VersionField
from players.names import LONGEST
from tournaments.core.api import ClubField, ScoringShape, codes
from tournaments.core.event_config import LONGEST_ABOUT
from tournaments.core.schemas import LONGEST_KEY, MOST_ENTRIES, Reasoned, Versioned
from tournaments.models.templates import LONGEST_TEMPLATE_NAME


class EventPlan(serializers.Serializer[Any]):
    """What an organiser decides about an event. Keys of rules, formats and tie-breaks stand at /choices."""

    name = serializers.CharField(max_length=LONGEST)
    place = serializers.CharField(max_length=LONGEST, allow_blank=True, required=False)
    about = serializers.CharField(max_length=LONGEST_ABOUT, allow_blank=True, required=False)
    starts_on = serializers.DateField()
    ends_on = serializers.DateField()
    time_zone = serializers.CharField(max_length=LONGEST_KEY, required=False, help_text="Without it, the club's.")
    rules = serializers.CharField(max_length=LONGEST_KEY)
    options = codes(required=False)
    medley = codes(
        required=False,
        help_text="The rule sets of an event of several games, in their order; empty for one game, which is `rules`.",
    )
    medley_order = serializers.CharField(
        max_length=LONGEST_KEY,
        required=False,
        allow_blank=True,
        help_text="How the game of a board is settled: `list`, by round; `round` or `board`, drawn; `choice`, chosen.",
    )
    mixed_matches = serializers.BooleanField(
        required=False, help_text="Whether the two games of a match are different games."
    )
    choice_minutes = NumberField(
        required=False, allow_null=True, help_text="How long a player may choose; null: until an arbiter settles it."
    )
    seeding_list = serializers.CharField(
        max_length=LONGEST_KEY,
        required=False,
        allow_blank=True,
        help_text="By which rating list a medley seeds: a rule set, `game:gipf` or empty for that of all games.",
    )
    format = serializers.CharField(max_length=LONGEST_KEY, required=False, help_text="Without it, round-robin.")
    format_options = serializers.DictField(
        child=serializers.JSONField(),
        required=False,
        help_text="Choices within the format, by their keys: numbers, or true and false.",
    )
    handicap = serializers.CharField(max_length=LONGEST_KEY, required=False)
    setups = serializers.CharField(
        max_length=LONGEST_KEY,
        required=False,
        help_text="Where chance lays out the games: one set-up a round (“round”) or one for each board (“board”).",
    )
    rounds_planned = NumberField(
        required=False,
        allow_null=True,
        help_text="Needed where the format leaves the number of rounds open, else null.",
    )
    games_per_round = NumberField(required=False)
    scoring = ScoringShape(required=False)
    tie_breaks = codes(required=False, help_text="In the order in which they count. Without it, the format's usual.")
    agreed_draws = serializers.BooleanField(
        required=False, help_text="Whether players may agree on a draw where the rules of the game know none."
    )
    rated = serializers.BooleanField(required=False)
    self_entry = serializers.BooleanField(required=False, help_text="Whether players can enter themselves.")
    time_control = serializers.CharField(
        max_length=LONGEST_KEY,
        required=False,
        allow_blank=True,
        help_text="Games are played on this server by this clock, as in challenges; empty: over the board.",
    )
    no_show_minutes = NumberField(
        required=False,
        allow_null=True,
        help_text="Who makes no first turn on this server within so many minutes loses by forfeit; null for no limit.",
    )
    rating_columns = codes(required=False, help_text="What standings show: any of `rating`, `change`, `performance`.")


class SaveTemplateInput(serializers.Serializer[Any]):
    """Under which name the settings of an event are kept for new events of its club."""

    name = serializers.CharField(max_length=LONGEST_TEMPLATE_NAME, label=_("Name of the template"))


class EventNew(EventPlan):
    """A new event of a club. `confirm` holds keys of what was asked (409, code "confirm") and is confirmed."""

    club = ClubField(help_text="The slug of the club that holds it.")
    standard_rules = serializers.BooleanField(
        allow_null=True,
        default=None,
        help_text="Whether it is held under standard rules. Null or left out, it is where the plan is.",
    )
    confirm = ConfirmField()


class EventChange(EventPlan):
    """What changes of an event; what is not sent stays.

    What leaves standard rules is asked twice: `confirm` holds keys of what was asked (409, code "confirm").
    """

    standard_rules = serializers.BooleanField(required=False, help_text="false leaves standard rules, for good.")
    version = VersionField()
    confirm = ConfirmField()


class InGroup(serializers.Serializer[Any]):
    """An entry (by id) and the group or team that it plays in."""

    entry = IdField()
    group = NumberField(min_value=1)


@extend_schema_serializer(component_name="Start")
class StartEventInput(Versioned):
    """How pairing numbers are given: by "rating", by "lot", or by "hand" in the order of these entries' ids.

    Where the format has groups or teams, `grouping` says how these come about: by "strength", "serpentine", or by
    "hand" as `groups` says. `first_colour` is what number 1 gets in round 1 ("w" or "b"; drawn where nothing is said).
    """

    seeding = serializers.CharField(max_length=LONGEST_KEY, default="rating", label=_("Pairing numbers"))
    order = serializers.ListField(child=IdField(), max_length=MOST_ENTRIES, default=list)
    grouping = serializers.CharField(max_length=LONGEST_KEY, allow_blank=True, default="", label=_("Groups"))
    groups = InGroup(many=True, default=list)
    first_colour = serializers.CharField(
        max_length=1, allow_blank=True, default="", label=_("First move on board 1 of round 1")
    )

    def validate_groups(self, groups: list[dict[str, int]]) -> dict[int, int]:
        return {each["entry"]: each["group"] for each in groups}


@extend_schema_serializer(component_name="Close")
class CloseEventInput(Versioned):
    """`early` closes an event of which not all rounds are paired."""

    early = serializers.BooleanField(default=False)


@extend_schema_serializer(component_name="Reopen")
class ReopenEventInput(Reasoned):
    """Why the event goes on although its table was final: needed."""


class DeleteEventInput(Versioned):
    """`with_people`: the people who were added with the draft go too, where nothing else names them."""

    with_people = serializers.BooleanField(default=False)


@extend_schema_serializer(component_name="UndoShape")
class UndoInput(serializers.Serializer[Any]):
    """Why it is undone (needed), the event's version that the caller has seen, and keys of what is confirmed."""

    reason = ReasonField(default="")
    version = VersionField()
    confirm = ConfirmField()
