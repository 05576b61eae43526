"""Events of the Dubov and Burstein Systems: offered, paired, explained, written and read again."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from gipf_engine.tournament import trf
from players.models import Account, Club
from testing.tournaments.factories import entry, fresh, running
from testing.tournaments.round_trips import NINE, exported, play_somehow, taken_in
from tournaments.core.loader import load
from tournaments.models import Event
from tournaments.rounds.queries.pairing_explanations import why_not

pytestmark = pytest.mark.django_db

KEYS = {"dubov": "Swiss, Dubov System", "burstein": "Swiss, Burstein System"}


def played(club: Club, organiser: Account, key: str, rounds: int) -> Event:
    event = running(club, organiser, NINE[:8], format=key, rounds_planned=5)
    play_somehow(event, organiser, rounds)
    return fresh(event)


def test_the_form_of_a_new_event_says_when_to_choose_them(club: Club, organiser: Account, client: Client) -> None:
    client.force_login(organiser)
    page = client.get("/clubs/rotterdam/events/new").content.decode()
    for key, name in KEYS.items():
        assert re.search(rf'name="format" value="{key}"', page)
        assert name in page
    assert "For fields whose ratings are known and differ." in page
    assert "Needs no ratings." in page


def test_a_round_page_tells_the_average_that_paired_a_board(club: Club, organiser: Account, client: Client) -> None:
    event = played(club, organiser, "dubov", 2)
    page = client.get(f"/events/{event.pk}/pairings/2").content.decode()
    # Nobody of these has a rating, so that all averages are 0.
    assert "(opponents&#x27; average rating: 0) meets" in page
    assert "taken up" in page or "point bracket, players" in page


def test_a_round_page_tells_the_opponents_points(club: Club, organiser: Account, client: Client) -> None:
    event = played(club, organiser, "burstein", 3)
    seeded = client.get(f"/events/{event.pk}/pairings/2").content.decode()
    assert "Points of all opponents so far" not in seeded  # half of five rounds, rounded down, are the Dutch system's
    assert "Points of all opponents so far" in client.get(f"/events/{event.pk}/pairings/3").content.decode()


@pytest.mark.parametrize("key", KEYS)
def test_why_two_did_not_meet_is_answered(key: str, club: Club, organiser: Account) -> None:
    event = played(club, organiser, key, 3)
    first = load(event).rounds[0].pairings[0]
    one, two = (load(event).by_id[each].number or 0 for each in first.entries)
    assert "they met in round 1" in str(why_not(load(event), 3, one, two))
    answers = {str(why_not(load(event), 3, 1, other)) for other in range(2, 9)}
    assert len([each for each in answers if each.endswith("do meet in this round.")]) == 1
    assert any("would be worse by C" in each or "comes later in the order" in each for each in answers)


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("baku", [False, True])
def test_a_file_of_one_comes_back_as_one(key: str, baku: bool, club: Club, organiser: Account) -> None:
    event = running(
        club, organiser, NINE[:8], format=key, rounds_planned=6, format_options={"baku": True} if baku else {}
    )
    play_somehow(event, organiser, 2)
    data = exported(event, "trf26")
    assert trf.read(data).document.kind == f"FIDE_{key.upper()}" + ("_BAKU" if baku else "")
    again = fresh(taken_in(data, club, organiser))
    assert (again.format, again.format_options) == (key, {"baku": True} if baku else {})
    assert entry(again, "Ada").number == entry(event, "Ada").number
