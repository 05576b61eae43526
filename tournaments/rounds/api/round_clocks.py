"""The clock of the last round: its endpoints, and the buttons beside it at the desk."""

from __future__ import annotations

from typing import Any, ClassVar

from django.forms import Form
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.core.act_views import ActView, ShapeClass
from tournaments.core.api import EventAPIView
from tournaments.core.queries.clocks import clock_of
from tournaments.rounds import acts, schemas
from tournaments.rounds.services import round_clocks

ROUND = "rounds/<int:number>"
PAGE = "pairings/<int:number>"
BY_SCRIPT = "X-Desk"
"""A header of the desk's script, which takes the clock alone for an answer."""
CLOCK = "tournaments/rounds/parts/desk_clock.html"


class RoundClockShape(serializers.Serializer[Any]):
    """The clock of a round. `left` are the seconds left when it last started or stopped.

    `running_since` and `ends_at` are null while it is paused.
    """

    round = serializers.IntegerField()
    seconds = serializers.IntegerField()
    left = serializers.IntegerField()
    running_since = serializers.DateTimeField(allow_null=True)
    ends_at = serializers.DateTimeField(allow_null=True)


class ClockActView(ActView):
    """What is done with the clock: a button at the desk."""

    schema: ClassVar[ShapeClass] = None
    shape: ClassVar[ShapeClass] = RoundClockShape

    def check(self) -> None:
        assert self.round

    def done_response(self, form: Form, made: Any) -> HttpResponse:
        if BY_SCRIPT not in self.request.headers:
            return super().done_response(form, made)
        context = {"event": self.event, "number": self.ids["number"], "clock": clock_of(self.event)}
        return render(self.request, CLOCK, context)


class StartClock(ClockActView):
    """Start the clock of the last round."""

    path, page_path, name = f"{ROUND}/clock", f"{PAGE}/clock/start", "event-clock-start"
    act, service, schema = acts.StartClock, round_clocks.start_clock, schemas.StartClockInput
    asks, done = {"minutes": {}}, _("Clock started.")


class PauseClock(ClockActView):
    """Pause the clock."""

    path, page_path, name = f"{ROUND}/clock/pause", f"{PAGE}/clock/pause", "event-clock-pause"
    act, service, schema, done = acts.PauseClock, round_clocks.pause_clock, None, _("Clock paused.")


class ResumeClock(ClockActView):
    """Let a paused clock run on."""

    path, page_path, name = f"{ROUND}/clock/resume", f"{PAGE}/clock/resume", "event-clock-resume"
    act, service, schema, done = acts.ResumeClock, round_clocks.resume_clock, None, _("Clock resumed.")


class AddTime(ClockActView):
    """Give the round extra time, or take some away. After time was up, it counts from now."""

    path, page_path, name = f"{ROUND}/clock/time", f"{PAGE}/clock/time", "event-clock-time"
    act, service, schema = acts.AddTime, round_clocks.add_time, schemas.AddTimeInput
    asks, done = {"minutes": {}}, _("Clock changed.")


class RemoveClock(ClockActView):
    """Remove the clock."""

    path, method, page_path, name = f"{ROUND}/clock", "delete", f"{PAGE}/clock/remove", "event-clock-remove"
    act, service, schema, shape = acts.RemoveClock, round_clocks.remove_clock, None, None
    done = _("Clock removed.")


class ClockOfRound(EventAPIView):
    """The clock of the last round."""

    path = f"{ROUND}/clock"

    @extend_schema(responses=RoundClockShape)
    def get(self, request: Request, event_id: int, number: int) -> Response:
        """The clock of the last round; 404 for other rounds and while there is none."""
        found = clock_of(self.event(event_id))
        if found is None or found.round != number:
            raise Http404
        return Response(RoundClockShape(found).data)
