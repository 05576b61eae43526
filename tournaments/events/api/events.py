"""The endpoints of whole events: lists, plans, and the steps from a draft to the final table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from django.http.response import HttpResponseBase
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from common.journal import queries as journal
from players.core.api import BaseAPIView
from tournaments.core.api.base import EventAPIView
from tournaments.core.api.serializers import (
    EventChange,
    EventFilter,
    EventNew,
    EventOne,
    EventRow,
)
from tournaments.core.event_config import EventConfig, config_of, with_games_per_round
from tournaments.core.queries.cached import rows_of
from tournaments.core.queries.visibility import all_events
from tournaments.core.schemas import Versioned
from tournaments.events.queries.event_search import find_events
from tournaments.events.schemas import CloseEventInput, DeleteEventInput, ReopenEventInput, StartEventInput
from tournaments.events.services import events, lifecycle
from tournaments.models import Event


class Events(BaseAPIView):
    """All events, and a new one."""

    @extend_schema(parameters=[EventFilter], responses=EventRow(many=True))
    def get(self, request: Request) -> Response:
        """Events, the latest first. Drafts are seen by those who run them."""
        asked = self.validated_query(EventFilter)
        return self.paginate(find_events(all_events(request.user), asked), EventRow)

    @extend_schema(request=EventNew, responses={201: EventOne})
    def post(self, request: Request) -> Response:
        """A new event, as a draft that its organisers see."""
        new = self.validated_body(EventNew)
        club, options = new.pop("club"), {name: new.pop(name) for name in ("standard_rules", "confirm")}
        plan = EventConfig(**{"time_zone": club.time_zone} | _from_config(new))
        event = events.create_event(club.pk, self.actor, plan=plan, **options)
        return _event_response(event, status.HTTP_201_CREATED)


class OneEvent(EventAPIView):
    """One event."""

    @extend_schema(responses=EventOne)
    def get(self, request: Request, event_id: int) -> HttpResponseBase:
        """An event: its plan, its state and its version."""
        event = self.event(event_id)
        return self.conditional_get(event, lambda rows, version: EventOne.of(event, rows, version))

    @extend_schema(request=EventChange, responses=EventOne)
    def patch(self, request: Request, event_id: int) -> Response:
        """Change an event's plan, as far as its state allows."""
        change = self.validated_body(EventChange, partial=True)
        expect = change.pop("version", None)
        options = {name: change.pop(name) for name in ("standard_rules", "confirm") if name in change}
        event = self.event(event_id)
        if expect is None:  # what is not sent is filled in from what is read after this version
            expect = journal.version(event.scope)
            event.refresh_from_db()
        if change.get("format", event.format) != event.format:
            change = {"format_options": {}} | change  # another format has other choices
        plan = with_games_per_round(config_of(event), change.get("games_per_round", event.games_per_round))
        plan = replace(plan, **_from_config(change))
        return _event_response(events.edit_event(event_id, self.actor, plan=plan, expect=expect, **options))

    @extend_schema(parameters=[DeleteEventInput], responses={204: None})
    def delete(self, request: Request, event_id: int) -> Response:
        """Delete a draft with its entries, and on request the people added with it who are used nowhere else."""
        actor, asked = self.actor, self.validated_query(DeleteEventInput)
        event = self.event(event_id)
        events.delete_event(event.pk, actor, with_people=asked["with_people"], expect=asked.get("version"))
        return Response(status=status.HTTP_204_NO_CONTENT)


def _from_config(values: dict[str, Any]) -> dict[str, Any]:
    """What was sent, as the fields of a plan are."""
    return {name: tuple(value) if isinstance(value, list) else value for name, value in values.items()}


def _event_response(event: Event, code: int = status.HTTP_200_OK) -> Response:
    """The event as it is after an act of its own."""
    version = journal.version(event.scope)
    event.refresh_from_db()
    return Response(EventOne.of(event, rows_of(event, version), version), status=code)


# --- steps ---------------------------------------------------------------------------------------------


class _Step(EventAPIView):
    """One step of an event: what the body says goes to the service."""

    def step(self, event_id: int, service: Callable[..., Event], shape: type[Versioned]) -> Response:
        values = self.validated_body(shape)
        return _event_response(
            service(self.event(event_id).pk, self.actor, expect=values.pop("version", None), **values)
        )


class Announce(_Step):
    """From draft to open."""

    @extend_schema(request=Versioned, responses=EventOne)
    def post(self, request: Request, event_id: int) -> Response:
        """Show a draft to everybody. Players can register themselves where the plan says so."""
        return self.step(event_id, events.announce, Versioned)


class Retract(_Step):
    """From open back to draft."""

    @extend_schema(request=Versioned, responses=EventOne)
    def post(self, request: Request, event_id: int) -> Response:
        """Take an announcement back."""
        return self.step(event_id, events.retract, Versioned)


class StartEvent(_Step):
    """From draft or open to running."""

    @extend_schema(request=StartEventInput, responses=EventOne)
    def post(self, request: Request, event_id: int) -> Response:
        """Start the event: everybody gets a pairing number."""
        return self.step(event_id, lifecycle.start_event, StartEventInput)


class Unstart(_Step):
    """From running back to open."""

    @extend_schema(request=Versioned, responses=EventOne)
    def post(self, request: Request, event_id: int) -> Response:
        """Take the start back while no round is paired."""
        return self.step(event_id, lifecycle.unstart_event, Versioned)


class CloseEvent(_Step):
    """From running to closed."""

    @extend_schema(request=CloseEventInput, responses=EventOne)
    def post(self, request: Request, event_id: int) -> Response:
        """Close the event: its table is final, and its games count in rating lists."""
        return self.step(event_id, lifecycle.close_event, CloseEventInput)


class ReopenEvent(_Step):
    """From closed back to running."""

    @extend_schema(request=ReopenEventInput, responses=EventOne)
    def post(self, request: Request, event_id: int) -> Response:
        """Let a closed event go on. Its games leave the rating lists until it is closed again."""
        return self.step(event_id, lifecycle.reopen_event, ReopenEventInput)
