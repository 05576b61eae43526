"""The game of docs/kit.md, 150 lines at most, has a board, input, records, events and ratings without another edit."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.test import Client

from games.manuals import pages as rules_pages
from games.models import Game
from games.records.services.submit_record import RecordRefused, submit_record
from gipf_engine.kit.rules import TableRules
from players.models import Account, Club
from ratings.ledger.services.ledgers import recompute
from ratings.models import Rating
from ratings.pools.services.pools import pool_for
from testing.factories import seated
from testing.play.online import begin, play, two_accounts
from testing.tournaments.factories import running, table
from tests.toy_kit_game import trio
from tournaments.events.services import lifecycle
from tournaments.rounds.services import rounds

pytestmark = pytest.mark.django_db
MOVES = ["c1", "e1", "c2", "e2", "c3xe1", "e3", "c4xe2", "e2", "c4-b3", "e2-e1", "b3-c4xe3"]
"""White makes three rows and takes three men."""
RECORD = f'[Game "trio"]\n[Rules "plain"]\n\n{" ".join(MOVES)}'


@pytest.fixture(autouse=True)
def rules() -> Iterator[TableRules]:
    rules_pages._cards.cache_clear()
    with trio() as made:
        yield made
    rules_pages._cards.cache_clear()


def test_its_rules_have_a_page_with_its_board(client: Client) -> None:
    page = client.get("/rules/trio-plain").content.decode()
    assert "Three in a row take a man." in page
    card = client.get("/rules").content.decode().partition('href="/rules/trio-plain"')[0].rpartition("<li")[2]
    assert 'class="board board-trio' in card


def test_it_is_played_in_the_browser() -> None:
    white, black = two_accounts()
    game = begin(white, black, rules="trio-plain")
    play(game, *(((white, black)[ply % 2], turn) for ply, turn in enumerate(MOVES)))
    page = Client().get(f"/games/{game}").content.decode()
    assert Game.objects.get(pk=game).result == "1-0"
    assert "White wins, because three men were taken." in page
    board = page.partition('class="b-pieces"')[2].partition('class="b-last"')[0]
    assert (board.count('-A"'), board.count('-a"')) == (4, 1)


def test_an_event_of_it_goes_from_registration_to_the_rating(club: Club, organiser: Account) -> None:
    event = running(club, organiser, ("Ada", "Ben"), rules="trio-plain")
    rounds.start_round(event.pk, organiser)
    game = Game.objects.get(paired__pairing__round__event=event)
    with pytest.raises(RecordRefused, match="c1 is taken"):
        submit_record(game.pk, seated(game, "white"), RECORD.replace("e1", "c1", 1))
    for seat in ("white", "black"):
        submit_record(game.pk, seated(game, seat), RECORD)
    assert table(event) == [(1, "Ada", 10), (2, "Ben", 0)]
    lifecycle.close_event(event.pk, organiser)
    pool = pool_for("trio-plain", club)
    recompute(pool.pk)
    ratings = dict(Rating.objects.filter(pool=pool).values_list("person__name", "value"))
    assert ratings.keys() == {"Ada", "Ben"}
    assert ratings["Ada"] > ratings["Ben"]
