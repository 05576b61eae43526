"""When a person is erased, what others wrote about their games no longer names them; the games stand."""

from __future__ import annotations

import json

import pytest
from django.test import Client

from games.models import Claim, ClaimReason, Game, Move, Record
from games.records.services.submit_record import submit_record
from games.results.services.results import claim_result
from players.erasure.exports import own_data
from players.erasure.services import erase_person
from players.erasure.texts import preview
from players.models import Account
from testing.factories import GameFactory, PersonFactory, administrator, seated
from testing.games.game_records import WON_BY_BLACK

pytestmark = [pytest.mark.django_db, pytest.mark.core]
NAME = "Berta Brettschneider"


@pytest.fixture
def game(club) -> Game:
    return GameFactory(club=club, white=PersonFactory(name=NAME, member_of=club))


def test_the_name_goes_from_reasons_comments_and_tags(client: Client, game: Game, organiser: Account) -> None:
    submit_record(
        game.pk,
        seated(game, "black"),
        f'[Event "Brettschneider, Berta Memorial"]\n[White "{NAME}"]\n\n'
        f"{{{NAME.upper()} smiles}} {WON_BY_BLACK} {{Good, BERTA!}}",
    )
    claim_result(game.pk, organiser, "0-1", source="desk", reason=f"{NAME} left early")
    everywhere = administrator()
    words = preview(everywhere, game.white).words
    assert [(hit.excerpt.left, hit.excerpt.found) for hit in words.shown] == [("{Good, ", "BERTA")]
    erase_person(actor=everywhere, person_id=game.white_id, words=[hit.key for hit in words.shown])
    game.refresh_from_db()
    stored = json.dumps(
        [
            list(ClaimReason.objects.values_list("text", flat=True)),
            list(Move.objects.values_list("comment", flat=True)),
            list(Record.objects.values_list("tags", flat=True)),
        ]
    ).lower()
    assert "berta" not in stored
    assert "brettschneider" not in stored
    assert "left early" in stored
    assert "smiles" in stored
    for address in ("", "/record.txt", "/result", "?ply=0"):
        assert "berta" not in client.get(f"/games/{game.pk}{address}").content.decode().lower()
    assert (game.result, Record.objects.get().plies, Claim.objects.count()) == ("0-1", 24, 2)


def test_texts_about_others_stay_as_they_are(game: Game, organiser: Account) -> None:
    claim_result(game.pk, organiser, "0-1", source="desk", reason="Alberta agrees")
    erase_person(actor=administrator(), person_id=game.white_id)
    assert ClaimReason.objects.get().text == "Alberta agrees"


def test_the_export_of_ones_own_data_has_games_claims_and_records(game: Game, organiser: Account) -> None:
    account = seated(game, "white")
    submit_record(game.pk, account, WON_BY_BLACK)
    claim_result(game.pk, organiser, "0-1", source="desk")
    data = own_data(account)
    assert data["games"] == [
        {
            "game": game.pk,
            "rules": "gipf-basic",
            "played_on": "2026-03-01",
            "seat": "white",
            "opponent": game.black.name,
            "result": "0-1",
        }
    ]
    assert [(row["as"], row["result"]) for row in data["claims"]] == [("white", "0-1")]
    assert [(row["number"], row["plies"]) for row in data["records"]] == [(1, 24)]
    assert data["ratings"] == []
