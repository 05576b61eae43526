"""The endpoints of an event over the board: links on result slips, and check-in before a round."""

from __future__ import annotations

from typing import Any

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from players.permissions import require
from players.roles import Permission
from tournaments.core.api.base import EventAPIView
from tournaments.core.errors import EventRefused
from tournaments.entries.queries.check_in import NOT_OPEN, CheckInState, check_in_state
from tournaments.entries.schemas import GiveByesInput
from tournaments.entries.services import byes, check_in
from tournaments.models import CheckIn, Entry, Event


class CheckInEntry(serializers.Serializer[Any]):
    """A player who could play in the round: when he checked in (null: not yet), and his bye there ("": none)."""

    entry = serializers.IntegerField(source="entry.id")
    name = serializers.CharField(source="entry.name")
    at = serializers.DateTimeField(allow_null=True)
    bye = serializers.CharField()


class CheckInSerializer(serializers.Serializer[Any]):
    """The check-in for a round that is not paired yet, its players by name."""

    round = serializers.IntegerField()
    entries = CheckInEntry(source="rows", many=True)


class ByesGiven(serializers.Serializer[Any]):
    """Who has a bye now: ids of entries."""

    round = serializers.IntegerField()
    entries = serializers.ListField(child=serializers.IntegerField())


class _CheckInView(EventAPIView):
    def open_state(self, event: Event) -> CheckInState:
        """The check-in of the round that comes. EventRefused where none is open."""
        found = check_in_state(self.rows(event), CheckIn.objects.filter(event=event).first())
        if found is None:
            raise EventRefused(NOT_OPEN)
        return found


class CheckInOfRound(_CheckInView):
    """Check-in for the round that comes."""

    @extend_schema(responses=CheckInSerializer)
    def get(self, request: Request, event_id: int) -> Response:
        """Who is there and who is not. 409 where check-in is not open."""
        event = self.event(event_id)
        require(self.actor, Permission.ENTER_PLAYERS, event.scope)
        return Response(CheckInSerializer(self.open_state(event)).data)

    @extend_schema(request=None, responses=CheckInSerializer)
    def post(self, request: Request, event_id: int) -> Response:
        """Open it for the round that comes. Opened again, it goes on as it is."""
        event = self.event(event_id)
        check_in.open_check_in(event.pk, self.actor)
        return Response(CheckInSerializer(self.open_state(event)).data)

    @extend_schema(responses={204: None})
    def delete(self, request: Request, event_id: int) -> Response:
        """Close it, and forget who has checked in."""
        check_in.close_check_in(self.event(event_id).pk, self.actor)
        return Response(status=status.HTTP_204_NO_CONTENT)


class CheckInMyself(EventAPIView):
    """Your own check-in."""

    @extend_schema(request=None, responses={204: None})
    def post(self, request: Request, event_id: int) -> Response:
        """Say that you are there."""
        check_in.check_in_myself(self.event(event_id).pk, self.actor)
        return Response(status=status.HTTP_204_NO_CONTENT)


class CheckInOfEntry(EventAPIView):
    """The check-in of one player."""

    @extend_schema(request=None, responses={204: None})
    def put(self, request: Request, event_id: int, entry_id: int) -> Response:
        """The player is there."""
        return self._set(event_id, entry_id, is_here=True)

    @extend_schema(responses={204: None})
    def delete(self, request: Request, event_id: int, entry_id: int) -> Response:
        """Take it back."""
        return self._set(event_id, entry_id, is_here=False)

    def _set(self, event_id: int, entry_id: int, *, is_here: bool) -> Response:
        act = check_in.check_in if is_here else check_in.take_back_check_in
        try:
            act(self.event(event_id).pk, self.actor, entry_id)
        except Entry.DoesNotExist:
            raise Http404 from None
        return Response(status=status.HTTP_204_NO_CONTENT)


class ByesOfAbsent(_CheckInView):
    """Byes for all who are not there."""

    @extend_schema(request=GiveByesInput, responses=ByesGiven)
    def post(self, request: Request, event_id: int) -> Response:
        """Give everybody a bye who is neither there nor has one."""
        values, event = self.validated_body(GiveByesInput), self.event(event_id)
        require(self.actor, Permission.ENTER_PLAYERS, event.scope)
        state = self.open_state(event)
        absent = [row.entry.id for row in state.absent]
        byes.give_byes(event.pk, self.actor, absent, state.round, values["kind"], confirm=values["confirm"])
        return Response(ByesGiven({"round": state.round, "entries": absent}).data)
