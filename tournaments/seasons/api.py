"""The endpoints of leagues."""

from __future__ import annotations

from typing import Any

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from common.api import IdField, PointsField
from common.entity_tags import TaggedState
from common.journal import queries as journal
from common.web import missing_is_404
from players.core.api import BaseAPIView
from players.core.api_shapes import ClubName, PlayerName
from tournaments.core.queries.leagues import all_leagues
from tournaments.core.schemas import Versioned
from tournaments.models import League
from tournaments.seasons import schemas
from tournaments.seasons.queries import DivisionLine, DivisionTable, LeaguePage, league_page
from tournaments.seasons.services import leagues as services
from tournaments.seasons.services.next_season import end_season

# --- out -----------------------------------------------------------------------------------------------


class LeagueShape(serializers.Serializer[Any]):
    """A league in a list, with the name of the season that is on."""

    id = IdField()
    club = ClubName()
    name = serializers.CharField()
    season = serializers.CharField()


class DivisionLineShape(serializers.Serializer[Any]):
    """A player in a division, and where the player goes from there."""

    rank = serializers.IntegerField(allow_null=True)
    player = PlayerName()
    points = PointsField()
    move = serializers.CharField()
    to = serializers.IntegerField(allow_null=True)
    undecided = serializers.BooleanField()
    by_hand = serializers.BooleanField()
    reason = serializers.CharField()


class DivisionShape(serializers.Serializer[Any]):
    """A division with its table."""

    level = serializers.IntegerField()
    event = IdField()
    name = serializers.CharField()
    state = serializers.CharField()
    players = DivisionLineShape(many=True)


class SeasonShape(serializers.Serializer[Any]):
    """A season of a league. `version` counts all acts on the league, not those in events."""

    league = IdField()
    number = serializers.IntegerField()
    name = serializers.CharField()
    up = serializers.IntegerField()
    down = serializers.IntegerField()
    ended_at = serializers.DateTimeField(allow_null=True)
    about = serializers.CharField()
    version = serializers.IntegerField()
    divisions = DivisionShape(many=True)


def season_values(page: LeaguePage) -> dict[str, Any]:
    """A season as the API has it."""
    season = page.season
    known = {name: getattr(season, name) for name in ("number", "name", "up", "down", "ended_at")}
    more = {"league": page.league.pk, "about": page.league.about, "version": page.version}
    return dict(SeasonShape({**known, **more, "divisions": [_division(table) for table in page.tables]}).data)


def _division(table: DivisionTable) -> dict[str, Any]:
    event = table.event
    known = {"level": table.division.level, "event": event.pk, "name": event.name, "state": event.state}
    return {**known, "players": [_line(line) for line in table.lines]}


def _line(line: DivisionLine) -> dict[str, Any]:
    known = {name: getattr(line, name) for name in ("rank", "points", "move", "to", "by_hand", "reason")}
    return {**known, "player": {"id": line.person, "name": line.name}, "undecided": line.is_open}


# --- endpoints -----------------------------------------------------------------------------------------


class LeagueAPIView(BaseAPIView):
    """An endpoint of one league."""

    def league(self, league_id: int) -> League:
        return get_object_or_404(League.objects.select_related("club"), pk=league_id)

    def season(self, league: League, number: int | None = None) -> dict[str, Any]:
        """A season as the reader sees it; the one that is on without a number."""
        with missing_is_404():
            return season_values(league_page(league, self.request.user, number))

    def state(self) -> TaggedState:
        scope = self.league(self.kwargs["league_id"]).scope
        return TaggedState(scope, journal.version(scope), scope)


class Leagues(BaseAPIView):
    """All leagues, and a new one."""

    @extend_schema(responses=LeagueShape(many=True))
    def get(self, request: Request) -> Response:
        """Leagues of all clubs, the newest first."""
        return self.paginate(all_leagues(), LeagueShape)

    @extend_schema(request=schemas.LeagueNew, responses={201: LeagueShape})
    def post(self, request: Request) -> Response:
        """A new league of a club with its first season, without divisions. For its organisers."""
        self.need_actor()
        new = self.validated_body(schemas.LeagueNew)
        made = services.create_league(new.pop("club").pk, self.actor, **new)
        return Response(LeagueShape(all_leagues().get(pk=made.pk)).data, status=status.HTTP_201_CREATED)


class OneLeague(LeagueAPIView):
    """One league."""

    @extend_schema(responses=SeasonShape)
    def get(self, request: Request, league_id: int) -> Response:
        """The season that is on, with the tables of its divisions and who would move."""
        return Response(self.season(self.league(league_id)))

    @extend_schema(request=schemas.LeagueChange, responses=SeasonShape)
    def patch(self, request: Request, league_id: int) -> Response:
        """Change the names of the league and its season, and how many players move."""
        self.need_actor()
        change = self.validated_body(schemas.LeagueChange, partial=True)
        league, expect = self.league(league_id), change.pop("version", None)
        services.edit_league(league.pk, self.actor, expect=expect, **change)
        return Response(self.season(self.league(league_id)))

    @extend_schema(parameters=[Versioned], responses={204: None})
    def delete(self, request: Request, league_id: int) -> Response:
        """Delete a league with its seasons. The events stay."""
        self.need_actor()
        expect = self.validated_query(Versioned).get("version")
        services.delete_league(self.league(league_id).pk, self.actor, expect=expect)
        return Response(status=status.HTTP_204_NO_CONTENT)


class OneSeason(LeagueAPIView):
    """A season by its number."""

    @extend_schema(responses=SeasonShape)
    def get(self, request: Request, league_id: int, number: int) -> Response:
        """A season, with the players who moved if it has ended."""
        return Response(self.season(self.league(league_id), number))


class Divisions(LeagueAPIView):
    """The divisions of the season that is on."""

    @extend_schema(request=schemas.DivisionNew, responses={201: SeasonShape})
    def post(self, request: Request, league_id: int) -> Response:
        """Let an event of the same club be the lowest division. Nothing in the event changes."""
        self.need_actor()
        new, league = self.validated_body(schemas.DivisionNew), self.league(league_id)
        with missing_is_404():
            services.add_division(league.pk, self.actor, new["event"], expect=new.get("version"))
        return Response(self.season(league), status=status.HTTP_201_CREATED)


class OneDivision(LeagueAPIView):
    """A division of the season that is on."""

    @extend_schema(responses={204: None})
    def delete(self, request: Request, league_id: int, event_id: int) -> Response:
        """Let the event be no division any more. Nothing in it changes."""
        self.need_actor()
        with missing_is_404():
            services.remove_division(self.league(league_id).pk, self.actor, event_id)
        return Response(status=status.HTTP_204_NO_CONTENT)


class OneSeasonMove(LeagueAPIView):
    """Where a player plays next season, decided by hand."""

    @extend_schema(request=schemas.SeasonMoveInput, responses=SeasonShape)
    def put(self, request: Request, league_id: int, person_id: int) -> Response:
        """Decide it by hand, against the standings."""
        self.need_actor()
        sent, league = self.validated_body(schemas.SeasonMoveInput), self.league(league_id)
        known = {"to": sent["to"], "reason": sent["reason"], "expect": sent.get("version")}
        with missing_is_404():
            services.move_by_hand(league.pk, self.actor, person_id, **known)
        return Response(self.season(league))

    @extend_schema(responses={204: None})
    def delete(self, request: Request, league_id: int, person_id: int) -> Response:
        """Let the player move by the standings again."""
        self.need_actor()
        with missing_is_404():
            services.take_back_move(self.league(league_id).pk, self.actor, person_id)
        return Response(status=status.HTTP_204_NO_CONTENT)


class NextSeason(LeagueAPIView):
    """The end of the season that is on."""

    @extend_schema(request=schemas.NextSeason, responses={201: SeasonShape})
    def post(self, request: Request, league_id: int) -> Response:
        """End it, and make the next one: a draft for each division, with the players moved."""
        self.need_actor()
        sent, league = self.validated_body(schemas.NextSeason), self.league(league_id)
        expect = sent.pop("version", None)
        end_season(league.pk, self.actor, expect=expect, **sent)
        return Response(self.season(league), status=status.HTTP_201_CREATED)
