"""The endpoints of the limit of players and of the waiting list."""

from __future__ import annotations

from typing import Any

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from common.api import IdField
from players.permissions import require
from players.roles import Permission
from tournaments.core.api.base import EventAPIView
from tournaments.core.api.serializers import EntryRow, PersonName, WaitingPlace
from tournaments.core.queries.waiting_list import own_place, places_of, waiting_list
from tournaments.core.schemas import Versioned
from tournaments.entries.api.entries import EntryAPIView
from tournaments.entries.schemas import SetEntryLimitInput
from tournaments.entries.services import moving_up
from tournaments.models import WaitingPlayer


class EntryLimitOne(serializers.Serializer[Any]):
    """The limit, and how full the event is."""

    most = serializers.IntegerField(allow_null=True)
    moves_up = serializers.BooleanField()
    entered = serializers.IntegerField()
    waiting = serializers.IntegerField()


class WaitingOne(serializers.Serializer[Any]):
    """Somebody who waits for a place; `place` counts from 1."""

    id = IdField()
    place = serializers.IntegerField()
    player = PersonName(source="*")
    since = serializers.DateTimeField()


class EntryLimitView(EventAPIView):
    """How many players an event takes."""

    @extend_schema(responses=EntryLimitOne)
    def get(self, request: Request, event_id: int) -> Response:
        """The limit of players, and how many are registered and wait."""
        return Response(EntryLimitOne(places_of(self.event(event_id))).data)

    @extend_schema(request=SetEntryLimitInput, responses=EntryLimitOne)
    def put(self, request: Request, event_id: int) -> Response:
        """Change the limit; who waits moves up where it leaves room."""
        values, event = self.validated_body(SetEntryLimitInput), self.event(event_id)
        moving_up.set_entry_limit(
            event.pk, self.actor, values["most"], moves_up=values["moves_up"], expect=values.get("version")
        )
        return self.get(request, event_id)


class WaitingList(EventAPIView):
    """Who waits for a place."""

    @extend_schema(responses=WaitingOne(many=True))
    def get(self, request: Request, event_id: int) -> Response:
        """The waiting list, the first first. For organisers."""
        event = self.event(event_id)
        require(self.actor, Permission.ENTER_PLAYERS, event.scope)
        return self.paginate(waiting_list(event), WaitingOne)


class MyWaiting(EventAPIView):
    """The own place on the waiting list."""

    @extend_schema(responses=WaitingPlace)
    def get(self, request: Request, event_id: int) -> Response:
        """Your own place; null where you do not wait."""
        return Response(WaitingPlace({"place": own_place(self.event(event_id), self.actor)}).data)

    @extend_schema(responses={204: None})
    def delete(self, request: Request, event_id: int) -> Response:
        """Leave the waiting list."""
        actor = self.actor
        moving_up.leave_waiting_list(self.event(event_id).pk, actor)
        return Response(status=status.HTTP_204_NO_CONTENT)


class OneWaiting(EventAPIView):
    """One place on the waiting list."""

    @extend_schema(responses={204: None})
    def delete(self, request: Request, event_id: int, waiting_id: int) -> Response:
        """Take somebody off the waiting list. For organisers."""
        actor = self.actor
        try:
            moving_up.remove_waiting(self.event(event_id).pk, actor, waiting_id)
        except WaitingPlayer.DoesNotExist:
            raise Http404 from None
        return Response(status=status.HTTP_204_NO_CONTENT)


class MoveUp(EntryAPIView):
    """Somebody who waited and plays now."""

    @extend_schema(request=Versioned, responses={201: EntryRow})
    def post(self, request: Request, event_id: int, waiting_id: int) -> Response:
        """Register somebody of the waiting list, first or not, be it beyond the limit. For organisers."""
        values, event = self.validated_body(Versioned), self.event(event_id)
        try:
            entry = moving_up.move_up(event.pk, self.actor, waiting_id, expect=values.get("version"))
        except WaitingPlayer.DoesNotExist:
            raise Http404 from None
        return self.respond(event, entry, status.HTTP_201_CREATED)
