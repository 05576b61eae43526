"""The endpoints of the roles in a club. `tournaments.events.api.events` has those of an event, with the same shapes."""

from __future__ import annotations

from typing import Any

from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from players.core.api import BaseAPIView, ClubAPIView
from players.core.api_shapes import PlayerName
from players.grants.api.role_offers import RoleShape
from players.grants.queries import held_within, offered_within
from players.grants.services.grants import grant, revoke
from players.grants.services.role_offers import withdraw_role_offer
from players.identity import person_of
from players.models import Account, Club, Grant, RoleOffer
from players.permissions import require
from players.roles import Permission, Role

LONGEST_USERNAME = 150
OF_EVENTS = [Role.ARBITER.value, Role.SCORER.value]
OF_CLUBS = [Role.ORGANISER.value, *OF_EVENTS]


class HeldRole(RoleShape):
    """A role that an account (`username`) holds in `scope`; `player` is whose account it is, null for no one's."""

    username = serializers.CharField(source="account.username")
    player = serializers.SerializerMethodField()

    @extend_schema_field(PlayerName(allow_null=True))
    def get_player(self, row: Grant | RoleOffer) -> dict[str, Any] | None:
        person = person_of(row.account)
        return None if person is None else dict(PlayerName(person).data)


class OfferedRole(HeldRole):
    """A role that an account was offered. It changes nothing until its owner accepts it."""

    made_at = serializers.DateTimeField()


class AccountField(serializers.CharField):
    """An account that is there, by its sign-in name."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**{"max_length": LONGEST_USERNAME} | kwargs)

    def run_validation(self, data: Any = serializers.empty) -> Account:
        account = Account.objects.filter(username__iexact=super().run_validation(data)).first()
        if account is None:
            raise serializers.ValidationError(gettext("No account has this sign-in name."))
        return account


class EventRoleNew(serializers.Serializer[Any]):
    """Who becomes arbiter or scorer of the event."""

    username = AccountField()
    role = serializers.ChoiceField(OF_EVENTS, default=Role.ARBITER.value)


class RoleNew(EventRoleNew):
    """Who gets which role in the club."""

    role = serializers.ChoiceField(OF_CLUBS)


class RoleFilter(serializers.Serializer[Any]):
    """Roles of a kind."""

    role = serializers.ChoiceField(OF_CLUBS, required=False)


def give(view: BaseAPIView, account: Account, role: Role, scope: str) -> Response:
    """Give a role: 201 where it is held from now on, 202 where it is offered."""
    given = grant(actor=view.actor, account=account, role=role, scope=scope)
    if isinstance(given, RoleOffer):
        return Response(OfferedRole(given).data, status=status.HTTP_202_ACCEPTED)
    return Response(HeldRole(given).data, status=status.HTTP_201_CREATED)


def take_back(view: BaseAPIView, grant_id: int, scope: str) -> Response:
    """Take back a role in this scope or directly below it; 404 for any other."""
    require(view.actor, Permission.GIVE_ROLES, scope)
    if not held_within(scope).filter(pk=grant_id).exists():
        raise Http404
    revoke(actor=view.actor, grant_id=grant_id)
    return Response(status=status.HTTP_204_NO_CONTENT)


class _ClubRolesView(ClubAPIView):
    """An endpoint of the roles of a club. They are for those who may give them."""

    def club(self, slug: str) -> Club:
        """The club; 401 or 403 for an account that may not give roles in it."""
        club = get_object_or_404(Club, slug=slug)
        require(self.actor, Permission.GIVE_ROLES, club.scope)
        return club


class ClubRoles(_ClubRolesView):
    """The roles in a club and in its events."""

    @extend_schema(parameters=[RoleFilter], responses=HeldRole(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """All roles in the club and its events. For organisers."""
        rows, asked = held_within(self.club(slug).scope), self.validated_query(RoleFilter)
        return self.paginate(rows.filter(**asked), HeldRole)

    @extend_schema(request=RoleNew, responses={201: HeldRole, 202: OfferedRole})
    def post(self, request: Request, slug: str) -> Response:
        """Give a role in the club. It is offered (202) if the club does not manage the account."""
        sent, club = self.validated_body(RoleNew), self.club(slug)
        return give(self, sent["username"], Role(sent["role"]), club.scope)


class OneClubRole(_ClubRolesView):
    """A role in a club or in one of its events."""

    @extend_schema(responses={204: None})
    def delete(self, request: Request, slug: str, grant_id: int) -> Response:
        """Take the role back. The last organiser of the club cannot be removed (409)."""
        return take_back(self, grant_id, self.club(slug).scope)


class ClubRoleOffers(_ClubRolesView):
    """Roles that a club offers."""

    @extend_schema(responses=OfferedRole(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """Open offers in the club and its events. For organisers."""
        return self.paginate(offered_within(self.club(slug).scope), OfferedRole)


class OneClubRoleOffer(_ClubRolesView):
    """A role that a club offers."""

    @extend_schema(responses={204: None})
    def delete(self, request: Request, slug: str, offer_id: int) -> Response:
        """Withdraw an open offer."""
        offer = get_object_or_404(offered_within(self.club(slug).scope), pk=offer_id)
        withdraw_role_offer(actor=self.actor, offer_id=offer.pk)
        return Response(status=status.HTTP_204_NO_CONTENT)
