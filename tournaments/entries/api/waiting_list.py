"""The endpoints of the limit of players and of the waiting list, and their pages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from django.forms import Form
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from common.api import IdField
from players.core.queries.records import names
from players.permissions import require
from players.roles import Permission
from tournaments.core.act_views import ActView, ShapeClass
from tournaments.core.api.base import EventAPIView
from tournaments.core.api.serializers import PersonName, WaitingPlace
from tournaments.core.queries.waiting_list import Places, own_place, places_of, waiting_list
from tournaments.entries import acts, schemas
from tournaments.entries.api.entries import EntryActView
from tournaments.entries.services import moving_up
from tournaments.models import Entry, Event

LIST = "event-waiting"


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


class SetEntryLimit(ActView):
    """Change the limit; who waits moves up where it leaves room."""

    act, service, schema = acts.SetEntryLimit, moving_up.set_entry_limit, schemas.SetEntryLimitInput
    shape: ClassVar[ShapeClass] = EntryLimitOne
    asks = {
        "most": {"help_text": _("Leave empty to take everybody.")},
        "moves_up": {
            "help_text": _(
                "The first on the waiting list gets each place that becomes free while registration is open."
            )
        },
        "version": {},
    }
    template, tab = "tournaments/entries/waiting.html", "event-players"
    done, then = _("The limit is saved."), LIST

    def found(self, view: EventAPIView, made: None) -> Places:
        return places_of(self.event)

    def initial(self) -> dict[str, Any]:
        places = places_of(self.event)
        return super().initial() | {"most": places.most, "moves_up": places.moves_up}

    def context(self, form: Form) -> dict[str, Any]:
        event = self.event
        is_open = event.state == Event.State.OPEN and event.self_entry
        return {"places": places_of(event), "waiting": waiting_list(event), "is_open": is_open}


class RemoveWaiting(ActView):
    """Take somebody off the waiting list. For organisers."""

    act, service, schema = acts.RemoveWaiting, moving_up.remove_waiting, None
    done, then = _("Removed from the waiting list."), LIST


class LeaveWaitingList(ActView):
    """Leave the waiting list."""

    act, service, schema = acts.LeaveWaitingList, moving_up.leave_waiting_list, None
    done, then = _("You are no longer on the waiting list."), "event-enter"


class MoveUp(EntryActView):
    """Register somebody of the waiting list, first or not, be it beyond the limit. For organisers."""

    act, service, code = acts.MoveUp, moving_up.move_up, status.HTTP_201_CREATED
    done, then = _("%(name)s is registered."), LIST

    def words(self, form: Form, made: Entry) -> Mapping[str, Any]:
        (name,) = names(made.members.values_list("person", flat=True)).values()
        return {"name": name}


class EntryLimitView(EventAPIView):
    """How many players an event takes."""

    @extend_schema(responses=EntryLimitOne)
    def get(self, request: Request, event_id: int) -> Response:
        """The limit of players, and how many are registered and wait."""
        return Response(EntryLimitOne(places_of(self.event(event_id))).data)

    put = SetEntryLimit.endpoint("put")


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

    delete = LeaveWaitingList.endpoint("delete")
