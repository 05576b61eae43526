"""Byes of teams: who may ask, within which limits, and what they are worth, worked out by hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest
from django.test import Client

from gipf_engine.tournament.teams.points import round_points
from players.models import Account, Club
from players.permissions import NotAllowed
from players.roles import Role
from testing.api.caller import Caller
from testing.factories import holder_of
from testing.tournaments.confirming import confirmed
from testing.tournaments.factories import fresh, last_point
from testing.tournaments.teams import FOUR_TEAMS, announced_teams, running_teams, team
from tournaments.core.errors import ConfirmationNeeded, EventRefused
from tournaments.core.loader import load
from tournaments.core.team_tables import team_table
from tournaments.events.services.undo import undo
from tournaments.models import Event, TeamByeRequest
from tournaments.rounds.services import rounds
from tournaments.teams.services import byes

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]

FIVE: Mapping[str, Sequence[str]] = {**FOUR_TEAMS, "Eels": ("Eva", "Eli")}
SWISS = {"format": "team-swiss", "rounds_planned": 3}


def byes_of(event: Event, number: int) -> dict[str, str]:
    rows = load(fresh(event))
    return {
        rows.team_by_id[match.white].name: match.kind for match in rows.rounds[number - 1].matches if not match.black
    }


def test_a_bye_that_is_asked_for_is_paired_and_worth_a_drawn_match(club: Club, organiser: Account) -> None:
    """Of five teams the Ants sit out: four meet, none gets the bye of the pairing. Two boards: 1 point, 1 game point;
    in full it is 2 and 2, as nothing 0 and 0 (C.07, article 11)."""
    event, players = running_teams(club, organiser, FIVE, rounds=0, **SWISS)
    ants = team(event, "Ants").pk
    byes.request_team_bye(event.pk, players["Ada"], ants, 1, "half")
    byes.request_team_bye(event.pk, organiser, team(event, "Bees").pk, 1, "full")
    byes.request_team_bye(event.pk, players["Cleo"], team(event, "Cats").pk, 1, "zero")
    rounds.start_round(event.pk, organiser)
    assert byes_of(event, 1) == {"Ants": "half", "Bees": "full", "Cats": "zero"}
    table = team_table(load(fresh(event)))
    assert [round_points(table, number, 1)[1:] for number in (1, 2, 3)] == [(10, 10), (20, 20), (0, 0)]
    with pytest.raises(EventRefused, match="Round 1 is paired already"):
        byes.cancel_team_bye(event.pk, organiser, ants, 1)


def test_captains_ask_for_their_team_within_the_limits_that_players_have(club: Club, organiser: Account) -> None:
    event, players = running_teams(club, organiser, FIVE, rounds=1, **SWISS)
    ants, ada = team(event, "Ants").pk, players["Ada"]
    for other in (players["Al"], players["Ben"], holder_of(Role.SCORER, event.scope)):
        with pytest.raises(NotAllowed):
            byes.request_team_bye(event.pk, other, ants, 2, "half")
    with pytest.raises(EventRefused, match="Only the arbiter can give a full-point bye"):
        byes.request_team_bye(event.pk, ada, ants, 2, "full")
    with pytest.raises(EventRefused, match="Ask the arbiter: this is the last round"):
        byes.request_team_bye(event.pk, ada, ants, 3, "half")
    byes.request_team_bye(event.pk, ada, ants, 2, "half")
    with pytest.raises(EventRefused, match="has a half-point bye already"):
        byes.request_team_bye(event.pk, ada, ants, 3, "half")
    with pytest.raises(ConfirmationNeeded):
        byes.request_team_bye(event.pk, organiser, ants, 3, "half")
    confirmed(byes.request_team_bye, event.pk, organiser, ants, 3, "half")
    for number, why in ((1, "paired already"), (4, "has 3 rounds")):
        with pytest.raises(EventRefused, match=why):
            byes.request_team_bye(event.pk, organiser, ants, number, "zero")
    byes.cancel_team_bye(event.pk, ada, ants, 2)
    assert list(TeamByeRequest.objects.values_list("round_number", "kind")) == [(3, "half")]


def test_a_schedule_has_no_byes_on_request(club: Club, organiser: Account) -> None:
    event, _players = announced_teams(club, organiser)
    with pytest.raises(EventRefused, match="All matches of this format are fixed"):
        byes.request_team_bye(event.pk, organiser, team(event, "Ants").pk, 1, "half")


def test_the_bye_of_the_pairing_is_worth_a_drawn_match(club: Club, organiser: Account) -> None:
    """C.04.6, article 1.4: of five teams the last gets it: 1 match point, and 2 boards drawn are 1 game point."""
    event, _players = running_teams(club, organiser, FIVE, **SWISS)
    assert byes_of(event, 1) == {"Eels": "pab"}
    assert round_points(team_table(load(event)), 5, 1) == ("P", 10, 10)


def test_byes_by_the_api_stand_in_the_journal_and_an_undo_of_the_round_brings_them_back(
    club: Club, organiser: Account
) -> None:
    event, players = running_teams(club, organiser, FIVE, rounds=0, **SWISS)
    ants = team(event, "Ants").pk
    here = f"/events/{event.pk}/teams/{ants}"
    captain = Caller(players["Ada"])
    assert captain.post(f"{here}/byes", {"round": 1, "kind": "half"}).status_code == 201
    assert captain.read(here)["byes"] == [{"round": 1, "kind": "half"}]
    rounds.start_round(event.pk, organiser)
    assert captain.read(here)["byes"] == []
    undo(event.pk, organiser, last_point(event), reason="Too early.")
    assert load(fresh(event)).team_by_id[ants].byes == ((1, "half"),)
    assert captain.delete(f"{here}/byes/1").status_code == 204
    journal = Client().get(f"/events/{event.pk}/journal").content.decode()
    assert "Ants requested a bye in round 1" in journal and "Bye of Ants in round 1 cancelled" in journal
