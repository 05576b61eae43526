"""Games of two by the API: a challenge is made and taken, and the game played; what is refused says so."""

from __future__ import annotations

from typing import Any

import pytest

from games.models import RecordedTurn
from players.models import Account
from testing.api.caller import Caller
from testing.factories import AccountFactory, PersonFactory
from testing.play.online import two_accounts

pytestmark = pytest.mark.django_db


@pytest.fixture
def callers() -> tuple[Caller, Caller]:
    white, black = two_accounts()
    return Caller(white), Caller(black)


def begun(white: Caller, black: Caller) -> dict[str, Any]:
    challenge = white.post("/play/challenges", {"rules": "gipf-basic", "control": "300+3", "colour": "white"})
    assert challenge.status_code == 201, challenge.content
    game = black.post(f"/play/challenges/{challenge.json()['id']}/take", {})
    assert game.status_code == 201, game.content
    return dict(game.json())


def test_a_game_is_begun_played_and_resigned(callers: tuple[Caller, Caller]) -> None:
    white, black = callers
    game = begun(white, black)
    assert (game["white"]["name"], game["to_move"], game["turns"]) == ("Wanda", "white", [])
    assert game["clock"] == {"white_ms": 300_000, "black_ms": 300_000, "running": None}
    address = f"/play/games/{game['id']}"
    after = white.post(f"{address}/turns", {"turn": "g1-g2", "version": game["version"]}).json()
    assert (after["turns"], after["to_move"]) == (["g2"], "black")
    after = black.post(f"{address}/turns", {"turn": "b3", "version": after["version"]}).json()
    assert after["clock"]["running"] == "white"
    done = white.post(f"{address}/resign", {}).json()
    assert (done["result"], done["ending"], done["to_move"], done["deadline"]) == ("0-1", "resigned", None, None)
    assert Caller().get(address).json()["turns"] == ["g2", "b3"]


def test_a_replayed_turn_is_harmless_and_an_old_one_is_refused(callers: tuple[Caller, Caller]) -> None:
    white, black = callers
    game = begun(white, black)
    address = f"/play/games/{game['id']}/turns"
    turn = {"turn": "g2", "version": game["version"]}
    assert [white.post(address, turn).status_code for _time in range(3)] == [200] * 3
    assert RecordedTurn.objects.count() == 1
    old = white.post(address, {"turn": "b3", "version": game["version"]})
    assert old.status_code == 409
    early = white.post(address, {"turn": "b3", "version": white.get(f"/play/games/{game['id']}").json()["version"]})
    assert early.status_code == 400
    assert "opponent’s turn" in early.content.decode()


def test_a_link_is_taken_by_whoever_has_it_and_told_to_its_maker_alone(callers: tuple[Caller, Caller]) -> None:
    white, black = callers
    made = white.post("/play/challenges", {"rules": "gipf-basic", "control": "3days+10", "audience": "link"}).json()
    assert made["token"]
    assert black.get("/play/challenges").json()["results"] == []
    assert [row["token"] for row in white.get("/play/challenges").json()["results"]] == [made["token"]]
    assert black.post(f"/play/challenges/{made['id']}/take", {}).status_code == 404
    assert black.post(f"/play/links/{made['token']}", {}).status_code == 201
    assert [row["id"] for row in black.get("/play/games").json()["results"]]


def test_a_challenge_is_withdrawn(callers: tuple[Caller, Caller]) -> None:
    white, black = callers
    made = white.post("/play/challenges", {"rules": "gipf-basic", "control": "300+3"}).json()
    assert black.ask("DELETE", f"/play/challenges/{made['id']}").status_code == 403
    assert white.ask("DELETE", f"/play/challenges/{made['id']}").status_code == 204
    taken = black.post(f"/play/challenges/{made['id']}/take", {})
    assert "no longer open" in taken.content.decode()


def test_whoever_does_not_play_is_refused(callers: tuple[Caller, Caller]) -> None:
    game = begun(*callers)
    account: Account = AccountFactory(person=PersonFactory())
    stranger, address = Caller(account), f"/play/games/{game['id']}"
    assert stranger.post(f"{address}/turns", {"turn": "g2", "version": game["version"]}).status_code == 403
    assert stranger.post(f"{address}/resign", {}).status_code == 403
    assert Caller().post(f"{address}/resign", {}).status_code == 401
