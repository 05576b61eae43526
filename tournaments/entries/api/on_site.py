"""The endpoints of check-in before a round, and what its buttons do."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from players.permissions import require
from players.roles import Permission
from tournaments.core.act_views import ActView
from tournaments.core.api import EventAPIView
from tournaments.core.errors import EventRefused
from tournaments.core.loader import EventData
from tournaments.entries import acts, schemas
from tournaments.entries.queries import NOT_OPEN, CheckInState, check_in_state
from tournaments.entries.services import byes
from tournaments.models import CheckIn


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


class OpenCheckIn(ActView):
    """Open check-in for the next round. Reopening keeps earlier check-ins."""

    path = "check-in"
    act, service, schema, shape = acts.OpenCheckIn, byes.open_check_in, None, CheckInSerializer

    def found(self, view: EventAPIView, made: Any) -> CheckInState:
        return open_state(view.rows(self.event))


class CloseCheckIn(ActView):
    """Close check-in and clear the list."""

    path, method = "check-in", "delete"
    act, service, schema = acts.CloseCheckIn, byes.close_check_in, None


class CheckInMyself(ActView):
    """Check in."""

    path, page_path, name = "check-in/me", "here", "event-here"
    act, service, schema = acts.CheckPlayerIn, byes.check_in_myself, None
    done, then = _("You are checked in."), "event-players"


class CheckPlayerIn(ActView):
    """Player checked in."""

    path, method = "entries/<int:entry_id>/check-in", "put"
    act, service, schema = acts.CheckPlayerIn, byes.check_in, None


class CheckAllIn(ActView):
    """Check in everyone who is neither here nor has a bye in the round."""

    path = "check-in/all"
    act, service, schema, shape = acts.CheckAllIn, byes.check_in_all, None, CheckInSerializer

    def found(self, view: EventAPIView, made: Any) -> CheckInState:
        return open_state(view.rows(self.event))


class TakeBackCheckIn(ActView):
    """Undo the check-in."""

    path, method = "entries/<int:entry_id>/check-in", "delete"
    act, service, schema = acts.TakeBackCheckIn, byes.take_back_check_in, None


class GiveByes(ActView):
    """Give a bye to each player who has neither checked in nor a bye yet."""

    path = "check-in/byes"
    act, service, schema, shape = acts.GiveByes, byes.give_byes, schemas.GiveByesInput, ByesGiven

    def perform(self, values: Mapping[str, Any]) -> Any:
        require(self.account, Permission.ENTER_PLAYERS, self.event.scope)
        state = open_state(self.rows)
        absent = [row.entry.id for row in state.absent]
        super().perform({"entry_ids": absent, "round_number": state.round, **values})
        return {"round": state.round, "entries": absent}


class CheckInOfRound(EventAPIView):
    """Check-in for the round that comes."""

    path = "check-in"

    @extend_schema(responses=CheckInSerializer)
    def get(self, request: Request, event_id: int) -> Response:
        """Present and absent players. 409 if check-in is not open."""
        event = self.event(event_id)
        require(self.actor, Permission.ENTER_PLAYERS, event.scope)
        return Response(CheckInSerializer(open_state(self.rows(event))).data)


def open_state(rows: EventData) -> CheckInState:
    """The check-in of the round that comes. EventRefused where none is open."""
    found = check_in_state(rows, CheckIn.objects.filter(event=rows.event).first())
    if found is None:
        raise EventRefused(NOT_OPEN)
    return found
