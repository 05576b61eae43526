"""Certificates that the server signs: with which key, and what becomes of them when the key changes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from django.core.management import call_command
from django.db import IntegrityError, transaction
from django.test import Client, override_settings

from common.journal.models import JournalEntry
from common.signing.models import SigningKey
from games.models import Game
from games.records.services.submit_record import submit_record
from games.results.services.adjudicate import adjudicate
from games.results.services.results import claim_result
from gipf_engine.commands.runner import main
from gipf_engine.signatures import check_signature, read_keys
from players.models import Account, Club
from testing.engine.rules.lyngk_data import reference_games
from tests.games.results.test_adjudication import lyngk_game

pytestmark = [pytest.mark.django_db, pytest.mark.core]
KEYS = "/.well-known/gipfel-keys.json"


@pytest.fixture
def certified(club: Club, organiser: Account) -> Game:
    """The first reference game of LYNGK, which Black won."""
    game, moves = lyngk_game(club, reference_games()[0])
    submit_record(game.pk, organiser, moves)
    adjudicate(game.pk)
    return game


def signed_of(game: Game) -> str:
    return f"/games/{game.pk}/certificates/1/signed.json"


def test_a_visitor_downloads_what_the_engine_verifies_with_the_published_keys(
    certified: Game, client: Client, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = client.get(f"/games/{certified.pk}/certificates/1").content.decode()
    assert f'href="{signed_of(certified)}"' in page
    assert f'href="{KEYS}"' in page
    signed, keys = tmp_path / "signed.json", tmp_path / "keys.json"
    signed.write_bytes(client.get(signed_of(certified)).content)
    keys.write_bytes(client.get(KEYS).content)
    assert main(["certify", "--verify", str(signed), "--key", str(keys)]) == 0
    assert f": game {certified.pk} of http" in capsys.readouterr().out
    signed.write_text(signed.read_text().replace(f'"game": {certified.pk}', f'"game": {certified.pk + 1}'))
    assert main(["certify", "--verify", str(signed), "--key", str(keys)]) == 1


def test_it_says_what_holds_and_names_nobody(certified: Game, organiser: Account, client: Client) -> None:
    claim_result(certified.pk, organiser, "1-0", source="desk")
    statement = client.get(signed_of(certified)).json()
    assert {name: statement[name] for name in ("kind", "game", "occasion", "result", "number")} == {
        "kind": "game",
        "game": certified.pk,
        "occasion": certified.parent_scope.key,
        "result": "1-0",
        "number": 1,
    }
    assert statement["certificate"] == client.get(f"/games/{certified.pk}/certificates/1.json").json()
    assert certified.white.name not in json.dumps(statement, ensure_ascii=False)


def test_the_api_signs_the_same(certified: Game, client: Client) -> None:
    statement = client.get(f"/api/v1/games/{certified.pk}/certificates/1/signed").json()
    assert check_signature(statement, read_keys(client.get(KEYS).content.decode())) is None
    assert statement["result"] == "0-1"
    assert client.get(f"/api/v1/games/{certified.pk}/certificates/2/signed").status_code == 404


def test_what_is_hidden_or_not_there_is_not_signed(certified: Game, client: Client) -> None:
    assert client.get(f"/games/{certified.pk}/certificates/2/signed.json").status_code == 404
    certified.parent_scope.hidden = True
    certified.parent_scope.save()
    assert client.get(signed_of(certified)).status_code == 404
    assert client.get(f"/api/v1/games/{certified.pk}/certificates/1/signed").status_code == 404
    assert not SigningKey.objects.exists()


def test_the_key_is_made_once_and_lies_encrypted(certified: Game, client: Client) -> None:
    assert client.get(KEYS).json()["keys"] == []
    first = client.get(signed_of(certified)).json()
    assert client.get(signed_of(certified)).json()["key"] == first["key"]
    (listed,) = client.get(KEYS).json()["keys"]
    assert (listed["id"], listed["algorithm"], listed["retired_at"]) == (first["key"], "Ed25519", None)
    assert set(listed) == {"id", "algorithm", "public_key", "made_at", "retired_at"}
    kept = SigningKey.objects.get()
    assert kept.private.startswith("gAAAA")  # a Fernet token, and no hexadecimal digits
    assert JournalEntry.objects.filter(action="make-signing-key").count() == 1


def test_after_a_rotation_old_signatures_hold_and_new_ones_have_the_new_key(
    certified: Game, client: Client, capsys: pytest.CaptureFixture[str]
) -> None:
    before = client.get(signed_of(certified)).json()
    call_command("rotatesigningkey")
    after = client.get(signed_of(certified)).json()
    assert capsys.readouterr().out == f"The key {after['key']} is in use now.\n"
    assert before["key"] != after["key"]
    listed = client.get(KEYS)
    assert [(row["id"], row["retired_at"] is None) for row in listed.json()["keys"]] == [
        (after["key"], True),
        (before["key"], False),
    ]
    keys = read_keys(listed.content.decode())
    assert check_signature(before, keys) is None
    assert check_signature(after, keys) is None
    assert SigningKey.objects.get(in_use=False).private == ""


def test_after_a_change_of_the_secret_a_new_key_signs(certified: Game, client: Client) -> None:
    before = client.get(signed_of(certified)).json()
    with override_settings(SECRET_KEY="another secret of the server, long enough to be one"):
        after = client.get(signed_of(certified)).json()
        keys = read_keys(client.get(KEYS).content.decode())
    assert before["key"] != after["key"]
    assert check_signature(before, keys) is None
    assert check_signature(after, keys) is None


@pytest.mark.postgresql
def test_the_database_takes_one_key_in_use_and_no_private_half_of_a_retired_one(certified: Game, client) -> None:
    client.get(signed_of(certified))
    key = SigningKey.objects.get()
    with pytest.raises(IntegrityError), transaction.atomic():
        SigningKey.objects.create(public="00" * 32, private="x", made_at=key.made_at)
    with pytest.raises(IntegrityError), transaction.atomic():
        SigningKey.objects.create(
            public="00" * 32, private="x", made_at=key.made_at, retired_at=key.made_at, in_use=False
        )


def test_only_reading_is_allowed_and_any_site_may_read_the_keys(client: Client) -> None:
    assert client.post(KEYS).status_code == 405
    assert client.get(KEYS, headers={"origin": "https://example.com"})["Access-Control-Allow-Origin"] == "*"
