"""The endpoints of clubs."""

from __future__ import annotations

from typing import Any

from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from common.api import IdField
from common.api_filters import ordering_field
from common.journal import queries as journal
from players.clubs.queries.clubs import find_clubs
from players.clubs.schemas import ClubAdmission, ClubChange, ClubMade
from players.clubs.services.clubs import admit_club, create_club, edit_club
from players.core.api import BaseAPIView, ClubAPIView
from players.core.api_shapes import BY_NAME, ClubName
from players.models import Club
from players.names import LONGEST


class ClubRow(ClubName):
    """A club in a list. `admitted`: its games count in the rating lists of the whole server."""

    id = IdField()
    place = serializers.CharField()
    time_zone = serializers.CharField()
    admitted = serializers.BooleanField()


class ClubOne(ClubRow):
    """One club. `version` counts all acts in it."""

    version = serializers.SerializerMethodField()

    def get_version(self, club: Club) -> int:
        return journal.version(club.scope)


class ClubFilter(serializers.Serializer[Any]):
    """Which clubs: those with the words of `q` in the name or place, those that are `admitted` or are not."""

    q = serializers.CharField(max_length=LONGEST, required=False)
    admitted = serializers.BooleanField(default=None, allow_null=True)
    ordering = ordering_field(BY_NAME)


class Clubs(BaseAPIView):
    """All clubs, and a new one."""

    @extend_schema(parameters=[ClubFilter], responses=ClubRow(many=True))
    def get(self, request: Request) -> Response:
        """The clubs of the server, by name."""
        return self.paginate(find_clubs(self.validated_query(ClubFilter)), ClubRow)

    @extend_schema(request=ClubMade, responses={201: ClubOne})
    def post(self, request: Request) -> Response:
        """A new club, with the account of the token as its first organiser. For administrators of the server."""
        club = create_club(**self.validated_body(ClubMade), actor=self.actor)
        return Response(ClubOne(club).data, status=status.HTTP_201_CREATED)


class OneClub(ClubAPIView):
    """One club."""

    @extend_schema(responses=ClubOne)
    def get(self, request: Request, slug: str) -> HttpResponseBase:
        """A club by its slug."""
        return self.tagged(ClubOne(get_object_or_404(Club, slug=slug)).data)

    @extend_schema(request=ClubChange, responses=ClubOne)
    def patch(self, request: Request, slug: str) -> Response:
        """Change a club. Its slug stays."""
        change = self.validated_body(ClubChange, partial=True)
        club = get_object_or_404(Club, slug=slug)
        expect = change.pop("version", None)
        if expect is None:  # what is not sent is filled in from what is read after this version
            expect = journal.version(club.scope)
            club.refresh_from_db()
        kept = {"name": club.name, "place": club.place, "time_zone": club.time_zone}
        club = edit_club(actor=self.actor, club_id=club.pk, expect=expect, **kept | change)
        return Response(ClubOne(club).data)


class AdmitClub(ClubAPIView):
    """Whether a club counts in the rating lists of the whole server."""

    @extend_schema(request=ClubAdmission, responses=ClubOne)
    def put(self, request: Request, slug: str) -> Response:
        """Let its games count there, or no longer; the lists follow in a moment. For administrators of the server."""
        admitted = self.validated_body(ClubAdmission)["admitted"]
        club = get_object_or_404(Club, slug=slug)
        return Response(ClubOne(admit_club(actor=self.actor, club_id=club.pk, admitted=admitted)).data)
