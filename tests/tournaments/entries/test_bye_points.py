"""In rounds of two games the pairing-allocated bye is worth two wins, unless the organiser sets it otherwise.

Said by the form, by the API or by an event file, it is the same in the table and for the next pairing.
"""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client

from players.models import Account, Club
from testing.api.caller import Caller
from testing.tournaments.confirming import confirm_by_api
from testing.tournaments.factories import draft, fresh, play, running, table
from testing.tournaments.round_trips import exported, taken_in
from tests.tournaments.checklist.test_hand_pairing import confirm_page
from tests.tournaments.test_bad_input import CHANGED, GOOD
from tournaments.core.loader import load
from tournaments.models import Event
from tournaments.rounds.services import rounds

pytestmark = [pytest.mark.django_db, pytest.mark.core]

FIVE = ("Ada", "Ben", "Cleo", "Dan", "Eve")
SWISS = {"format": "swiss-dutch", "rounds_planned": "3"}
BY_API = {
    "club": "rotterdam",
    "name": "Two Games",
    "starts_on": "2026-03-07",
    "ends_on": "2026-03-07",
    "rules": "gipf-standard",
    "format": "swiss-dutch",
    "rounds_planned": 3,
}


def after_round_1(club: Club, organiser: Account, **changes: Any) -> Event:
    """Ada and Ben win 1½ to ½ against Cleo and Dan; Eve has the bye."""
    event = running(club, organiser, FIVE, format="swiss-dutch", rounds_planned=3, games_per_round=2, **changes)
    won, drawn = ("Ada", "Cleo"), ("Cleo", "Ada")
    play(event, organiser, {won: "1-0", drawn: "1/2-1/2", ("Dan", "Ben"): "0-1", ("Ben", "Dan"): "1/2-1/2"})
    return event


def round_2(event: Event, organiser: Account) -> list[set[str]]:
    rounds.start_round(event.pk, organiser)
    rows = load(event)
    return [{rows.by_id[entry].name for entry in pairing.entries} for pairing in rows.rounds[1].pairings]


def test_two_wins_put_the_bye_above_whoever_drew_a_game(club: Club, organiser: Account) -> None:
    """Eve is alone on top and floats down to Ada; Ben floats to Cleo; Dan, the last of the lowest, has the bye."""
    event = after_round_1(club, organiser)
    assert table(event) == [(1, "Eve", 20), (2, "Ada", 15), (2, "Ben", 15), (4, "Cleo", 5), (4, "Dan", 5)]
    assert round_2(event, organiser) == [{"Eve", "Ada"}, {"Ben", "Cleo"}, {"Dan"}]


def test_a_bye_worth_one_win_stands_below_them(club: Club, organiser: Account) -> None:
    """Ada and Ben are on top and meet; Eve floats down to Cleo; Dan has the bye."""
    event = after_round_1(club, organiser, scoring={"pairing_bye": 10})
    assert table(event) == [(1, "Ada", 15), (1, "Ben", 15), (3, "Eve", 10), (4, "Cleo", 5), (4, "Dan", 5)]
    assert round_2(event, organiser) == [{"Ada", "Ben"}, {"Eve", "Cleo"}, {"Dan"}]


@pytest.mark.parametrize(
    ("points", "games", "worth"),
    [
        *(({}, 1, worth) for worth in (0, 5, 10)),
        *(({}, 2, worth) for worth in (0, 5, 10, 15, 20)),
        *(({"win": 30, "draw": 10}, 1, worth) for worth in (0, 10, 20, 30)),
        ({"win": 40, "draw": 20, "loss": 10}, 1, 30),
    ],
)
def test_it_may_be_worth_whatever_results_can_give(
    club: Club, organiser: Account, points: dict[str, int], games: int, worth: int
) -> None:
    event = draft(club, organiser, scoring=points | {"pairing_bye": worth}, games_per_round=games)
    assert event.points.pairing_bye == worth


@pytest.mark.parametrize(
    ("typed", "worth"),
    [
        ({}, 20),
        ({"pairing_bye": "1"}, 10),
        ({"pairing_bye": "0"}, 0),
        ({"points": "3-1-0"}, 60),
        ({"points": "own", "win": "4", "draw": "2", "loss": "1"}, 80),
    ],
)
def test_the_form_leaves_it_to_the_rule_or_says_it(
    club: Club, organiser: Account, client: Client, typed: dict[str, str], worth: int
) -> None:
    client.force_login(organiser)
    client.post(f"/clubs/{club.slug}/events/new", GOOD | SWISS | {"games_per_round": "2"} | typed)
    assert Event.objects.get().points.pairing_bye == worth


def test_a_form_that_doubles_the_games_doubles_the_byes_that_were_not_set(
    club: Club, organiser: Account, client: Client
) -> None:
    """The full-point bye was set to 0.7 by the API, which the form does not show: it stays."""
    event = draft(club, organiser, format="swiss-dutch", rounds_planned=3, scoring={"full_bye": 7})
    client.force_login(organiser)
    form = CHANGED | SWISS | {"games_per_round": "2", "version": "1"}
    confirm_page(client, client.post(f"/events/{event.pk}/edit", form))
    points = fresh(event).points
    assert (points.pairing_bye, points.half_bye, points.full_bye) == (20, 10, 7)


@pytest.mark.parametrize(
    ("said", "worth"),
    [({}, "2.0"), ({"scoring": {"pairing_bye": "1.0"}}, "1.0"), ({"scoring": {"win": "3", "draw": "1"}}, "6.0")],
)
def test_the_api_leaves_it_to_the_rule_or_says_it(
    club: Club, organiser: Account, said: dict[str, Any], worth: str
) -> None:
    made = Caller(organiser).done("/events", BY_API | {"games_per_round": 2} | said)
    assert made["scoring"]["pairing_bye"] == worth


def test_a_change_to_two_games_by_the_api_alone_changes_byes_that_were_not_set(club: Club, organiser: Account) -> None:
    caller = Caller(organiser)
    address = f"/events/{caller.done('/events', BY_API | {'scoring': {'full_bye': '0.5'}})['id']}"
    two = confirm_by_api(caller, address, {"games_per_round": 2}, method="PATCH")["scoring"]
    assert (two["pairing_bye"], two["half_bye"], two["full_bye"]) == ("2.0", "1.0", "0.5")
    one = caller.done(address, {"games_per_round": 1}, method="PATCH")["scoring"]
    assert (one["pairing_bye"], one["half_bye"], one["full_bye"]) == ("1.0", "0.5", "0.5")


@pytest.mark.parametrize(("scoring", "worth"), [({}, 20), ({"pairing_bye": 10}, 10)])
def test_an_event_file_carries_it(club: Club, organiser: Account, scoring: dict[str, int], worth: int) -> None:
    event = after_round_1(club, organiser, scoring=scoring)
    again = taken_in(exported(event, "json"), club, organiser)
    assert (again.points.pairing_bye, table(again)) == (worth, table(event))


def test_an_event_file_that_says_nothing_of_points_leaves_it_to_the_rule(club: Club, organiser: Account) -> None:
    document = json.loads(exported(after_round_1(club, organiser), "json"))
    document["event"]["scoring"] = {}
    again = taken_in(json.dumps(document).encode(), club, organiser)
    assert table(again)[0] == (1, "Eve", 20)
