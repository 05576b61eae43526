"""An organiser hides standings of teams, or wants two persons for each result of a board."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from players.models import Account, Club
from players.roles import Role
from testing.api.caller import Caller
from testing.factories import holder_of
from testing.tournaments.factories import decide, fresh
from testing.tournaments.teams import line_up_all, running_teams, team
from tournaments.core.errors import EventRefused
from tournaments.core.loader import load
from tournaments.core.verification import provisional_results
from tournaments.models import Event
from tournaments.results.services.verification import require_two_persons, verify_result
from tournaments.rounds.services.rounds import start_round
from tournaments.standings.services import hide_standings

pytestmark = [pytest.mark.django_db, pytest.mark.core]
SWISS: dict[str, Any] = {"format": "team-swiss", "rounds_planned": 3, "tie_breaks": ("MPVGP",)}


def after_two_rounds(club: Club, organiser: Account) -> Event:
    """Round 1: Ants beat Cats, Bees beat Dogs; round 2: Bees beat Ants, Dogs beat Cats, each by 2 : 0."""
    event, players = running_teams(club, organiser, rounds=0, **SWISS)
    for number, winners in enumerate(("AB", "BD"), 1):
        start_round(event.pk, organiser)
        line_up_all(event, players, number)
        rows = load(fresh(event))
        for pairing in rows.rounds[-1].pairings:
            white, black = (rows.by_id[each].name for each in pairing.entries)
            decide(event, organiser, {(white, black): "1-0" if white[0] in winners else "0-1"})
    return fresh(event)


def points(caller: Caller, event: Event) -> dict[str, str]:
    """Match points by team, as the API says."""
    lines = caller.read(f"/events/{event.pk}/team-standings")["lines"]
    return {each["team"]["name"]: each["match_points"] for each in lines}


def test_readers_see_teams_after_the_rounds_that_are_not_hidden(club: Club, organiser: Account) -> None:
    """With two of three rounds hidden, 2 match points and one board of each player: never 4, nor 2 of 2 games."""
    event, desk = after_two_rounds(club, organiser), Client()
    bees = f"/events/{event.pk}/teams/{team(event, 'Bees').pk}"
    now = {"Ants": "2.0", "Bees": "4.0", "Cats": "0.0", "Dogs": "2.0"}
    then = {"Ants": "2.0", "Bees": "2.0", "Cats": "0.0", "Dogs": "0.0"}
    assert points(Caller(), event) == now and "<strong>2</strong>" in desk.get(bees).content.decode()
    hide_standings(event.pk, organiser, hides=True, rounds=2)
    assert points(Caller(), event) == then
    board = Caller().read(f"/events/{event.pk}/team-standings")["boards"][0]
    assert {(line["entry"]["player"]["name"], line["games"]) for line in board["lines"]} == {
        (name, 1) for name in ("Ada", "Ben", "Cleo", "Dan")
    }
    page = desk.get(bees).content.decode()
    assert "<strong>1</strong>" in page and "<strong>2</strong>" not in page
    shown = desk.get(f"/events/{event.pk}").content.decode()
    assert '<td class="num"><strong>2</strong></td>' in shown and '<td class="num"><strong>4</strong></td>' not in shown
    assert '<td class="num"><strong>4</strong></td>' not in desk.get(f"/events/{event.pk}?round=2").content.decode()
    assert points(Caller(organiser), event) == now
    desk.force_login(organiser)
    assert '<td class="num"><strong>4</strong></td>' in desk.get(f"/events/{event.pk}").content.decode()
    assert '<td class="num"><strong>4</strong></td>' not in desk.get(f"/events/{event.pk}?round=1").content.decode()


def test_with_all_standings_hidden_no_table_of_teams_is_told(club: Club, organiser: Account) -> None:
    event = after_two_rounds(club, organiser)
    hide_standings(event.pk, organiser, hides=True)
    assert points(Caller(), event) == {}
    page = Client().get(f"/events/{event.pk}/teams/{team(event, 'Bees').pk}").content.decode()
    assert "Ben" in page and "<strong>1</strong>" not in page and "<strong>2</strong>" not in page
    assert "standings-of-teams" not in Client().get(f"/events/{event.pk}").content.decode()
    here = f"/events/{event.pk}/rounds/2/matches"
    assert Caller().get(f"{here}/reasons").status_code == Caller().get(f"{here}/why/1/3").status_code == 409
    assert "Upper half" not in Client().get(f"/events/{event.pk}/pairings/2").content.decode()


def test_boards_of_matches_need_two_persons_before_the_next_round(club: Club, organiser: Account) -> None:
    event, players = running_teams(club, organiser, **SWISS)
    require_two_persons(event.pk, organiser, needed=True)
    line_up_all(event, players, 1)
    rows = load(fresh(event))
    for pairing in rows.rounds[0].pairings:
        white, black = (rows.by_id[each].name for each in pairing.entries)
        decide(event, organiser, {(white, black): "1-0"})
    with pytest.raises(EventRefused) as refused:
        start_round(event.pk, organiser)
    assert [str(each) for each in refused.value.blockers] == [
        f"round 1, board {board}: not verified" for board in (1, 2, 3, 4)
    ]
    arbiter = holder_of(Role.ARBITER, event.scope)
    listed = Caller(arbiter).read(f"/events/{event.pk}/provisional-results")["results"]
    assert [(row["board"], row["result"]) for row in listed] == [(board, "1-0") for board in (1, 2, 3, 4)]
    for found in provisional_results(fresh(event)):
        verify_result(event.pk, arbiter, found.game, claim=found.claim)
    assert start_round(event.pk, organiser).number == 2
