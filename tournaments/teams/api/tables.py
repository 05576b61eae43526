"""The endpoints of matches and of the table of teams."""

from __future__ import annotations

from typing import Any

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from common.api import PointsField, WordsField
from tournaments.core.api import EntryName, EventAPIView, TeamName
from tournaments.core.formats import is_for_teams
from tournaments.rounds.api.rounds import BoardShape
from tournaments.teams.queries.matches import matches_page
from tournaments.teams.queries.tables import shown_team_standings


class TeamMatchShape(serializers.Serializer[Any]):
    """A match, or a bye, which has `white` alone. Boards are there once both line-ups are open."""

    table = serializers.IntegerField(source="row.table")
    white = TeamName()
    black = TeamName(allow_null=True)
    bye = WordsField(allow_null=True)
    seated = serializers.BooleanField(source="row.seated")
    white_handed_in = serializers.BooleanField(source="has_white")
    black_handed_in = serializers.BooleanField(source="has_black")
    white_points = PointsField()
    black_points = PointsField()
    open = serializers.BooleanField(source="is_open")
    boards = BoardShape(many=True)


class TeamMatchesShape(serializers.Serializer[Any]):
    """The matches of a round. `line_ups_due`: until when line-ups are handed in; null: until both are."""

    number = serializers.IntegerField()
    version = serializers.IntegerField()
    line_ups_due = serializers.DateTimeField(allow_null=True)
    matches = TeamMatchShape(many=True)


class RoundMatches(EventAPIView):
    """The matches of a round."""

    path = "rounds/<int:number>/matches"

    @extend_schema(responses=TeamMatchesShape)
    def get(self, request: Request, event_id: int, number: int) -> Response:
        """The matches of a round, with the boards of those whose line-ups are open; 404 where none is paired."""
        rows = self.rows(self.event(event_id))
        page = matches_page(rows, number) if is_for_teams(rows.event.format) else None
        if page is None:
            raise Http404
        return Response(TeamMatchesShape(page).data)


class TieBreakColumn(serializers.Serializer[Any]):
    """A tie-break of the table."""

    code = serializers.CharField()
    name = WordsField()


class TeamLineShape(serializers.Serializer[Any]):
    """A team in the table; `values` are those of the tie-breaks as they are printed."""

    group = serializers.IntegerField(allow_null=True)
    rank = serializers.IntegerField()
    team = TeamName()
    match_points = PointsField()
    game_points = PointsField()
    won = serializers.IntegerField()
    drawn = serializers.IntegerField()
    lost = serializers.IntegerField()
    values = serializers.ListField(child=serializers.CharField())


class BoardLineShape(serializers.Serializer[Any]):
    """A player among those of a board."""

    rank = serializers.IntegerField()
    entry = EntryName()
    team = TeamName()
    points = PointsField()
    games = serializers.IntegerField()
    performance = serializers.IntegerField(allow_null=True)


class BoardTableShape(serializers.Serializer[Any]):
    """The players of a board by points, performance and fewer games there."""

    board = serializers.IntegerField()
    lines = BoardLineShape(many=True)


class TeamStandingsShape(serializers.Serializer[Any]):
    """The table of teams after `rounds` rounds, and players by board. `by_games`: game points count first.

    `annulled` are teams that left a schedule before half of their matches were done: they stand in no table.
    """

    rounds = serializers.IntegerField()
    by_games = serializers.BooleanField()
    columns = TieBreakColumn(many=True)
    lines = TeamLineShape(many=True)
    boards = BoardTableShape(many=True)
    annulled = TeamName(many=True)


class TeamStandingsOfEvent(EventAPIView):
    """The table of teams."""

    path = "team-standings"

    @extend_schema(responses=TeamStandingsShape)
    def get(self, request: Request, event_id: int) -> Response:
        """The table of an event of teams, as far as standings are shown to you; 404 where no teams meet."""
        event = self.event(event_id)
        if not is_for_teams(event.format):
            raise Http404
        found = shown_team_standings(self.rows(event), whole=self.sees_all(event))
        return Response(TeamStandingsShape(found).data)
