"""The tree of a knock-out on the page of its cross table.

Five players are numbered by name. Eight seats, by hand: 1 – free, 4 – 5, 2 – free, 3 – free; then the winners of the
first two matches and of the last two meet, then the winners of those.
"""

from __future__ import annotations

import pytest
from django.test import Client

from players.models import Account, Club
from testing.tournaments.factories import decide, fresh, running
from tournaments.core.loader import load
from tournaments.core.queries.tables import BracketSeat, bracket_of
from tournaments.models import Event
from tournaments.rounds.services import rounds

pytestmark = pytest.mark.django_db

FIVE = ("Ada", "Ben", "Cleo", "Dan", "Eva")


@pytest.fixture
def cup(club: Club, organiser: Account) -> Event:
    return running(club, organiser, FIVE, format="knock-out", rounds=1)


def seat(found: BracketSeat) -> str:
    name = found.entry.name if found.entry else "–"
    points = "" if found.points is None else f" {found.points // 10}"
    return f"{name}{points}{' >' if found.goes_on else ''}"


def drawn(event: Event) -> list[list[str]]:
    """Each round's matches as text: the two seats, points where the match is decided, > for who goes on."""
    tree = bracket_of(load(fresh(event)))
    return [[", ".join(seat(each) for each in match.seats) for match in round_.matches] for round_ in tree]


def test_before_a_result_byes_go_on_and_the_rest_is_open(cup: Event) -> None:
    assert drawn(cup) == [
        ["Ada >, –", "Dan, Eva", "Ben >, –", "Cleo >, –"],
        ["Ada, –", "Ben, Cleo"],
        ["–, –"],
    ]


def test_winners_stand_in_the_next_round_and_the_final_is_last(cup: Event, organiser: Account) -> None:
    decide(cup, organiser, {("Eva", "Dan"): "1-0"})
    rounds.start_round(cup.pk, organiser)
    assert drawn(cup) == [
        ["Ada >, –", "Dan 0, Eva 1 >", "Ben >, –", "Cleo >, –"],
        ["Ada, Eva", "Ben, Cleo"],
        ["–, –"],
    ]
    assert [(round_.number, round_.paired) for round_ in bracket_of(load(fresh(cup)))] == [
        (1, True),
        (2, True),
        (3, False),
    ]


def test_the_page_draws_it_for_knock_outs_alone(cup: Event, club: Club, organiser: Account, client: Client) -> None:
    page = client.get(f"/events/{cup.pk}/crosstable").content.decode()
    assert '<ol class="plain tree">' in page
    assert page.count('class="tree-round"') == 3
    assert f'href="/events/{cup.pk}/pairings/1"' in page
    other = running(club, organiser, ("Finn", "Gus", "Hal"), rounds=1, name="Round robin")
    assert "tree-round" not in client.get(f"/events/{other.pk}/crosstable").content.decode()


def test_the_tab_of_a_knock_out_is_called_by_its_bracket(
    cup: Event, club: Club, organiser: Account, client: Client
) -> None:
    tab = '<a href="/events/{}/crosstable">{}</a>'
    assert tab.format(cup.pk, "Bracket") in client.get(f"/events/{cup.pk}").content.decode()
    table = running(club, organiser, rounds=1)
    assert tab.format(table.pk, "Cross table") in client.get(f"/events/{table.pk}").content.decode()
