"""The only code that writes circuits: making, changing and deleting them, and the events that count."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.tournament.circuits import Scale
from players.core.acts import commit_permitted
from players.models import Account, Club
from tournaments.circuits.acts import AddToCircuit, CreateCircuit, DeleteCircuit, EditCircuit, RemoveFromCircuit
from tournaments.core.errors import EventRefused, kept_name
from tournaments.core.formats import game_of, has_one_table
from tournaments.core.services.club_events import delete_in_club, event_of_club, make_in_club
from tournaments.models import Circuit, CircuitEvent, Event

MOST_EVENTS = 60
"""Events of a circuit: its page shows a column for each."""


def create_circuit(club_id: int, actor: Account, *, name: str, **rules: Any) -> Circuit:
    """A new circuit of a club, without events. `rules` are fields of `Circuit`; those left out are as usual.

    Raises NotAllowed and EventRefused.
    """

    def make(club: Club) -> Circuit:
        circuit = Circuit(club=club)
        _fill(circuit, name=name, **rules)
        circuit.save()
        return circuit

    return make_in_club(club_id, actor, CreateCircuit, make)


def edit_circuit(circuit_id: int, actor: Account, *, expect: int | None = None, **changes: Any) -> Circuit:
    """Change what a circuit is called and goes by; fields that are left out stay.

    Raises NotAllowed, Stale, EventRefused and DoesNotExist.
    """
    with commit_permitted(f"circuit:{circuit_id}", actor, EditCircuit, expect=expect):
        circuit = Circuit.objects.get(pk=circuit_id)
        _fill(circuit, **changes)
        _check_games(circuit)
        circuit.save()
    return circuit


def _fill(circuit: Circuit, **values: Any) -> None:
    """Set fields, and refuse what does not fit together."""
    if "name" in values:
        values["name"] = kept_name(values["name"])
    if "about" in values:
        values["about"] = values["about"].strip()
    for field, value in values.items():
        setattr(circuit, field, list(value) if isinstance(value, Sequence) and not isinstance(value, str) else value)
    if circuit.scale == Scale.OWN and not circuit.own:
        raise EventRefused(Message(_("Enter the points of the first place, the second, and so on.")), field="own")
    if circuit.scale != Scale.OWN:
        circuit.own = []


def _check_games(circuit: Circuit) -> None:
    """EventRefused where events are of another game than the only one that counts from now on."""
    others = [place.event for place in circuit.places.select_related("event") if not _is_of_game(circuit, place.event)]
    if others:
        message = _("These events are of another game: %(events)s. Remove them first.")
        raise EventRefused(Message(message, {"events": [event.name for event in others]}), field="game")


def _is_of_game(circuit: Circuit, event: Event) -> bool:
    return circuit.game in ("", game_of(event))


def delete_circuit(circuit_id: int, actor: Account, *, expect: int | None = None) -> None:
    """Delete a circuit. Its events stay as they are. Raises NotAllowed, Stale and DoesNotExist."""
    delete_in_club(Circuit, circuit_id, actor, DeleteCircuit, expect)


def add_event(
    circuit_id: int, actor: Account, event_id: int, *, weight: int = 1, expect: int | None = None
) -> CircuitEvent:
    """Let an event of the same club count. Nothing in the event changes.

    It must have one table of players: not groups or teams. Raises NotAllowed, Stale, EventRefused and DoesNotExist.
    """
    with commit_permitted(f"circuit:{circuit_id}", actor, AddToCircuit, expect=expect, event=event_id):
        circuit = Circuit.objects.get(pk=circuit_id)
        event = event_of_club(event_id, circuit.club_id)
        _check_event(circuit, event)
        return CircuitEvent.objects.create(circuit=circuit, event=event, weight=weight)


def _check_event(circuit: Circuit, event: Event) -> None:
    if CircuitEvent.objects.filter(circuit=circuit, event=event).exists():
        raise EventRefused(Message(_("This event already counts in the circuit.")), field="event")
    if not _is_of_game(circuit, event):
        raise EventRefused(Message(_("This circuit is of another game.")), field="event")
    if not has_one_table(event.format):
        message = _("This event has groups or teams: there is no single table of places.")
        raise EventRefused(Message(message), field="event")
    if circuit.places.count() >= MOST_EVENTS:
        raise EventRefused(
            Message(_("A circuit can have up to %(most)d events."), {"most": MOST_EVENTS}), field="event"
        )


def remove_event(circuit_id: int, actor: Account, event_id: int, *, expect: int | None = None) -> None:
    """Let an event count no more. Nothing in it changes. Raises NotAllowed, Stale and DoesNotExist."""
    with commit_permitted(f"circuit:{circuit_id}", actor, RemoveFromCircuit, expect=expect, event=event_id):
        CircuitEvent.objects.get(circuit=circuit_id, event=event_id).delete()
