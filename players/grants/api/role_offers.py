"""The API of one's own roles, and of roles that clubs offer."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from common.api import IdField
from players.core.api import BaseAPIView
from players.core.api_shapes import ClubName
from players.grants.queries import offers_to
from players.grants.services.grants import give_up_role
from players.grants.services.role_offers import accept_role, decline_role
from players.models import Grant, RoleOffer


class RoleShape(serializers.Serializer[Any]):
    """A role that the account holds in `scope`: "server", "club:3" or "event:12"."""

    id = IdField()
    role = serializers.CharField()
    scope = serializers.CharField(source="scope.key")


class RoleOfferShape(RoleShape):
    """A role that `club` offers. It is not held, and changes nothing, until it is accepted."""

    club = ClubName()
    made_on = serializers.SerializerMethodField()

    @extend_schema_field(serializers.DateField())
    def get_made_on(self, offer: RoleOffer) -> str:
        return offer.made_at.date().isoformat()


class MyRoles(BaseAPIView):
    """The own roles."""

    @extend_schema(responses=RoleShape(many=True))
    def get(self, request: Request) -> Response:
        """The roles of the account of the token."""
        return self.paginate(Grant.objects.filter(account=self.actor).select_related("scope").order_by("pk"), RoleShape)


class MyRole(BaseAPIView):
    """A role of one's own."""

    @extend_schema(responses={204: None})
    def delete(self, request: Request, grant_id: int) -> Response:
        """Lay the role down. The last organiser of a club cannot (409)."""
        get_object_or_404(Grant, pk=grant_id, account=self.actor)
        give_up_role(account=self.actor, grant_id=grant_id)
        return Response(status=status.HTTP_204_NO_CONTENT)


class MyRoleOffers(BaseAPIView):
    """Roles that clubs offer to the own account."""

    @extend_schema(responses=RoleOfferShape(many=True))
    def get(self, request: Request) -> Response:
        """Open offers for the account of the token."""
        return self.paginate(offers_to(self.actor), RoleOfferShape)


class AcceptRole(BaseAPIView):
    """An offer of a role that is accepted."""

    @extend_schema(request=None, responses=RoleShape)
    def post(self, request: Request, offer_id: int) -> Response:
        """Take the role. For the account that it is offered to."""
        get_object_or_404(_mine(self), pk=offer_id)
        return Response(RoleShape(accept_role(account=self.actor, offer_id=offer_id)).data)


class DeclineRole(BaseAPIView):
    """An offer of a role that is declined."""

    @extend_schema(request=None, responses={204: None})
    def post(self, request: Request, offer_id: int) -> Response:
        """Decline. The club cannot invite you again for some days."""
        get_object_or_404(_mine(self), pk=offer_id)
        decline_role(account=self.actor, offer_id=offer_id)
        return Response(status=status.HTTP_204_NO_CONTENT)


def _mine(view: BaseAPIView) -> QuerySet[RoleOffer]:
    """An offer to another account is not there (404)."""
    return RoleOffer.objects.filter(account=view.actor)
