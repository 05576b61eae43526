"""What is sent of a round's results and of links of seats."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_serializer
from rest_framework import serializers

from common.api import ConfirmField, IdField, ReasonField, VersionField
from games.results.schemas import LONGEST_CODE
from tournaments.results.seat_links import SEATS
from tournaments.results.services.results import MOST_TOGETHER


class DecisionNew(serializers.Serializer[Any]):
    """A game of the round, its result (a code of /choices), why, and the game's version that the caller has seen."""

    game = IdField()
    result = serializers.CharField(max_length=LONGEST_CODE)
    reason = ReasonField(default="")
    version = VersionField(default=None)


@extend_schema_serializer(component_name="DecisionsNew")
class DecideRoundInput(serializers.Serializer[Any]):
    """Results of a round. `confirm` holds keys of what was asked of rows (code "confirm"), and is confirmed."""

    results = serializers.ListField(child=DecisionNew(), min_length=1, max_length=MOST_TOGETHER)
    confirm = ConfirmField()


@extend_schema_serializer(component_name="SeatLinkNew")
class RevokeSeatLinkInput(serializers.Serializer[Any]):
    """The seat whose link is to be another one."""

    game = IdField()
    seat = serializers.RegexField(f"^({'|'.join(SEATS)})$", max_length=5, help_text='"white" or "black"')
