"""The endpoint of a club's choice about open data."""

from __future__ import annotations

from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from common.journal import queries as journal
from players.clubs.schemas import SetOpenLicenceInput
from players.clubs.services.open_licences import set_open_licence
from players.core.api import ClubAPIView
from players.models import Club, Licence


class OpenLicenceShape(serializers.Serializer[Club]):
    """Under which licence the club's public games are open data; empty for not at all."""

    licence = serializers.ChoiceField(Licence.values, source="open_licence", allow_blank=True)
    version = serializers.SerializerMethodField()

    def get_version(self, club: Club) -> int:
        return journal.version(club.scope)


class ClubOpenLicence(ClubAPIView):
    """A club's choice about open data."""

    @extend_schema(responses=OpenLicenceShape)
    def get(self, request: Request, slug: str) -> HttpResponseBase:
        """Whether the club's public games are open data, and under which licence."""
        return self.tagged(OpenLicenceShape(get_object_or_404(Club, slug=slug)).data)

    @extend_schema(request=SetOpenLicenceInput, responses=OpenLicenceShape)
    def put(self, request: Request, slug: str) -> Response:
        """Choose a licence, or none. The files of the months follow in a while. For organisers."""
        chosen = self.validated_body(SetOpenLicenceInput)
        club = get_object_or_404(Club, slug=slug)
        club = set_open_licence(
            actor=self.actor, club_id=club.pk, licence=chosen["licence"], expect=chosen.get("version")
        )
        return Response(OpenLicenceShape(club).data)
