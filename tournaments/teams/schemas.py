"""What is sent with acts on teams: read by endpoints, asked for by the forms that are derived from it."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema_serializer
from rest_framework import serializers

from common.api import ConfirmField, IdField, NumberField, ReasonField, VersionField
from gipf_engine.tournament.pairing.team_options import MOST_BOARDS, MOST_RESERVES
from tournaments.core.formats import MOST_ROUNDS
from tournaments.core.forms import LONGEST_NAME
from tournaments.core.schemas import Reasoned, Versioned
from tournaments.models import ForbiddenGroup, TeamByeRequest
from tournaments.teams.limits import MOST_TEAMS


@extend_schema_serializer(component_name="TeamNew")
class TeamNameInput(Versioned):
    """The name of a team."""

    name = serializers.CharField(max_length=LONGEST_NAME, label=_("Name"))


@extend_schema_serializer(component_name="RosterNew")
class SetRosterInput(Versioned):
    """The players of a team in board order, reserves last, as entries (ids); the captain is one of them or null."""

    entries = serializers.ListField(child=IdField(), max_length=MOST_BOARDS + MOST_RESERVES)
    captain = IdField(allow_null=True, default=None, label=_("Captain"))


@extend_schema_serializer(component_name="LineUpNew")
class HandInLineUpInput(Versioned):
    """Who plays, by board, as entries (ids); null for a board that stays empty."""

    seats = serializers.ListField(child=IdField(allow_null=True), max_length=MOST_BOARDS)


@extend_schema_serializer(component_name="LineUpDeadlineNew")
class SetLineUpDeadlineInput(serializers.Serializer[Any]):
    """Until when line-ups are handed in; null: each match opens when both are in. The round's version."""

    at = serializers.DateTimeField(allow_null=True, label=_("Line-ups due"))
    version = VersionField()


@extend_schema_serializer(component_name="CloseLineUps")
class CloseLineUpsInput(serializers.Serializer[Any]):
    """The round's version that the caller has seen."""

    version = VersionField()


@extend_schema_serializer(component_name="LateTeamNew")
class AddLateTeamInput(SetRosterInput):
    """A team that comes after the start: its name, and its players in board order, as entries (ids)."""

    name = serializers.CharField(max_length=LONGEST_NAME, label=_("Name"))


@extend_schema_serializer(component_name="TeamWithdrawal")
class WithdrawTeamInput(Versioned):
    """`annul`: whether the matches leave the standings; null follows the custom of round robins."""

    annul = serializers.BooleanField(allow_null=True, default=None, label=_("The team's matches"))
    reason = ReasonField(default="")


@extend_schema_serializer(component_name="TeamReturn")
class ReadmitTeamInput(Reasoned):
    """Why the team plays on. `plays_matches`: its forfeited matches wait for line-ups again."""

    plays_matches = serializers.BooleanField(default=False, label=_("Forfeited matches are played after all"))


@extend_schema_serializer(component_name="TeamByeNew")
class RequestTeamByeInput(Versioned):
    """A bye that is asked for. A full-point bye is the arbiter's to give, and so is a second half-point bye.

    `confirm` holds keys of what was asked (409, code "confirm") and is confirmed.
    """

    round = NumberField(min_value=1, label=_("Round"))
    kind = serializers.ChoiceField(choices=TeamByeRequest.Kind.values, label=_("Worth"))
    confirm = ConfirmField()


@extend_schema_serializer(component_name="TeamHalfByes")
class SetTeamHalfByesInput(Versioned):
    """Whether the team may have half-point byes at all."""

    half_byes = serializers.BooleanField(default=False, label=_("This team may have half-point byes"))


@extend_schema_serializer(component_name="TeamMissedByes")
class GiveTeamMissedByesInput(Versioned):
    """The rounds for which a late team gets half-point byes. `confirm` as for other byes."""

    rounds = serializers.ListField(
        child=NumberField(min_value=1), max_length=MOST_ROUNDS, label=_("Half-point byes in")
    )
    confirm = ConfirmField()


@extend_schema_serializer(component_name="TeamExclusionNew")
class KeepTeamsApartInput(Versioned):
    """Teams (ids) to keep apart, from a round to a round (null: to the end).

    `strength` "avoid" lets two of them meet where the rules leave no choice.

    Once round 1 is paired, or where pairs are avoided, this is asked, since the event leaves standard rules by it:
    `confirm` holds keys of what was asked (409, code "confirm").
    """

    teams = serializers.ListField(child=IdField(), max_length=MOST_TEAMS, label=_("Teams"))
    first_round = NumberField(min_value=1, max_value=MOST_ROUNDS, default=1, label=_("From round"))
    last_round = NumberField(min_value=1, max_value=MOST_ROUNDS, allow_null=True, default=None, label=_("To round"))
    strength = serializers.ChoiceField(
        choices=ForbiddenGroup.Strength.values, default=ForbiddenGroup.Strength.NEVER, label=_("These teams meet")
    )
    confirm = ConfirmField()
