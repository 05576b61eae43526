"""The endpoints of a club's people."""

from __future__ import annotations

from typing import Any

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from common.api_filters import ordering_field
from players.clubs.queries.members import members_of, rows_for
from players.clubs.schemas import PlayerNew
from players.core.api import ClubAPIView
from players.core.api_shapes import BY_NAME, LONGEST_COUNTRY, PlayerName, PlayerRow, with_clubs
from players.models import Club
from players.names import LONGEST
from players.people.queries.filters import find_people
from players.people.services.people import create_person


class MemberRow(PlayerName):
    """A member of a club: from `since` to `until` (null: still)."""

    country = serializers.CharField()
    since = serializers.DateField()
    until = serializers.DateField(allow_null=True)


class MemberFilter(serializers.Serializer[Any]):
    """Which people of the club: those whose name has the words of `q`, of a country; `former`: those who left."""

    q = serializers.CharField(max_length=LONGEST, required=False, allow_blank=True)
    former = serializers.BooleanField(default=False)
    country = serializers.CharField(max_length=LONGEST_COUNTRY, required=False, help_text="Two letters.")
    ordering = ordering_field(BY_NAME)


class ClubPlayers(ClubAPIView):
    """The people of a club, and a new one."""

    @extend_schema(parameters=[MemberFilter], responses=MemberRow(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """The club's members, by name."""
        club = get_object_or_404(Club, slug=slug)
        asked = self.validated_query(MemberFilter)
        people = find_people(members_of(club, text=asked.get("q", ""), former=asked["former"]), asked)
        return self.paginate(people, MemberRow, lambda cut: rows_for(club, cut))

    @extend_schema(request=PlayerNew, responses={201: PlayerRow})
    def post(self, request: Request, slug: str) -> Response:
        """A new person who is a member of the club. Search first: one person has one record."""
        new = self.validated_body(PlayerNew)
        person = create_person(actor=self.actor, club=get_object_or_404(Club, slug=slug), **new)
        return Response(PlayerRow(with_clubs([person])[0]).data, status=status.HTTP_201_CREATED)
