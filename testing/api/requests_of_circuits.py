"""One good request for each endpoint of circuits, leagues and titles that writes."""

from __future__ import annotations

from testing.api.requests_of_play import Request
from testing.tournaments.circuits import CircuitWorld
from testing.tournaments.seasons import LeagueWorld
from testing.tournaments.titles import TitleWorld


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


def requests_of_leagues(there: LeagueWorld) -> dict[tuple[str, str], Request]:
    """A league whose season can end, what is done with it, and one without divisions that is deleted."""
    league, one = "leagues/<int:league_id>", f"/leagues/{there.league.pk}"
    moves = f"{league}/moves/<int:person_id>"
    new = {"club": "rotterdam", "name": "Second League", "season": "2026", "up": 2, "down": 2}
    following = {"name": "2027", "starts_on": "2027-01-09", "ends_on": "2027-04-10"}
    move = {"to": 1, "reason": "Champion of the town"}
    return {
        ("POST", "leagues"): Request("/leagues", new, code=201),
        ("PATCH", league): Request(one, {"season": "26/27"}),
        ("DELETE", league): Request(f"/leagues/{there.empty.pk}", code=204),
        ("POST", f"{league}/divisions"): Request(f"{one}/divisions", {"event": there.free.pk}, code=201),
        ("DELETE", f"{league}/divisions/<int:event_id>"): Request(f"{one}/divisions/{there.low.pk}", code=204),
        ("PUT", moves): Request(f"{one}/moves/{there.lia.pk}", move),
        ("DELETE", moves): Request(f"{one}/moves/{there.liv.pk}", code=204),
        ("POST", f"{league}/next-season"): Request(f"{one}/next-season", following, code=201),
    }


def requests_of_titles(there: TitleWorld) -> dict[tuple[str, str], Request]:
    """A title with a holder and a candidate, what is done with it, and one that is deleted."""
    title, one = "titles/<int:title_id>", f"/titles/{there.title.pk}"
    new = {"name": "Grand Expert", "kind": "norms", "rating": 1900, "games": 5, "norms": 3}
    withdrawal = f"{one}/awards/{there.award.pk}/withdraw"
    return {
        ("POST", "clubs/<slug:slug>/titles"): Request("/clubs/rotterdam/titles", new, code=201),
        ("PATCH", title): Request(one, {"rating": 1850}),
        ("DELETE", title): Request(f"/titles/{there.unused.pk}", code=204),
        ("POST", f"{title}/awards"): Request(f"{one}/awards", {"person": there.tom.pk}, code=201),
        ("POST", f"{title}/awards/<int:award_id>/withdraw"): Request(withdrawal, {"reason": "A wrong result"}),
    }
