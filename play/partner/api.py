"""The endpoints of a club's house players."""

from __future__ import annotations

from typing import Any

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from common.api import IdField
from play.partner.queries import house_player_rows, row_of
from play.partner.schemas import AddHousePlayerInput
from play.partner.services.house_players import NewHousePlayer, add_house_player, remove_house_player
from players.core.api import ClubAPIView
from players.models import Club


class HousePlayerShape(serializers.Serializer[Any]):
    """A program that plays for a club. Its name ends in “(program)”; `running` games go on."""

    id = IdField()
    name = serializers.CharField()
    rules = serializers.CharField()
    level = serializers.IntegerField()
    control = serializers.CharField()
    since = serializers.DateField()
    running = serializers.IntegerField()


class HousePlayers(ClubAPIView):
    """The house players of a club, and a new one."""

    @extend_schema(responses=HousePlayerShape(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """The house players of the club, by game and level."""
        return self.paginate(house_player_rows(get_object_or_404(Club, slug=slug)), HousePlayerShape)

    @extend_schema(request=AddHousePlayerInput, responses={201: HousePlayerShape})
    def post(self, request: Request, slug: str) -> Response:
        """Let a program play for the club. One that the club had before keeps its ratings."""
        new = NewHousePlayer(**self.validated_body(AddHousePlayerInput))
        made = add_house_player(actor=self.actor, club=get_object_or_404(Club, slug=slug), new=new)
        return Response(HousePlayerShape(row_of(made, 0)).data, status=status.HTTP_201_CREATED)


class OneHousePlayer(ClubAPIView):
    """A house player."""

    @extend_schema(responses={204: None})
    def delete(self, request: Request, slug: str, person_id: int) -> Response:
        """Remove a house player from the club. Its running games continue."""
        club = get_object_or_404(Club, slug=slug)
        remove_house_player(actor=self.actor, club=club, person_id=person_id)
        return Response(status=status.HTTP_204_NO_CONTENT)
