"""Games that were brought back to what they were: what was said since counts nowhere."""

from __future__ import annotations

import datetime

import pytest
from django.test import Client
from django.urls import reverse

from common.journal import services as journal
from games.collection.queries.collection import CollectionQuery
from games.collection.queries.export import export_records
from games.models import Certificate, Claim, FiledRecord, Game, Record
from games.records.services.record_files import check_portion, split_file, submit_records
from games.records.services.submit_record import check_record, keep_records, submit_record
from games.results.services.adjudicate import adjudicate, request_all
from games.results.services.create import settle_games
from games.results.services.restore import SavedGame, restore_games, save_games
from games.results.services.results import claim_result
from gipf_engine.rules.record import read_records
from players.models import Account, Club
from testing.factories import GameFactory, organiser_of, seated
from testing.games.game_records import WON_BY_BLACK
from tournaments.core.acts import Undo
from tournaments.events.acts import CloseEvent

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]


@pytest.fixture
def game(club: Club) -> Game:
    return GameFactory(club=club)


@pytest.fixture
def arbiter(game: Game) -> Account:
    return organiser_of(game.club)


def go_back(game: Game, saved: dict[int, SavedGame], arbiter: Account) -> None:
    with journal.commit(game.parent_scope.key, arbiter, Undo) as act:
        restore_games(act.scope, saved, arbiter)


def test_a_record_whose_claim_is_void_counts_when_it_is_handed_in_again(game: Game, arbiter: Account) -> None:
    white, before = seated(game, "white"), save_games(game.parent_scope)
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


def test_what_is_handed_in_for_a_game_that_went_is_refused_at_the_form(
    client: Client, game: Game, arbiter: Account
) -> None:
    white = seated(game, "white")
    claim_result(game.pk, white, "1-0", source="page")
    go_back(game, {}, arbiter)
    client.force_login(white)
    for name, typed in (
        ("game-record", {"text": WON_BY_BLACK}),
        ("game-recorder", {"turns": "c2", "version": 0}),
    ):
        answer = client.post(reverse(name, args=[game.pk]), typed)
        assert answer.status_code == 400, name
        assert "This game was removed from its event and can no longer be changed." in answer.content.decode()
    assert not Record.objects.filter(game=game).exists()


def test_a_game_that_goes_counts_in_no_rating_list(game: Game, arbiter: Account) -> None:
    claim_result(game.pk, arbiter, "1-0", source="desk")
    with journal.commit(game.parent_scope.key, arbiter, CloseEvent) as act:
        settle_games(act.scope, datetime.date(2026, 3, 1))
    go_back(game, {}, arbiter)
    game.refresh_from_db()
    assert (game.result, game.rated_on) == ("void", None)
    assert game.removed_at is not None


def test_a_file_of_records_finds_the_game_that_took_the_place_of_one_that_went(game: Game, arbiter: Account) -> None:
    claim_result(game.pk, seated(game, "white"), "1-0", source="page")
    go_back(game, {}, arbiter)
    again = GameFactory(club=game.club, parent_scope=game.parent_scope, white=game.white, black=game.black)
    players = f'[Game "gipf"]\n[Rules "basic"]\n[White "{game.white.name}"]\n[Black "{game.black.name}"]\n'
    text = "".join(f"{players}{tag}\n1. {turns}\n\n" for tag, turns in (("", "c2"), (f'[GameId "{game.pk}"]\n', "d2")))
    file = submit_records(game.parent_scope.key, arbiter, text.encode())
    split_file(file.pk)
    check_portion(file.pk, 1)
    assert list(Record.objects.values_list("game", "plies")) == [(again.pk, 1)]
    rows = FiledRecord.objects.filter(file=file).order_by("number").values_list("game", "state")
    assert list(rows) == [(again.pk, FiledRecord.State.KEPT), (None, FiledRecord.State.REFUSED)]


def test_a_record_of_a_game_that_went_is_not_certified(game: Game, arbiter: Account) -> None:
    keep_records([(game, check_record(game, WON_BY_BLACK))], arbiter)
    go_back(game, {}, arbiter)
    adjudicate(game.pk)
    assert (Certificate.objects.count(), request_all(game.parent_scope.key)) == (0, 0)


def test_files_of_many_records_say_how_a_game_ended_as_its_own_does(
    client: Client, game: Game, arbiter: Account
) -> None:
    submit_record(game.pk, seated(game, "white"), "1. c2 d2")
    for side in ("white", "black"):
        claim_result(game.pk, seated(game, side), "1-0", source="page")
    agreed = save_games(game.parent_scope)
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
