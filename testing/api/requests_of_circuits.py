"""One good request for each endpoint of circuits that writes."""

from __future__ import annotations

from testing.api.requests_of_play import Request
from testing.tournaments.circuits import CircuitWorld


def requests_of_circuits(there: CircuitWorld) -> dict[tuple[str, str], Request]:
    """A circuit with one event, what is done with it, and one without events that is deleted."""
    circuit, one = "circuits/<int:circuit_id>", f"/circuits/{there.circuit.pk}"
    new = {"club": "rotterdam", "name": "Second Circuit", "scale": "own", "own": "9 6.5 4", "ties": ["best"]}
    return {
        ("POST", "circuits"): Request("/circuits", new, code=201),
        ("PATCH", circuit): Request(one, {"counted": 3}),
        ("DELETE", circuit): Request(f"/circuits/{there.empty.pk}", code=204),
        ("POST", f"{circuit}/events"): Request(f"{one}/events", {"event": there.free.pk}, code=201),
        ("DELETE", f"{circuit}/events/<int:event_id>"): Request(f"{one}/events/{there.first.pk}", code=204),
    }
