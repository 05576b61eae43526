"""The endpoints of players who are kept apart: for those who run the event."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from common.api import IdField
from players.permissions import require
from players.roles import Permission
from tournaments.core.api.base import EventAPIView
from tournaments.entries.schemas import AddExclusionInput, RemoveExclusionInput, RemoveExclusionQuery
from tournaments.entries.services import exclusions


class ExclusionSerializer(serializers.Serializer[Any]):
    """Entries (ids) of whom no two may be paired, from a round to a round (null: to the end)."""

    id = IdField()
    entries = serializers.ListField(child=serializers.IntegerField())
    first_round = serializers.IntegerField()
    last_round = serializers.IntegerField(allow_null=True)


class Exclusions(EventAPIView):
    """Players who are kept apart."""

    @extend_schema(responses=ExclusionSerializer(many=True))
    def get(self, request: Request, event_id: int) -> Response:
        """The groups that there are."""
        actor, event = self.actor, self.event(event_id)
        require(actor, Permission.RUN_ROUNDS, event.scope)
        return self.paginate(self.rows(event).forbidden, ExclusionSerializer)

    @extend_schema(request=AddExclusionInput, responses={201: ExclusionSerializer})
    def post(self, request: Request, event_id: int) -> Response:
        """Let no two of these players be paired. Rounds that are paired stay as they are."""
        sent = self.validated_body(AddExclusionInput)
        event = self.event(event_id)
        group = exclusions.add_exclusion(
            event.pk,
            self.actor,
            sent["entries"],
            first_round=sent["first_round"],
            last_round=sent["last_round"],
            expect=sent.get("version"),
            confirm=sent["confirm"],
        )
        made = next(each for each in self.rows(event).forbidden if each.id == group.pk)
        return Response(ExclusionSerializer(made).data, status=status.HTTP_201_CREATED)


class OneExclusion(EventAPIView):
    """One group."""

    @extend_schema(parameters=[RemoveExclusionQuery], responses={204: None})
    def delete(self, request: Request, event_id: int, group_id: int) -> Response:
        """Let the players of a group meet again."""
        actor, asked = self.actor, self.validated_query(RemoveExclusionQuery)
        sent = self.validated_body(RemoveExclusionInput)
        exclusions.remove_exclusion(
            self.event(event_id).pk,
            actor,
            group_id,
            expect=asked.get("version", sent.get("version")),
            confirm=[*asked["confirm"], *sent["confirm"]],
        )
        return Response(status=status.HTTP_204_NO_CONTENT)
