"""The endpoints of consent: a club's rule, and its questions to guardians."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from common.api import IdField
from common.journal import queries as journal
from players.core.api import BaseAPIView, ClubAPIView
from players.core.api_shapes import PlayerName
from players.guardians.schemas import AskGuardianInput, SetGuardianRuleInput
from players.guardians.services import ask_about_person, consents_of, latest_answer, set_guardian_rule
from players.models import Club, GuardianAnswer, GuardianConsent
from players.permissions import require
from players.roles import Permission


class GuardianRule(serializers.Serializer[Club]):
    """Whether minors who register by themselves wait for the consent of a guardian."""

    asks = serializers.BooleanField(source="asks_guardians")
    version = serializers.SerializerMethodField()

    def get_version(self, club: Club) -> int:
        return journal.version(club.scope)


class GuardianConsentShape(serializers.Serializer[Any]):
    """A question to a guardian of a member, and the last answer: null before any."""

    id = IdField()
    player = PlayerName(source="person")
    birth_year = serializers.IntegerField()
    asked_at = serializers.DateTimeField()
    answer = serializers.SerializerMethodField()
    answered_at = serializers.SerializerMethodField()

    def get_answer(self, consent: GuardianConsent) -> str | None:
        last = latest_answer(consent)
        return last.answer if last is not None else None

    @extend_schema_field(serializers.DateTimeField(allow_null=True))
    def get_answered_at(self, consent: GuardianConsent) -> datetime | None:
        last: GuardianAnswer | None = latest_answer(consent)
        return last.at if last is not None else None


class ClubGuardians(ClubAPIView):
    """A club's rule about minors."""

    @extend_schema(responses=GuardianRule)
    def get(self, request: Request, slug: str) -> HttpResponseBase:
        """Whether minors need the consent of a guardian to register."""
        return self.tagged(GuardianRule(get_object_or_404(Club, slug=slug)).data)

    @extend_schema(request=SetGuardianRuleInput, responses=GuardianRule)
    def put(self, request: Request, slug: str) -> Response:
        """Choose whether they do. Refused (409) if the server sends no mail. For organisers."""
        chosen = self.validated_body(SetGuardianRuleInput)
        club = get_object_or_404(Club, slug=slug)
        club = set_guardian_rule(actor=self.actor, club_id=club.pk, asks=chosen["asks"], expect=chosen.get("version"))
        return Response(GuardianRule(club).data)


class ClubConsents(BaseAPIView):
    """Consents of guardians about members of a club."""

    @extend_schema(responses=GuardianConsentShape(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """All questions to guardians of members, with their answers. For organisers."""
        club = get_object_or_404(Club, slug=slug)
        require(self.actor, Permission.MANAGE_PEOPLE, club.scope)
        return self.paginate(consents_of(club), GuardianConsentShape)

    @extend_schema(request=AskGuardianInput, responses={201: GuardianConsentShape})
    def post(self, request: Request, slug: str) -> Response:
        """Ask the guardian of a member by mail; an earlier question is replaced. For organisers."""
        club = get_object_or_404(Club, slug=slug)
        made = ask_about_person(actor=self.actor, club_id=club.pk, **self.validated_body(AskGuardianInput))
        return Response(GuardianConsentShape(made).data, status=status.HTTP_201_CREATED)
