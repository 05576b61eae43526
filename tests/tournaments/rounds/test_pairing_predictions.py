"""What ratings expect of the pairings of a round: on its page and by the API, as it was before the event."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from games.models import Game
from players.models import Account, Club, Person
from ratings.ledger.services.ledgers import recompute
from ratings.pools.services.pools import pool_for
from testing.factories import PersonFactory
from testing.ratings.factories import FIRST, closed_event, four
from testing.tournaments.factories import decide, draft, fresh
from tournaments.core.loader import load
from tournaments.entries.services import entries
from tournaments.events.services import events, lifecycle
from tournaments.models import Event
from tournaments.rounds.queries.predictions import with_predictions
from tournaments.rounds.queries.rounds import round_page
from tournaments.rounds.services import rounds

pytestmark = pytest.mark.django_db
SHOWN = re.compile(r'<div class="small quiet num ltr">([.\d]+) : ([.\d]+)</div>')


@pytest.fixture
def event(club: Club, organiser: Account) -> Event:
    """A, B, C and D, rated 1560, 1520, 1480 and 1440 (test_elo), and two newcomers; round 1 of a round robin.

    Berger's round 1 of six is 1–6, 2–5, 3–4: C meets D, 40 points above him, which is .56; nobody else is rated twice.
    """
    people = four(club)
    closed_event(club, people, FIRST)
    recompute(pool_for("gipf-basic").pk)
    made = draft(club, organiser, rules="gipf-basic")
    events.announce(made.pk, organiser)
    for person in (*people, *(PersonFactory(name=f"Player {letter}", member_of=club) for letter in "EF")):
        entries.enter_person(made.pk, organiser, person_id=person.pk)
    lifecycle.start_event(made.pk, organiser, first_colour="w")
    rounds.start_round(made.pk, organiser)
    return fresh(made)


def test_pairings_of_rated_players_have_their_expected_score(client: Client, event: Event) -> None:
    shown = client.get(f"/events/{event.pk}/pairings/1").content.decode()
    assert SHOWN.findall(shown) == [("0.56", "0.44")]
    assert f'href="/ratings/{pool_for("gipf-basic").pk}"' in shown
    boards = client.get(f"/api/v1/events/{event.pk}/rounds/1").json()["boards"]
    pool = pool_for("gipf-basic").pk
    told = {"pool": pool, "white_rating": 1480, "black_rating": 1440, "score": 0.56, "low": None, "high": None}
    assert [board["expected"] for board in boards] == [None, None, told]


def test_rounds_to_come_have_theirs(client: Client, event: Event) -> None:
    """Round 2 is 6–4, 5–3, 1–2: A is 40 above B."""
    assert SHOWN.findall(client.get(f"/events/{event.pk}/pairings/2").content.decode()) == [("0.56", "0.44")]


def test_it_stays_what_was_expected_before_the_event(client: Client, event: Event, organiser: Account) -> None:
    """C loses to D by which both move; a page that was read before is still true."""
    address = f"/events/{event.pk}/pairings/1"
    for number in range(1, 6):
        if number > 1:
            rounds.start_round(event.pk, organiser)
        games = [game for pairing in load(fresh(event)).rounds[-1].pairings for game in pairing.games]
        page = round_page(load(fresh(event)), number)
        assert page is not None and len(games) == 3
        seats = ((board.white.entry.name, board.black.entry.name) for board in page.boards if board.black)
        decide(event, organiser, dict.fromkeys(seats, "0-1"))
    lifecycle.close_event(event.pk, organiser)
    recompute(pool_for("gipf-basic").pk)
    assert SHOWN.findall(client.get(address).content.decode()) == [("0.56", "0.44")]
    told = client.get(f"/api/v1/events/{event.pk}/rounds/1").json()["boards"][2]["expected"]
    assert (told["white_rating"], told["black_rating"]) == (1480, 1440)


def test_another_rating_makes_another_page(client: Client, event: Event, club: Club) -> None:
    """Readers have the page from before until a list changes, though nothing happens in the event.

    D beats C in a game of 40 points: both have K 40 and D .44 to expect, so D comes to 1462 and C to 1458: .51 for D.
    """
    pages = (f"/events/{event.pk}/pairings/1", f"/api/v1/events/{event.pk}/rounds/1")
    tags = {page: client.get(page)["ETag"] for page in pages}
    assert [client.get(page, headers={"If-None-Match": tag}).status_code for page, tag in tags.items()] == [304, 304]
    people = [Person.objects.get(name=f"Player {letter}") for letter in "ABCD"]
    closed_event(club, people, "D-C 1-0", days=2)
    recompute(pool_for("gipf-basic").pk)
    assert [client.get(page, headers={"If-None-Match": tag}).status_code for page, tag in tags.items()] == [200, 200]
    assert SHOWN.findall(client.get(pages[0]).content.decode()) == [("0.49", "0.51")]


def test_boards_take_the_same_queries_however_many(event: Event, django_assert_num_queries: Any) -> None:
    page = round_page(load(event), 1)
    assert page is not None
    for boards in (page.boards, page.boards[2:]):
        with django_assert_num_queries(5):
            assert with_predictions(event, boards)[-1].expected is not None


def test_games_that_no_list_counts_expect_nothing(event: Event, organiser: Account) -> None:
    def expected(event: Event) -> bool:
        page = round_page(load(event), 1)
        assert page is not None
        return any(board.expected for board in with_predictions(event, page.boards))

    assert expected(event)
    event.handicap = Event.Handicap.BY_HAND
    assert expected(event)
    Game.objects.filter(paired__pairing__round__event=event).update(handicap="1/0")
    assert not expected(event)
    event.handicap = Event.Handicap.NONE
    Game.objects.filter(paired__pairing__round__event=event).update(rated=False)
    assert not expected(event)
