"""The API of joining: who asks to become a member of a club or to enter its events, and the links that invite to it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.shortcuts import get_object_or_404
from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from common.api import IdField
from players.core import limits
from players.core.api import BaseAPIView
from players.core.api_shapes import PlayerName
from players.joining.services import ask_to_join, decline_join, take_requests
from players.models import Club, JoinRequest, Person
from players.names import LONGEST
from players.permissions import require
from players.roles import Permission
from tournaments.entries.queries import RequestRow, invitations, open_requests
from tournaments.entries.schemas import ApproveRequestInput
from tournaments.entries.services.joining import approve_request
from tournaments.models import Event


class JoinNew(serializers.Serializer[Any]):
    """Who asks. `event`: an event of the club that players can enter by themselves; null asks for the club alone."""

    name = serializers.CharField(max_length=LONGEST)
    email = serializers.EmailField(allow_blank=True, required=False)
    event = IdField(allow_null=True, default=None)
    birth_year = serializers.IntegerField(allow_null=True, default=None, min_value=1900, max_value=2100)
    guardian_email = serializers.EmailField(allow_blank=True, required=False)


class Namesake(PlayerName):
    """A member of that name who has no account: the request may be theirs."""


class JoinOne(serializers.Serializer[Any]):
    """A request that waits for an answer. No one's answer deletes it at `expires_at`."""

    id = IdField()
    name = serializers.CharField()
    email = serializers.CharField()
    event = IdField(source="event_id", allow_null=True)
    made_at = serializers.DateTimeField()
    expires_at = serializers.DateTimeField()
    namesakes = Namesake(many=True)
    waits_for_guardian = serializers.BooleanField()


class JoinMade(JoinOne):
    """A new request. `page` is the asker's, where they see the answer and choose a password; it is told only now."""

    page = serializers.URLField()


class Joined(serializers.Serializer[Any]):
    """The member, and the sign-in name of the new account. Its owner chooses the password on the request's page."""

    player = PlayerName()
    username = serializers.CharField()


class InvitationLink(serializers.Serializer[Any]):
    """An address to be shared, as a link or a QR code. `event` is null for the club's own."""

    name = serializers.CharField()
    event = IdField(source="event_id", allow_null=True)
    address = serializers.URLField()


class JoiningSwitch(serializers.Serializer[Any]):
    """Whether the club takes requests."""

    takes_requests = serializers.BooleanField()


class Joining(JoiningSwitch):
    """Whether the club takes requests, and the addresses that lead to them: none where it takes none."""

    invitations = InvitationLink(many=True)


class ClubJoining(BaseAPIView):
    """Whether and where visitors can ask to join a club."""

    @extend_schema(responses=Joining)
    def get(self, request: Request, slug: str) -> Response:
        """The club's switch, and its invitations. For organisers."""
        club = _club(self, slug)
        links = [
            {"name": each.name, "event_id": each.event_id, "address": request.build_absolute_uri(each.path)}
            for each in invitations(club)
        ]
        return Response(Joining({"takes_requests": club.takes_requests, "invitations": links}).data)

    @extend_schema(request=JoiningSwitch, responses=Joining)
    def put(self, request: Request, slug: str) -> Response:
        """Open or close requests. Open ones stay."""
        takes = self.validated_body(JoiningSwitch)["takes_requests"]
        take_requests(actor=self.actor, club_id=_club(self, slug).pk, takes=takes)
        return self.get(request, slug)


class JoinRequests(BaseAPIView):
    """Who asks to join a club."""

    @extend_schema(responses=JoinOne(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """Open requests, oldest first. For organisers."""
        return self.paginate(list(open_requests(_club(self, slug))), JoinOne, _to_rows)

    @extend_schema(request=JoinNew, responses={201: JoinMade})
    def post(self, request: Request, slug: str) -> Response:
        """Submit a request made elsewhere, such as on the club's own site. For organisers; throttled."""
        club, new = _club(self, slug), self.validated_body(JoinNew)
        event = new.pop("event")
        scope = _event_to_enter(club, event).scope if event is not None else ""
        limits.JOIN_BY_CLUB.take(str(club.pk))
        asked = ask_to_join(club=club, scope=scope, **new)
        (row,) = (each for each in open_requests(club) if each.id == asked.request.pk)
        page = request.build_absolute_uri(reverse("join-request", args=[asked.secret]))
        made = JoinMade({**_to_rows([row])[0], "page": page}).data
        return Response(made, status=status.HTTP_201_CREATED)


class ApproveJoin(BaseAPIView):
    """A request that is approved."""

    @extend_schema(request=ApproveRequestInput, responses=Joined)
    def post(self, request: Request, request_id: int) -> Response:
        """Approve a request: creates a member with an account, registered where requested. For organisers."""
        sent = self.validated_body(ApproveRequestInput)
        _open_request(self, request_id)
        account = approve_request(self.actor, request_id, person_id=sent["player"], is_new=sent["new"]).account
        assert account is not None  # it was just made
        person = Person.objects.get(account=account)
        joined = {"player": {"id": person.pk, "name": person.name}, "username": account.username}
        return Response(Joined(joined).data)


class DeclineJoin(BaseAPIView):
    """A request that is declined."""

    @extend_schema(request=None, responses={204: None})
    def post(self, request: Request, request_id: int) -> Response:
        """Delete the request. For organisers of the club."""
        _open_request(self, request_id)
        decline_join(actor=self.actor, request_id=request_id)
        return Response(status=status.HTTP_204_NO_CONTENT)


def _club(view: BaseAPIView, slug: str) -> Club:
    """The club, if the account of the token manages its people."""
    club = get_object_or_404(Club, slug=slug)
    require(view.actor, Permission.MANAGE_PEOPLE, club.scope)
    return club


def _event_to_enter(club: Club, event_id: int) -> Event:
    return get_object_or_404(Event, pk=event_id, club=club, state=Event.State.OPEN, self_entry=True)


def _open_request(view: BaseAPIView, request_id: int) -> None:
    """404 for a request that is answered; who may not answer it is refused."""
    found = get_object_or_404(JoinRequest.objects.select_related("club"), pk=request_id, account=None)
    require(view.actor, Permission.MANAGE_PEOPLE, found.club.scope)


def _to_rows(rows: Sequence[RequestRow]) -> list[dict[str, Any]]:
    return [
        {
            "id": row.id,
            "name": row.name,
            "email": row.email,
            "event_id": row.event_id,
            "made_at": row.made_at,
            "expires_at": row.expires_at,
            "waits_for_guardian": row.waits_for_guardian,
            "namesakes": [{"id": one.id, "name": one.name} for one in row.namesakes],
        }
        for row in rows
    ]
