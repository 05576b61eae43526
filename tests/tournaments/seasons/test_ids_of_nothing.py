"""Ids that no row can have, in addresses and bodies of leagues, circuits and titles: not found or refused, no fault."""

from __future__ import annotations

import pytest

from players.models import Account, Club
from testing.api.caller import Caller
from testing.tournaments.circuits import circuit_world
from testing.tournaments.seasons import league_world
from testing.tournaments.titles import title_world

pytestmark = pytest.mark.django_db
NO_IDS = (0, 999_999_999, 2**63 - 1, 2**63, 10**30)


@pytest.mark.parametrize("number", NO_IDS)
def test_an_id_of_nothing_leads_nowhere(club: Club, organiser: Account, number: int) -> None:
    circuit, league = circuit_world(club, organiser).circuit.pk, league_world(club, organiser).league.pk
    title, caller = title_world(club, organiser).title.pk, Caller(organiser)
    move, days = {"to": 1, "reason": "Up"}, {"name": "2027", "starts_on": "2027-01-09", "ends_on": "2027-01-09"}
    found = {
        (method, path): caller.ask(method, path, body).status_code
        for method, path, body in (
            ("GET", f"/circuits/{number}", None),
            ("DELETE", f"/circuits/{circuit}/events/{number}", None),
            ("GET", f"/leagues/{league}/seasons/{number}", None),
            ("POST", f"/leagues/{number}/next-season", days),
            ("DELETE", f"/leagues/{league}/divisions/{number}", None),
            ("PUT", f"/leagues/{league}/moves/{number}", move),
            ("DELETE", f"/leagues/{league}/moves/{number}", None),
            ("POST", f"/titles/{title}/awards/{number}/withdraw", {"reason": "None"}),
        )
    }
    assert set(found.values()) == {404}, found
    for path, body in (
        (f"/circuits/{circuit}/events", {"event": number}),
        (f"/leagues/{league}/divisions", {"event": number}),
        (f"/titles/{title}/awards", {"person": number}),
    ):
        assert caller.ask("POST", path, body).status_code in (400, 404, 409), path
