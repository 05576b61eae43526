"""The endpoints of the arbiters of one event; `players.grants.api.roles` has those of a whole club."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from players.grants.api.roles import ArbiterNew, HeldRole, OfferedRole, give, take_back
from players.grants.queries.roles import held_within
from players.permissions import require
from players.roles import Permission, Role
from tournaments.core.api.base import EventAPIView


class EventRoles(EventAPIView):
    """The arbiters of one event."""

    @extend_schema(responses=HeldRole(many=True))
    def get(self, request: Request, event_id: int) -> Response:
        """Who is arbiter of this event alone. For organisers; those of the whole club are at its own address."""
        actor, event = self.actor, self.event(event_id)
        require(actor, Permission.GIVE_ROLES, event.scope)
        return self.paginate(held_within(event.scope), HeldRole)

    @extend_schema(request=ArbiterNew, responses={201: HeldRole, 202: OfferedRole})
    def post(self, request: Request, event_id: int) -> Response:
        """Make somebody arbiter of this event. Where the club has no power over the account it is offered (202)."""
        account, event = self.validated_body(ArbiterNew)["username"], self.event(event_id)
        return give(self, account, Role.ARBITER, event.scope)


class OneEventRole(EventAPIView):
    """The role of an arbiter of one event."""

    @extend_schema(responses={204: None})
    def delete(self, request: Request, event_id: int, grant_id: int) -> Response:
        """Take the role back."""
        assert self.actor
        return take_back(self, grant_id, self.event(event_id).scope)
