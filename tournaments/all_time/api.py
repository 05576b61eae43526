"""The endpoint of a club's all-time table."""

from __future__ import annotations

from typing import Any

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from common.api import PointsField
from players.core.api import BaseAPIView
from players.core.api_shapes import PlayerName
from players.models import Club
from tournaments.all_time.queries import all_time_table
from tournaments.rate_limit import admission


class AllTimeFilter(serializers.Serializer[Any]):
    """Which games count."""

    game = serializers.CharField(
        max_length=20, required=False, allow_blank=True, help_text="A game, as “gipf”; left out, all games."
    )


class AllTimeShape(serializers.Serializer[Any]):
    """A player in the all-time table of a club."""

    rank = serializers.IntegerField(source="row.rank")
    player = PlayerName(source="who")
    games = serializers.IntegerField(source="tally.games")
    won = serializers.IntegerField(source="tally.won")
    drawn = serializers.IntegerField(source="tally.drawn")
    lost = serializers.IntegerField(source="tally.lost")
    points = PointsField(source="tally.points")
    events = serializers.IntegerField(source="tally.events")
    events_won = serializers.IntegerField(source="tally.first")


class AllTime(BaseAPIView):
    """All games of a club."""

    @extend_schema(parameters=[AllTimeFilter], responses=AllTimeShape(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """All players of events of the club, most points first: games, points, events played and won."""
        club = get_object_or_404(Club, slug=slug)
        game = self.validated_query(AllTimeFilter).get("game", "")
        return self.paginate(all_time_table(club, game, admission(request)), AllTimeShape)
