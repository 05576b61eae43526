"""What is sent with acts on teams: read by endpoints, asked for by the forms that are derived from it."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema_serializer
from rest_framework import serializers

from common.api import IdField, VersionField
from gipf_engine.tournament.pairing.team_options import MOST_BOARDS, MOST_RESERVES
from tournaments.core.forms import LONGEST_NAME
from tournaments.core.schemas import Versioned


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
