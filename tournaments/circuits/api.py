"""The endpoints of circuits."""

from __future__ import annotations

from typing import Any

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from common.api import IdField
from common.entity_tags import TaggedState
from common.journal import queries as journal
from common.web import missing_is_404
from gipf_engine.tournament.circuits import Scale, Sharing, TieRule, write_points
from players.core.api import BaseAPIView
from players.core.api_shapes import ClubName, PlayerName
from tournaments.circuits import schemas, services
from tournaments.circuits.files import standings_values
from tournaments.circuits.queries import circuit_table
from tournaments.core.api import EventRow
from tournaments.core.queries.circuits import all_circuits
from tournaments.core.queries.events import visible_to
from tournaments.core.schemas import Versioned
from tournaments.models import Circuit, Event
from tournaments.rate_limit import admission

# --- out -----------------------------------------------------------------------------------------------


class CircuitShape(serializers.Serializer[Any]):
    """A circuit in a list."""

    id = IdField()
    club = ClubName()
    name = serializers.CharField()
    game = serializers.CharField()


class CircuitEventShape(serializers.Serializer[Any]):
    """An event that counts in a circuit."""

    event = EventRow()
    weight = serializers.IntegerField()


class CircuitOne(CircuitShape):
    """One circuit with the events that the reader may see. `version` counts all acts on it, not those in events."""

    about = serializers.CharField()
    scale = serializers.ChoiceField([scale.value for scale in Scale])
    own = serializers.CharField()
    tied = serializers.ChoiceField([way.value for way in Sharing])
    counted = serializers.IntegerField(allow_null=True)
    ties = serializers.ListField(child=serializers.ChoiceField([rule.value for rule in TieRule]))
    version = serializers.IntegerField()
    events = CircuitEventShape(many=True)


class CircuitResultShape(serializers.Serializer[Any]):
    """What a player has from one event."""

    event = IdField()
    rank = serializers.IntegerField()
    sharers = serializers.IntegerField()
    points = serializers.CharField()
    weight = serializers.IntegerField()


class CircuitStandingShape(serializers.Serializer[Any]):
    """A player in the standings, with the results that make up the total."""

    rank = serializers.IntegerField()
    player = PlayerName()
    points = serializers.CharField()
    counted = CircuitResultShape(many=True)
    dropped = CircuitResultShape(many=True)
    decided_by = serializers.CharField()


# --- endpoints -----------------------------------------------------------------------------------------


class CircuitAPIView(BaseAPIView):
    """An endpoint of one circuit."""

    def circuit(self, circuit_id: int) -> Circuit:
        return get_object_or_404(Circuit.objects.select_related("club"), pk=circuit_id)

    def one(self, circuit: Circuit) -> dict[str, Any]:
        """The circuit as it is shown to the reader."""
        seen = Event.objects.filter(visible_to(self.request.user)).select_related("club")
        rows = (
            circuit.places.filter(event__in=seen).select_related("event__club").order_by("event__starts_on", "event_id")
        )
        names = ("id", "club", "name", "game", "about", "scale", "tied", "counted", "ties")
        known = {name: getattr(circuit, name) for name in names}
        more = {
            "own": " ".join(map(write_points, circuit.own)),
            "version": journal.version(circuit.scope),
            "events": list(rows),
        }
        return dict(CircuitOne({**known, **more}).data)

    def state(self) -> TaggedState:
        scope = self.circuit(self.kwargs["circuit_id"]).scope
        return TaggedState(scope, journal.version(scope), scope)


class Circuits(BaseAPIView):
    """All circuits, and a new one."""

    @extend_schema(responses=CircuitShape(many=True))
    def get(self, request: Request) -> Response:
        """Circuits of all clubs, the newest first."""
        return self.paginate(all_circuits(), CircuitShape)

    @extend_schema(request=schemas.CircuitNew, responses={201: CircuitShape})
    def post(self, request: Request) -> Response:
        """A new circuit of a club, without events. For its organisers."""
        self.need_actor()
        new = self.validated_body(schemas.CircuitNew)
        made = services.create_circuit(new.pop("club").pk, self.actor, **new)
        return Response(CircuitShape(made).data, status=status.HTTP_201_CREATED)


class OneCircuit(CircuitAPIView):
    """One circuit."""

    @extend_schema(responses=CircuitOne)
    def get(self, request: Request, circuit_id: int) -> Response:
        """A circuit with its events."""
        return Response(self.one(self.circuit(circuit_id)))

    @extend_schema(request=schemas.CircuitChange, responses=CircuitOne)
    def patch(self, request: Request, circuit_id: int) -> Response:
        """Change the name and rules of a circuit."""
        self.need_actor()
        change = self.validated_body(schemas.CircuitChange, partial=True)
        circuit, expect = self.circuit(circuit_id), change.pop("version", None)
        changed = services.edit_circuit(circuit.pk, self.actor, expect=expect, **change)
        return Response(self.one(changed))

    @extend_schema(parameters=[Versioned], responses={204: None})
    def delete(self, request: Request, circuit_id: int) -> Response:
        """Delete a circuit. Its events stay."""
        self.need_actor()
        expect = self.validated_query(Versioned).get("version")
        services.delete_circuit(self.circuit(circuit_id).pk, self.actor, expect=expect)
        return Response(status=status.HTTP_204_NO_CONTENT)


class CircuitEvents(CircuitAPIView):
    """The events of a circuit."""

    @extend_schema(request=schemas.CircuitEventNew, responses={201: CircuitOne})
    def post(self, request: Request, circuit_id: int) -> Response:
        """Let an event of the same club count. Nothing in the event changes."""
        self.need_actor()
        new, circuit = self.validated_body(schemas.CircuitEventNew), self.circuit(circuit_id)
        with missing_is_404():
            services.add_event(circuit.pk, self.actor, new["event"], weight=new["weight"], expect=new.get("version"))
        return Response(self.one(circuit), status=status.HTTP_201_CREATED)


class OneCircuitEvent(CircuitAPIView):
    """An event of a circuit."""

    @extend_schema(responses={204: None})
    def delete(self, request: Request, circuit_id: int, event_id: int) -> Response:
        """Let the event count no more. Nothing in it changes."""
        self.need_actor()
        with missing_is_404():
            services.remove_event(self.circuit(circuit_id).pk, self.actor, event_id)
        return Response(status=status.HTTP_204_NO_CONTENT)


class CircuitStandings(CircuitAPIView):
    """The standings of a circuit."""

    @extend_schema(responses=CircuitStandingShape(many=True))
    def get(self, request: Request, circuit_id: int) -> Response:
        """All players by rank, with the results that count and those that do not: provisional while events run."""
        table = circuit_table(self.circuit(circuit_id), request.user, admission(request))
        return self.paginate(standings_values(table), CircuitStandingShape)
