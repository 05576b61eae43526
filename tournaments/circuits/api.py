"""The endpoints of circuits."""

from __future__ import annotations

from typing import Any

from django.forms import Form
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from common.api import IdField
from common.journal import queries as journal
from gipf_engine.tournament.circuits import Scale, Sharing, TieRule, write_points
from players.core.api import BaseAPIView
from players.core.api_shapes import ClubName, PlayerName
from tournaments.circuits import acts, schemas, services
from tournaments.circuits.files import standings_values
from tournaments.circuits.forms import CircuitEventForm, CircuitForm, NewCircuitForm
from tournaments.circuits.pages import circuit_context
from tournaments.circuits.queries import circuit_page, circuit_table, events_to_add
from tournaments.core.api import EventRow, ScopeAPIView
from tournaments.core.club_views import EditsPlan, NewActView
from tournaments.core.queries.circuits import all_circuits
from tournaments.core.queries.events import visible_to
from tournaments.core.queries.journals import journal_lines
from tournaments.core.scope_act_views import ScopeActView
from tournaments.models import Circuit, Event
from tournaments.rate_limit import admission

SETTINGS, ADDING = "tournaments/circuits/edit.html", "add_%s"

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


class CircuitAPIView(ScopeAPIView):
    """An endpoint of one circuit."""

    address, model = "circuits/<int:circuit_id>", Circuit

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


class NewCircuit(NewActView):
    """A new circuit of a club, without events. For its organisers."""

    act, service, schema = acts.CreateCircuit, services.create_circuit, schemas.CircuitNew
    page_path, name, shape = "circuits/new", "circuit-new", CircuitShape
    form_class, template = NewCircuitForm, "tournaments/circuits/new.html"
    done, then = _("Circuit created. Add its events next."), "circuit-edit"


class Circuits(BaseAPIView):
    """All circuits, and a new one."""

    post = NewCircuit.endpoint()

    @extend_schema(responses=CircuitShape(many=True))
    def get(self, request: Request) -> Response:
        """Circuits of all clubs, the newest first."""
        return self.paginate(all_circuits(), CircuitShape)


class OneCircuit(CircuitAPIView):
    """One circuit."""

    path = ""

    @extend_schema(responses=CircuitOne)
    def get(self, request: Request, circuit_id: int) -> Response:
        """A circuit with its events."""
        return Response(self.one(self.parent(circuit_id)))


class CircuitStandings(CircuitAPIView):
    """The standings of a circuit."""

    path = "standings"

    @extend_schema(responses=CircuitStandingShape(many=True))
    def get(self, request: Request, circuit_id: int) -> Response:
        """All players by rank, with the results that count and those that do not: provisional while events run."""
        table = circuit_table(self.parent(circuit_id), request.user, admission(request))
        return self.paginate(standings_values(table), CircuitStandingShape)


# --- acts ----------------------------------------------------------------------------------------------


class CircuitActView(ScopeActView):
    """An act on a circuit. Its settings have a form for each."""

    api_view = CircuitAPIView
    back, then = "circuit-edit", "circuit-edit"

    def found(self, view: CircuitAPIView, made: Any) -> dict[str, Any]:
        return view.one(self.parent)

    def page_context(self, form: Form) -> dict[str, Any]:
        """The settings: the events, the rules, the journal."""
        page = circuit_page(self.parent, self.request.user)
        forms: dict[str, Form] = {
            "form": CircuitForm.of(self.parent),
            "adding": CircuitEventForm(events=events_to_add(self.parent), auto_id=ADDING),
        }
        lines = journal_lines(self.parent.scope)
        return circuit_context(page, "circuit-edit", lines=lines, **forms | {self.slot: form})


class EditCircuit(EditsPlan, CircuitActView):
    """Change the name and rules of a circuit."""

    act, service, schema, partial = acts.EditCircuit, services.edit_circuit, schemas.CircuitChange, True
    path, method, page_path, name = "", "patch", "edit", "circuit-edit"
    shape = CircuitOne
    form_class, template = CircuitForm, SETTINGS
    done = _("Changes saved.")


class DeleteCircuit(CircuitActView):
    """Delete a circuit. Its events stay."""

    act, service = acts.DeleteCircuit, services.delete_circuit
    path, method, page_path, name = "", "delete", "delete", "circuit-delete"
    done, then, then_of_club = _("Circuit deleted."), "club", True


class AddEvent(CircuitActView):
    """Let an event of the same club count. Nothing in the event changes."""

    act, service, schema = acts.AddToCircuit, services.add_event, schemas.CircuitEventNew
    path, name = "events", "circuit-event-add"
    renamed = {"event": "event_id"}
    shape, code = CircuitOne, status.HTTP_201_CREATED
    form_class, template, slot = CircuitEventForm, SETTINGS, "adding"
    done = _("Event added.")

    def form(self) -> Form:
        return self.make_form(events=events_to_add(self.parent), auto_id=ADDING)


class RemoveEvent(CircuitActView):
    """Remove the event from the circuit. Nothing in it changes."""

    act, service = acts.RemoveFromCircuit, services.remove_event
    path, method, name = "events/<int:event_id>", "delete", "circuit-event-remove"
    page_path = "events/<int:event_id>/remove"
    done = _("Event removed. It stays as it is.")
