"""The endpoints of an arena, and what the buttons of its page do."""

from __future__ import annotations

from typing import Any, ClassVar

from django.http import Http404
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from common.api import IdField
from tournaments.arenas import acts, services
from tournaments.core.act_views import ActView, ShapeClass
from tournaments.core.api import EventAPIView
from tournaments.core.desk_menu import AtDesk, DeskState, Group
from tournaments.core.queries.arenas import arena_of, is_over, seats_of
from tournaments.core.schemas import Versioned


class ArenaSeatShape(serializers.Serializer[Any]):
    """A player who has joined. `state`: playing, free or pausing."""

    entry = IdField()
    state = serializers.CharField()
    game = IdField(allow_null=True)
    free_since = serializers.DateTimeField(allow_null=True)


class ArenaShape(serializers.Serializer[Any]):
    """An arena that runs: players are paired until `ends_at`; games under way then are finished."""

    started_at = serializers.DateTimeField()
    ends_at = serializers.DateTimeField()
    is_over = serializers.BooleanField()
    players = ArenaSeatShape(many=True)


class ArenaOfEvent(EventAPIView):
    """An arena that runs."""

    path = "arena"

    @extend_schema(responses=ArenaShape)
    def get(self, request: Request, event_id: int) -> Response:
        """The time of an arena, and who has joined; 404 before its start, once it is closed, and for other formats."""
        event = self.event(event_id)
        arena = arena_of(event)
        if arena is None:
            raise Http404
        times = {"started_at": arena.started_at, "ends_at": arena.ends_at, "is_over": is_over(arena)}
        seats = sorted(seats_of(self.rows(event)).values(), key=lambda seat: seat.entry)
        return Response(ArenaShape({**times, "players": seats}).data)


class OwnArenaView(ActView):
    """What a player does: a button of the arena's page."""

    schema: ClassVar[ShapeClass] = None
    then = "event"


class JoinArena(OwnArenaView):
    """Join an arena, or come back after a pause: you are paired as soon as an opponent is free."""

    path, name = "arena/join", "arena-join"
    act, service = acts.JoinArena, services.join_arena
    done = _("You are in. Your game opens as soon as you are paired.")


class PauseArena(OwnArenaView):
    """Pause: you are not paired until you join again. A game in progress continues."""

    path, name = "arena/pause", "arena-pause"
    act, service, done = acts.PauseArena, services.pause_arena, _("You are paused. Join again whenever you like.")


class LeaveArena(OwnArenaView):
    """Leave an arena; you cannot join it again. Your games count; finish a game in progress first."""

    path, name = "arena/leave", "arena-leave"
    act, service, done = acts.LeaveArena, services.leave_arena, _("You have left. Your games count.")


def _runs(desk: DeskState) -> bool:
    arena = arena_of(desk.head.event) if desk.head.by_clock else None
    return arena is not None and not is_over(arena)


class StopArena(ActView):
    """End an arena before its time: no more games are paired, and games in progress are finished."""

    path, name = "arena/stop", "arena-stop"
    act, service, schema = acts.StopArena, services.stop_arena, Versioned
    title, submit, danger = _("End the arena now?"), _("End the arena now"), True
    text = _("No more players are paired. Games in progress are finished and count.")
    done = _("The arena has ended.")
    at_desk = AtDesk(Group.EVENT, _("End the arena now"), _runs, consequence=text)
