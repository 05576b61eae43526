"""Results that a second person verifies: what one alone entered waits, and nobody verifies their own."""

from __future__ import annotations

import pytest
from django.test import Client

from games.results.services.results import claim_result
from players.models import Account, Club
from players.permissions import NotAllowed
from players.roles import Role
from testing.api.caller import Caller
from testing.factories import holder_of, seated
from testing.tournaments.factories import decide, fresh, game, running
from tournaments.core.errors import EventRefused
from tournaments.core.verification import provisional_results
from tournaments.models import Event, VerifiedResult
from tournaments.results.services.verification import require_two_persons, verify_result
from tournaments.rounds.services.rounds import start_round

pytestmark = [pytest.mark.django_db, pytest.mark.core]

ADA_CLEO, DAN_BEN = ("Ada", "Cleo"), ("Dan", "Ben")


@pytest.fixture
def event(club: Club, organiser: Account) -> Event:
    """Ada meets Cleo on board 1, Dan meets Ben on board 2."""
    event = running(club, organiser, rounds=1, format="swiss-dutch", rounds_planned=3)
    require_two_persons(event.pk, organiser, needed=True)
    return fresh(event)


@pytest.fixture
def arbiter(event: Event) -> Account:
    return holder_of(Role.ARBITER, event.scope)


def waiting(event: Event) -> list[tuple[int, str, str]]:
    """Board, value, and the earlier value of another person, of what waits."""
    return [(each.board, each.result, each.earlier) for each in provisional_results(event)]


def test_what_one_person_entered_waits_until_another_verifies_it(
    event: Event, organiser: Account, arbiter: Account
) -> None:
    decide(event, organiser, {ADA_CLEO: "1-0"})
    assert waiting(event) == [(1, "1-0", "")]
    (found,) = provisional_results(event)
    with pytest.raises(EventRefused):  # nobody verifies their own
        verify_result(event.pk, organiser, found.game, claim=found.claim)
    verify_result(event.pk, arbiter, found.game, claim=found.claim)
    assert waiting(event) == []
    with pytest.raises(EventRefused):
        verify_result(event.pk, arbiter, found.game, claim=found.claim)


def test_the_same_value_of_a_second_person_verifies_and_another_is_shown_first(
    event: Event, organiser: Account, arbiter: Account
) -> None:
    decide(event, organiser, {ADA_CLEO: "1-0", DAN_BEN: "1-0"})
    decide(event, arbiter, {DAN_BEN: "0-1"})
    assert waiting(event) == [(2, "0-1", "1-0"), (1, "1-0", "")]
    decide(event, organiser, {DAN_BEN: "0-1"})
    assert waiting(event) == [(1, "1-0", "")]


def test_a_correction_has_to_be_verified_anew(event: Event, organiser: Account, arbiter: Account) -> None:
    decide(event, organiser, {ADA_CLEO: "1-0"})
    (found,) = provisional_results(event)
    verify_result(event.pk, arbiter, found.game, claim=found.claim)
    decide(event, organiser, {ADA_CLEO: "0-1"})
    assert waiting(event) == [(1, "0-1", "")]
    with pytest.raises(EventRefused):  # of the page that showed the first one
        verify_result(event.pk, arbiter, found.game, claim=found.claim)


def test_what_both_players_report_needs_nobody(event: Event) -> None:
    one = game(event, *ADA_CLEO)
    for seat in ("white", "black"):
        claim_result(one.pk, seated(one, seat), "1-0", source="page")
    assert game(event, *ADA_CLEO).result == "1-0"
    assert waiting(event) == []


def test_nothing_waits_where_one_person_is_enough(event: Event, organiser: Account) -> None:
    decide(event, organiser, {ADA_CLEO: "1-0"})
    require_two_persons(event.pk, organiser, needed=False)
    assert waiting(fresh(event)) == []


def test_the_next_round_asks_about_unverified_results(event: Event, organiser: Account, arbiter: Account) -> None:
    decide(event, organiser, {ADA_CLEO: "1-0", DAN_BEN: "1-0"})
    with pytest.raises(EventRefused) as refused:
        start_round(event.pk, organiser)
    assert [str(each) for each in refused.value.blockers] == [
        "round 1, board 1: not verified",
        "round 1, board 2: not verified",
    ]
    for found in provisional_results(event):
        verify_result(event.pk, arbiter, found.game, claim=found.claim)
    assert start_round(event.pk, organiser).number == 2


def test_the_desk_shows_what_waits_with_a_button_for_others(
    event: Event, organiser: Account, arbiter: Account, client: Client
) -> None:
    decide(event, organiser, {ADA_CLEO: "1-0"})
    decide(event, arbiter, {ADA_CLEO: "0-1"})
    address = f"/events/{event.pk}/games/{game(event, *ADA_CLEO).pk}/verify"
    client.force_login(arbiter)
    desk = client.get(f"/events/{event.pk}/desk").content.decode()
    assert address not in desk and "Another person verifies it." in desk
    client.force_login(organiser)
    desk = client.get(f"/events/{event.pk}/desk").content.decode()
    assert address in desk and "Two values: first" in desk
    (found,) = provisional_results(event)
    client.post(address, {"claim": found.claim})
    assert VerifiedResult.objects.get().verified_by == organiser.pk
    assert "result verified" in client.get(f"/events/{event.pk}/journal").content.decode()


def test_the_endpoints_switch_it_on_list_and_verify(event: Event, organiser: Account, stranger: Account) -> None:
    scorer = holder_of(Role.SCORER, event.scope)
    here = f"/events/{event.pk}"
    caller = Caller(organiser)
    assert caller.done(f"{here}/two-persons", {"needed": False}, method="PUT") == {"needed": False}
    assert caller.done(f"{here}/two-persons", {"needed": True}, method="PUT") == {"needed": True}
    decide(event, organiser, {ADA_CLEO: "1-0"})
    (row,) = Caller(scorer).read(f"{here}/provisional-results")["results"]
    assert (row["board"], row["result"], row["by"], row["earlier"]) == (1, "1-0", organiser.username, "")
    assert Caller(stranger).get(f"{here}/provisional-results").status_code == 403
    Caller(scorer).done(f"{here}/games/{row['game']}/verify", {"claim": row["claim"]})
    assert caller.read(f"{here}/provisional-results")["results"] == []
    with pytest.raises(NotAllowed):
        require_two_persons(event.pk, stranger, needed=False)
