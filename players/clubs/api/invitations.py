"""The API of invitations to clubs, and of which club looks after an account."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.http import Http404
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from common.api import IdField
from players.clubs.queries import invitations
from players.clubs.queries.invitations import InvitationRow
from players.clubs.schemas import Acceptance, HomeChoice, InvitationNew
from players.clubs.services.homes import choose_home
from players.clubs.services.invitations import accept_invitation, decline_invitation, invite_person, withdraw_invitation
from players.core.api import BaseAPIView
from players.core.api_shapes import ClubName, PlayerName
from players.identity import person_of
from players.models import Account, Club, Invitation
from players.permissions import may_answer_for, require
from players.roles import Permission


class InvitationOne(serializers.Serializer[Any]):
    """An invitation that waits for its answer: nothing has changed for the person yet."""

    id = IdField()
    player = PlayerName()
    club = ClubName()
    since = serializers.DateField()
    made_on = serializers.DateField()


class MembershipOne(serializers.Serializer[Any]):
    """A membership that goes on."""

    club = ClubName()
    since = serializers.DateField()


def _to_rows(rows: Sequence[InvitationRow]) -> list[dict[str, Any]]:
    return [
        {
            "id": row.id,
            "player": {"id": row.person_id, "name": row.name},
            "club": row.club,
            "since": row.since,
            "made_on": row.made_on,
        }
        for row in rows
    ]


class ClubInvitations(BaseAPIView):
    """Whom a club asked to become a member."""

    @extend_schema(responses=InvitationOne(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """Open invitations of the club. For its organisers."""
        club = get_object_or_404(Club, slug=slug)
        require(self.actor, Permission.MANAGE_PEOPLE, club.scope)
        return self.paginate(
            invitations.open_invitations_of(club), InvitationOne, lambda cut: _to_rows(invitations.rows(cut))
        )

    @extend_schema(request=InvitationNew, responses={201: InvitationOne})
    def post(self, request: Request, slug: str) -> Response:
        """Invite a person to become a member. This gives the club no control over the person."""
        new = self.validated_body(InvitationNew)
        made = invite_person(
            actor=self.actor, club=get_object_or_404(Club, slug=slug), person_id=new["player"], since=new["since"]
        )
        (row,) = invitations.rows(invitations.open_invitations_of(made.club).filter(pk=made.pk))
        return Response(InvitationOne(_to_rows([row])[0]).data, status=status.HTTP_201_CREATED)


class MyInvitations(BaseAPIView):
    """What the own person was asked."""

    @extend_schema(responses=InvitationOne(many=True))
    def get(self, request: Request) -> Response:
        """Open invitations to clubs for the account of the token."""
        person = person_of(self.actor)
        return self.paginate(invitations.of_person(person) if person is not None else [], InvitationOne, _to_rows)


class WithdrawInvitation(BaseAPIView):
    """An invitation that the club takes back."""

    @extend_schema(request=None, responses={204: None})
    def post(self, request: Request, invitation_id: int) -> Response:
        """Take it back before it is answered. For organisers of the club."""
        withdraw_invitation(actor=self.actor, invitation_id=invitation_id)
        return Response(status=status.HTTP_204_NO_CONTENT)


class AcceptInvitation(BaseAPIView):
    """An invitation that is accepted."""

    @extend_schema(request=Acceptance, responses=MembershipOne)
    def post(self, request: Request, invitation_id: int) -> Response:
        """Become a member. For the person's own account, or for its managers if it has none."""
        values = self.validated_body(Acceptance)
        _answerable(self.actor, invitation_id)
        row = accept_invitation(actor=self.actor, invitation_id=invitation_id, as_home=values["as_home"])
        return Response(MembershipOne(row).data)


class DeclineInvitation(BaseAPIView):
    """An invitation that is declined."""

    @extend_schema(request=None, responses={204: None})
    def post(self, request: Request, invitation_id: int) -> Response:
        """Decline, as an account that could accept."""
        _answerable(self.actor, invitation_id)
        decline_invitation(actor=self.actor, invitation_id=invitation_id)
        return Response(status=status.HTTP_204_NO_CONTENT)


class MyHome(BaseAPIView):
    """Which club looks after the own account."""

    @extend_schema(request=HomeChoice, responses=HomeChoice)
    def put(self, request: Request) -> Response:
        """One of the person's clubs, or null for server administrators only. No one else can choose it."""
        slug = self.validated_body(HomeChoice)["club"]
        choose_home(account=self.actor, club=get_object_or_404(Club, slug=slug) if slug else None)
        return Response({"club": slug or None})


def _answerable(actor: Account, invitation_id: int) -> None:
    """404 for an invitation that is not this account's to answer, as for one that is not there."""
    invitation = get_object_or_404(Invitation.objects.select_related("person__merged_into"), pk=invitation_id)
    if not may_answer_for(actor, invitation.person):
        raise Http404
