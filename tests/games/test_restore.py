"""Games that were brought back to what they were: what was said since counts nowhere."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from common.journal import services as journal
from engine.rules.record import read_records
from games.models import Claim, Game
from games.queries import CollectionQuery, export_records
from games.services import SavedGame, claim_result, restore_games, save_games, submit_record
from players.models import Account, Club
from tests.factories import GameFactory, organiser_of, seated
from tests.games.records import WON_BY_BLACK

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(club: Club) -> Game:
    return GameFactory(club=club)


@pytest.fixture
def arbiter(game: Game) -> Account:
    return organiser_of(game.club)


def go_back(game: Game, saved: dict[int, SavedGame], arbiter: Account) -> None:
    with journal.act(game.occasion.key, arbiter, "undo") as act:
        restore_games(act.scope, saved, arbiter)


def test_a_record_whose_claim_is_void_counts_when_it_is_handed_in_again(game: Game, arbiter: Account) -> None:
    white, before = seated(game, "white"), save_games(game.occasion)
    submit_record(game.pk, white, WON_BY_BLACK)
    claim_result(game.pk, seated(game, "black"), "0-1", source="page")
    assert Game.objects.get(pk=game.pk).result == "0-1"
    go_back(game, before, arbiter)
    assert Game.objects.get(pk=game.pk).result == "pending"

    submit_record(game.pk, white, WON_BY_BLACK)
    submit_record(game.pk, white, WON_BY_BLACK)
    claims = Claim.objects.filter(game=game, voided=None).values_list("number", "role", "result")
    assert list(claims) == [(3, "white", "0-1")]
    claim_result(game.pk, seated(game, "black"), "0-1", source="page")
    assert Game.objects.get(pk=game.pk).result == "0-1"


def test_files_of_many_records_say_how_a_game_ended_as_its_own_does(
    client: Client, game: Game, arbiter: Account
) -> None:
    submit_record(game.pk, seated(game, "white"), "1. c2 d2")
    for side in ("white", "black"):
        claim_result(game.pk, seated(game, side), "1-0", source="page")
    agreed = save_games(game.occasion)
    claim_result(game.pk, arbiter, "0-1", source="desk", reason="Black was right.")
    assert _ending(client, game) == ("0-1", "arbiter")
    go_back(game, agreed, arbiter)
    assert _ending(client, game) == ("1-0", "agreed")


def _ending(client: Client, game: Game) -> tuple[str, str]:
    """The tags Result and Termination, which the file of the game and that of many must have alike."""
    alone = client.get(reverse("game-record-text", args=[game.pk])).content.decode()
    own, found = (list(read_records(text.splitlines())) for text in (alone, "".join(export_records(CollectionQuery()))))
    assert [record.tags for record in found] == [record.tags for record in own]
    (record,) = own
    return record.tags["Result"], record.tags["Termination"]
