"""Games against the computer by the API: started, played, and what is refused."""

from __future__ import annotations

import pytest
from django.core.management import call_command

from gipf_engine.rules import rules_for
from play.partner.services import MOST_RUNNING
from testing.api.caller import Caller
from testing.factories import AccountFactory, PersonFactory

pytestmark = [pytest.mark.django_db, pytest.mark.core]

WANTED = {"rules": "gipf-basic", "level": 1, "colour": "white"}


@pytest.fixture
def caller() -> Caller:
    return Caller(AccountFactory(person=PersonFactory(name="Mina Mensch")))


def test_a_game_starts_and_the_computer_answers(caller: Caller) -> None:
    answer = caller.post("/play/computer", WANTED | {"control": "300+3"})
    game = answer.json()
    assert (answer.status_code, game["rated"], game["control"], game["to_move"]) == (201, False, "300+3", "white")
    assert game["white"]["name"] == "Mina Mensch"
    assert game["black"] == {"id": None, "name": "Computer, level 1"}
    made = caller.post(f"/play/games/{game['id']}/turns", {"turn": "a2-b3", "version": game["version"]}).json()
    assert made["to_move"] == "black"
    call_command("work", "--once", "--queues", "turns")
    assert len(caller.get(f"/play/games/{game['id']}").json()["turns"]) == 2


def test_it_starts_from_a_position_with_the_player_to_move(caller: Caller) -> None:
    position = rules_for("gipf-basic").start()
    after = position.play(position.parse("a2-b3"))
    game = caller.post("/play/computer", WANTED | {"colour": "black", "position": after.text()}).json()
    assert (game["position"], game["to_move"], game["black"]["name"]) == (after.text(), "black", "Mina Mensch")


@pytest.mark.parametrize(
    ("changed", "field"),
    [
        ({"rules": "guowuguan-gwg"}, "rules"),
        ({"level": 9}, "level"),
        ({"colour": "red"}, "colour"),
        ({"position": "nonsense"}, "position"),
    ],
)
def test_a_wrong_value_is_named(caller: Caller, changed: dict[str, object], field: str) -> None:
    refused = caller.post("/play/computer", WANTED | changed)
    assert (refused.status_code, list(refused.json()["fields"])) == (400, [field])
    assert caller.get("/play/games").json()["results"] == []


def test_visitors_and_keys_without_the_scope_start_none_and_players_four(caller: Caller) -> None:
    assert Caller(None).post("/play/computer", WANTED).status_code == 401
    for _game in range(MOST_RUNNING):
        assert caller.post("/play/computer", WANTED).status_code == 201
    refused = caller.post("/play/computer", WANTED)
    assert refused.status_code == 409
    assert refused.json()["detail"] == "You have 4 games against the computer running: finish one first."
