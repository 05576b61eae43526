"""The delay of an event's broadcast: endpoints, and the page at the desk."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema, extend_schema_serializer
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from common.api import VersionField
from games.core.broadcasts import delay_in
from games.models import Broadcast
from tournaments.core.act_views import ActView
from tournaments.core.api import EventAPIView
from tournaments.core.desk_menu import AtDesk, DeskState, Group
from tournaments.rounds import acts
from tournaments.rounds.services.broadcasts import set_broadcast_delay

BROADCAST = "broadcast"
DELAYS = ((0, _("No delay")), (5, _("5 minutes")), (15, _("15 minutes")), (30, _("30 minutes")))


@extend_schema_serializer(component_name="BroadcastNew")
class SetBroadcastDelayInput(serializers.Serializer[Any]):
    """By how many minutes boards are shown late, and the event's version that the caller has seen."""

    delay = serializers.ChoiceField((0, *Broadcast.DELAYS), label=_("Delay"))
    version = VersionField()


class BroadcastShape(serializers.Serializer[Any]):
    """The broadcast of an event's boards: by how many minutes they are shown late."""

    delay = serializers.IntegerField()


def _has_boards(desk: DeskState) -> bool:
    return desk.head.has_opponents and desk.is_in("draft", "open", "running")


class SetBroadcastDelay(ActView):
    """Delay what is shown of recorded boards: the younger turns are held back from all but their recorders.

    Arbiters and the players of a board see it at once. A game with a result is shown in full.
    """

    act, service, schema, shape = acts.SetBroadcastDelay, set_broadcast_delay, SetBroadcastDelayInput, BroadcastShape
    path, method, name = BROADCAST, "put", "event-broadcast"
    asks, title = {"delay": {"choices": DELAYS}, "version": {}}, _("Broadcast of the boards")
    text = _(
        "Boards are shown live while their moves are recorded. With a delay, newer turns are hidden from everyone but "
        "arbiters and the players at that board. A game with a result is shown in full."
    )
    submit, done = _("Save the delay"), _("Delay saved.")
    at_desk = AtDesk(Group.EVENT, title, _has_boards)

    def initial(self) -> dict[str, Any]:
        return super().initial() | {"delay": delay_in(self.event.scope)}

    def found(self, view: EventAPIView, made: Any) -> Any:
        return {"delay": made}


class BroadcastOfEvent(EventAPIView):
    """The broadcast of an event's boards."""

    path = BROADCAST

    @extend_schema(responses=BroadcastShape)
    def get(self, request: Request, event_id: int) -> Response:
        """By how many minutes the event's boards are shown late; 0 for at once."""
        return Response(BroadcastShape({"delay": delay_in(self.event(event_id).scope)}).data)
