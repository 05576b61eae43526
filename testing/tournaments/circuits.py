"""Circuits made by services: two events that are over, one that runs, and one that could be added."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from players.models import Account, Club, Person
from testing.tournaments.factories import draft, enter_persons, fresh, members, play
from tournaments.circuits import services
from tournaments.events.services import events, lifecycle
from tournaments.models import Circuit, Event

Results = Mapping[tuple[str, str], str]


@dataclass(frozen=True)
class CircuitWorld:
    """`circuit` has the event `first`; `empty` has none, and `free` counts nowhere."""

    circuit: Circuit
    empty: Circuit
    first: Event
    free: Event


def people(club: Club, *names: str) -> list[Person]:
    """New members of the club."""
    return members(club, names)


def played(
    club: Club, organiser: Account, persons: list[Person], *rounds: Results, closed: bool = True, **plan: Any
) -> Event:
    """A round robin of these persons with results round by round, closed unless it is to run on."""
    event = draft(club, organiser, **plan)
    events.announce(event.pk, organiser)
    enter_persons(event, organiser, persons)
    lifecycle.start_event(event.pk, organiser, first_colour="w")
    for results in rounds:
        play(event, organiser, results)
    if closed:
        lifecycle.close_event(event.pk, organiser)
    return fresh(event)


def circuit_world(club: Club, organiser: Account) -> CircuitWorld:
    """All of it."""
    first = played(club, organiser, people(club, "Cai", "Cid"), {("Cai", "Cid"): "1-0"}, name="Circuit One")
    circuit = services.create_circuit(club.pk, organiser, name="Grand Prix")
    services.add_event(circuit.pk, organiser, first.pk)
    empty = services.create_circuit(club.pk, organiser, name="Empty Circuit")
    return CircuitWorld(circuit, empty, first, draft(club, organiser, name="Uncounted Event"))
