"""Why a round is as it is: from what was known when it was paired, whatever is corrected later."""

from __future__ import annotations

import pytest
from django.test import Client

from games.results.services.results import claim_result
from players.models import Account, Club
from testing.tournaments.confirming import confirmed
from testing.tournaments.factories import decide, entry, fresh, game, running, swiss_after_round_1
from testing.tournaments.hand_edits import exchange_entries, swap_colours
from tournaments.core.loader import load
from tournaments.entries.services import entries, exclusions, leaving
from tournaments.models import Event
from tournaments.rounds.queries.pairing_explanations import get_explained_round, table_before, why_not
from tournaments.rounds.queries.rounds import round_page
from tournaments.rounds.services import rounds

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(club: Club, organiser: Account) -> Event:
    """Two rounds: Ada and Ben won the first, and met in the second."""
    made = swiss_after_round_1(club, organiser)
    rounds.start_round(made.pk, organiser)
    return fresh(made)


def board(event: Event, number: int, place: int) -> list[str]:
    page = round_page(load(event), number)
    assert page is not None
    return [str(message) for message in page.boards[place].why]


def test_each_pairing_says_its_bracket_its_order_and_who_begins(event: Event) -> None:
    assert board(event, 2, 0) == [
        "1-point bracket, players: 2.",
        "Ada and Ben meet in the natural order of the bracket.",
        "Ben moves first: both get their due colour, or have no preference.",
    ]


def test_a_result_corrected_later_does_not_change_why_a_round_was_paired(event: Event, organiser: Account) -> None:
    """With Cleo as the winner of round 1 the rules would pair Cleo and Ben in round 2; nobody knew it then."""
    before = board(event, 2, 0)
    made = game(event, "Ada", "Cleo")
    confirmed(claim_result, made.pk, organiser, "0-1", source="desk", reason="Entered wrongly.")
    assert load(event).rounds[0].pairings[0].games[0].code == "0-1"
    assert board(event, 2, 0) == before
    assert get_explained_round(load(event), 2).differences == ()
    assert table_before(load(event), 2).points(1) == 10


def test_who_left_or_came_later_was_not_so_then(event: Event, club: Club, organiser: Account) -> None:
    before = board(event, 2, 0)
    entries.enter_person(event.pk, organiser, name="Eve")
    leaving.withdraw(event.pk, organiser, entry(event, "Ada").pk)
    confirmed(exclusions.add_exclusion, event.pk, organiser, [entry(event, name).pk for name in ("Ada", "Ben")])
    assert board(event, 2, 0) == before


def test_a_swap_by_hand_is_told_with_what_the_rules_give(event: Event, organiser: Account) -> None:
    """Exchanging Ada and Cleo makes Ben - Cleo and Ada - Dan."""
    one, other = entry(event, "Ada").pk, entry(event, "Cleo").pk
    exchange_entries(event.pk, organiser, 2, one, other, reason="Ada comes late.")
    told = [str(message) for message in get_explained_round(load(event), 2).differences]
    assert told[:2] == ["The rules give Ben – Ada.", "The rules give Cleo – Dan."]
    assert told[2].startswith("Board 1 was paired by hand: Ben – Cleo. If Ben met Cleo, ")
    assert "C6" in told[2], "the criterion by which it is worse is named"
    assert board(event, 2, 0) == []


def test_a_meeting_by_hand_that_the_rules_forbid_says_why(event: Event, organiser: Account) -> None:
    """Round 3 must be Ada - Dan and Ben - Cleo. By hand Ada meets Cleo again, whom she met in round 1."""
    decide(event, organiser, {("Ben", "Ada"): "0-1", ("Cleo", "Dan"): "0-1"})
    rounds.start_round(event.pk, organiser)
    one, other = entry(event, "Dan").pk, entry(event, "Cleo").pk
    exchange_entries(event.pk, organiser, 3, one, other, reason="As they wish.")
    told = " ".join(str(message) for message in get_explained_round(load(event), 3).differences)
    assert "Ada and Cleo may not meet: they met in round 1." in told


def test_colours_swapped_by_hand_are_told(event: Event, organiser: Account) -> None:
    pairing = load(event).rounds[1].pairings[0]
    swap_colours(event.pk, organiser, pairing.id, reason="Ben asked for it.")
    assert [str(message) for message in get_explained_round(load(event), 2).differences] == [
        "By the rules Ben has the first move against Ada."
    ]


# --- why not these two? ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("one", "two", "answer"),
    [
        (1, 2, "Ada and Ben do meet in this round."),
        (1, 3, "Ada and Cleo may not meet: they met in round 1."),
        (2, 2, "Choose two players."),
    ],
)
def test_any_two_can_ask_why_they_do_not_meet(event: Event, one: int, two: int, answer: str) -> None:
    assert str(why_not(load(event), 2, one, two)) == answer


def test_a_pairing_that_would_be_worse_names_the_criterion(event: Event) -> None:
    answer = str(why_not(load(event), 2, 1, 4))
    assert answer.startswith("If Ada met Dan, the 1-point bracket would be worse by C6")


def test_where_the_schedule_is_fixed_the_round_is_named(club: Club, organiser: Account) -> None:
    """Berger for four: 1-4 2-3, 4-3 1-2, 2-4 3-1."""
    event = running(club, organiser, rounds=1)
    assert str(why_not(load(event), 1, 1, 3)) == "By the schedule Ada and Cleo meet in round 3."


def test_in_a_knock_out_the_tree_says_when_two_can_meet(club: Club, organiser: Account) -> None:
    event = running(club, organiser, rounds=1, format="knock-out")
    assert str(why_not(load(event), 1, 1, 2)) == "In the tree Ada and Ben can meet in round 2, if both get there."


# --- the page -------------------------------------------------------------------------------------------


def test_the_page_answers_a_plain_form(event: Event, client: Client) -> None:
    page = client.get(f"/events/{event.pk}/pairings/2?one=1&two=3").content.decode()
    assert "Ada and Cleo may not meet: they met in round 1." in page


@pytest.mark.parametrize(
    "query", ["one=1", "one=1&two=99", "one=x&two=1", "two=%3Cscript%3E", "one=1&two=" + "9" * 400]
)
def test_a_question_that_cannot_be_read_is_told_so(event: Event, client: Client, query: str) -> None:
    answer = client.get(f"/events/{event.pk}/pairings/2?{query}")
    assert answer.status_code == 400 and "<script>" not in answer.content.decode().partition("<main")[2]


def test_what_was_changed_by_hand_is_told_below_the_pairings(event: Event, organiser: Account, client: Client) -> None:
    client.force_login(organiser)
    one, other = entry(event, "Ada").pk, entry(event, "Cleo").pk
    assert "The rules give Ben – Ada." not in client.get(f"/events/{event.pk}/pairings/2").content.decode()
    exchange_entries(event.pk, organiser, 2, one, other, reason="Ada comes late.")
    assert "The rules give Ben – Ada." in client.get(f"/events/{event.pk}/pairings/2").content.decode()


def test_a_round_of_a_draft_explains_nothing_to_strangers(club: Club, stranger: Account, organiser: Account) -> None:
    client = Client()
    client.force_login(stranger)
    event = running(club, organiser, format="swiss-dutch", rounds_planned=2)
    Event.objects.filter(pk=event.pk).update(state="draft")
    assert client.get(f"/events/{event.pk}/pairings/1?one=1&two=2").status_code == 403
