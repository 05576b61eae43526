"""Scorers: who may enter the results of an event, and nothing else."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client

from common.journal.models import JournalEntry
from games.core.services.errors import ClaimRefused
from games.models import Claim, Game
from games.results.services.results import claim_result
from games.results.services.undo_decision import undo_decision
from players.models import Account, Club
from players.permissions import NotAllowed
from players.roles import Role
from testing.api.caller import Caller
from testing.factories import holder_of, organiser_of, seated
from testing.tournaments.factories import decide, game, running
from tournaments.core.errors import EventRefused
from tournaments.models import Event
from tournaments.rounds.services.rounds import start_round

pytestmark = pytest.mark.django_db
As = Callable[[Account], Client]


@pytest.fixture
def organiser(club: Club) -> Account:
    return organiser_of(club)


@pytest.fixture
def event(club: Club, organiser: Account) -> Event:
    """A Swiss of four players: Ada meets Cleo, and Dan meets Ben."""
    return running(club, organiser, rounds=1, format="swiss-dutch", rounds_planned=3)


@pytest.fixture
def scorer(event: Event) -> Account:
    return holder_of(Role.SCORER, event.scope)


def enter(found: Game, account: Account, result: str, reason: str = "") -> str:
    """The result in force after `account` has entered `result` at the desk."""
    return claim_result(found.pk, account, result, source="desk", reason=reason, role="arbiter").game.result


def post(client: Client, event: Event, found: Game, result: str) -> int:
    """The status with which the desk answers a key."""
    values = {"result": result, "reason": "", "version": found.version}
    return client.post(f"/events/{event.pk}/results/{found.pk}", values, headers={"X-Desk": "row"}).status_code


def test_an_open_result_is_entered_at_the_desk_and_by_the_api(event: Event, scorer: Account, client: Client) -> None:
    client.force_login(scorer)
    first, second = game(event, "Ada", "Cleo"), game(event, "Dan", "Ben")
    assert post(client, event, first, "1-0") == 200
    assert Caller(scorer).done(f"/games/{second.pk}/results", {"result": "0-1"})["role"] == "arbiter"
    assert [game(event, "Ada", "Cleo").result, game(event, "Dan", "Ben").result] == ["1-0", "0-1"]
    lines = JournalEntry.objects.filter(scope__key=event.scope, action="claim-result")
    assert set(lines.values_list("actor", flat=True)) == {scorer.pk}


def test_an_own_result_is_corrected_and_undone(event: Event, scorer: Account) -> None:
    found = game(event, "Ada", "Cleo")
    assert enter(found, scorer, "1-0") == "1-0"
    assert enter(found, scorer, "0-1") == "0-1"
    assert undo_decision(found.pk, scorer, 2).result == "1-0"
    assert undo_decision(found.pk, scorer, 1).result == "pending"


def test_a_players_report_is_confirmed_and_not_contradicted(event: Event, scorer: Account) -> None:
    found = game(event, "Ada", "Cleo")
    claim_result(found.pk, seated(found, "white"), "1-0", source="page", role="white")
    with pytest.raises(ClaimRefused, match="Only an arbiter can change this result"):
        enter(found, scorer, "0-1", reason="the slip says so")
    assert Claim.objects.filter(game=found).count() == 1
    assert enter(found, scorer, "1-0") == "1-0"


def test_what_others_decided_agreed_or_dispute_is_the_arbiters(
    event: Event, scorer: Account, organiser: Account
) -> None:
    decided, reported = game(event, "Ada", "Cleo"), game(event, "Dan", "Ben")
    enter(decided, organiser, "1-0")
    for seat, result in (("white", "1-0"), ("black", "0-1")):
        claim_result(reported.pk, seated(reported, seat), result, source="page", role=seat)
    for found in (decided, reported):
        with pytest.raises(ClaimRefused, match="Only an arbiter can change this result"):
            enter(found, scorer, "0-1", reason="typed")
    with pytest.raises(NotAllowed):
        undo_decision(decided.pk, scorer, 1)
    claim_result(reported.pk, seated(reported, "black"), "1-0", source="page", role="black")
    with pytest.raises(ClaimRefused, match="Only an arbiter can change this result"):
        enter(reported, scorer, "0-1", reason="typed")
    assert [game(event, "Ada", "Cleo").result, game(event, "Dan", "Ben").result] == ["1-0", "1-0"]


def test_once_the_next_round_is_paired_an_own_result_is_the_arbiters(
    event: Event, scorer: Account, organiser: Account
) -> None:
    found = game(event, "Ada", "Cleo")
    enter(found, scorer, "1-0")
    decide(event, organiser, {("Dan", "Ben"): "1-0"})
    start_round(event.pk, organiser)
    with pytest.raises(EventRefused, match="Only an arbiter can change this result"):
        enter(found, scorer, "0-1", reason="mistyped")
    with pytest.raises(EventRefused, match="Only an arbiter can change this result"):
        undo_decision(found.pk, scorer, 1)
    assert game(event, "Ada", "Cleo").result == "1-0"


def test_the_desk_of_a_scorer_is_the_boards_alone(
    event: Event, scorer: Account, organiser: Account, client: Client
) -> None:
    client.force_login(scorer)
    page = client.get(f"/events/{event.pk}/desk").content.decode()
    found = game(event, "Ada", "Cleo")
    assert f'id="game-{found.pk}"' in page and f"/events/{event.pk}/results/{found.pk}" in page
    arbiters_alone = ("desk-more", 'id="desk-next"', 'id="desk-journal"', "data-clock-form")
    assert not any(part in page for part in arbiters_alone)
    assert f"/events/{event.pk}/desk" in client.get(f"/events/{event.pk}").content.decode()
    assert f"/events/{event.pk}/desk" in client.get("/").content.decode()
    client.force_login(organiser)
    whole = client.get(f"/events/{event.pk}/desk").content.decode()
    assert all(part in whole for part in arbiters_alone[:3])


def test_nothing_else_and_no_other_event(event: Event, scorer: Account, organiser: Account, client: Client) -> None:
    other = running(event.club, organiser, rounds=1, name="Other")
    client.force_login(scorer)
    assert post(client, other, game(other, "Ada", "Dan"), "1-0") == 403
    assert client.get(f"/events/{other.pk}/desk").status_code == 403
    for page in ("rounds/1/slips", "rounds/next", "edit", "webhooks"):
        assert client.get(f"/events/{event.pk}/{page}").status_code in (403, 404, 405), page
    with pytest.raises(NotAllowed):
        start_round(event.pk, scorer, despite_open=True)
    assert event.rounds.count() == 1


def test_an_organiser_makes_a_scorer_of_one_event_by_the_api(event: Event, organiser: Account) -> None:
    helper = seated(game(event, "Ada", "Cleo"), "white")
    made = Caller(organiser).done(f"/events/{event.pk}/roles", {"username": helper.username, "role": "scorer"})
    assert (made["role"], made["scope"]) == ("scorer", event.scope)
