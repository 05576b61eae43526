"""Handing in a record by the API: kept, or refused with the turn at which it breaks off, and why."""

from __future__ import annotations

import pytest

from games.models import Game, Record
from players.models import Account, Club
from testing.api.api_fixture import World, game_of
from testing.api.caller import Caller, error
from testing.factories import GameFactory
from testing.games.game_records import WON_BY_BLACK

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(club: Club) -> Game:
    return GameFactory(club=club)


def test_an_illegal_turn_is_named_with_its_position(game: Game, organiser: Account) -> None:
    """Two legal turns; then a piece at h5, which is no dot at the edge of any line: nothing can enter there."""
    answer = Caller(organiser).post(f"/games/{game.pk}/records", {"text": "1. a1-b2 i1-h2 2. e5-e4"})
    assert (answer.status_code, error(answer)["code"]) == (422, "record-refused")
    fault = error(answer)["fault"]
    assert (fault["ply"], fault["token"], error(answer)["plies"]) == (3, "e5-e4", 2)
    assert fault["message"] and fault["position"]
    assert fault["message"] in error(answer)["message"]
    assert Record.objects.count() == 0


@pytest.mark.parametrize(
    ("text", "ply", "token"), [("1. c2 {open", 2, "{"), ("1. c2 g2 )", 3, ")"), ("c2 e5 (", 2, "e5")]
)
def test_a_bracket_that_is_never_closed_is_named_where_it_stands(
    game: Game, organiser: Account, text: str, ply: int, token: str
) -> None:
    answer = Caller(organiser).post(f"/games/{game.pk}/records", {"text": text})
    fault = error(answer)["fault"]
    assert (fault["ply"], fault["token"], error(answer)["plies"]) == (ply, token, ply - 1)


def test_legal_turns_with_a_wrong_result_have_no_fault(game: Game, organiser: Account) -> None:
    answer = Caller(organiser).post(f"/games/{game.pk}/records", {"text": f'[Result "1-0"]\n\n{WON_BY_BLACK}'})
    assert answer.status_code == 422
    assert (error(answer)["fault"], error(answer)["plies"]) == (None, 24)
    assert "0-1" in error(answer)["message"]


def test_the_record_of_another_game_is_refused(game: Game, organiser: Account) -> None:
    text = f'[Game "gipf"]\n[Rules "tournament"]\n\n{WON_BY_BLACK}'
    answer = Caller(organiser).post(f"/games/{game.pk}/records", {"text": text})
    assert (answer.status_code, error(answer)["fault"]) == (422, None)


@pytest.mark.parametrize("text", ["hello", "[", "{", "(", "\u202e", "[Game gipf]", '[Game "lyngk"]', "…", "1. a1-b2 )"])
def test_what_is_no_record_is_refused(text: str, game: Game, organiser: Account) -> None:
    for answer in (
        Caller(organiser).post(f"/games/{game.pk}/records", {"text": text}),
        Caller(organiser).post(f"/games/{game.pk}/records", text, kind="text/plain"),
    ):
        assert (answer.status_code, error(answer)["code"]) == (422, "record-refused")
    assert Record.objects.count() == 0


@pytest.mark.parametrize("text", ["", "a\0b"])
def test_nothing_and_nul_are_no_text(text: str, game: Game, organiser: Account) -> None:
    answer = Caller(organiser).post(f"/games/{game.pk}/records", {"text": text})
    assert (answer.status_code, list(error(answer)["fields"])) == (400, ["text"])


def test_plain_text_is_taken_as_it_is_and_read_back(game: Game, organiser: Account) -> None:
    told = f"{WON_BY_BLACK[:30]} {{a comment: <b>½</b> گیپف}} {WON_BY_BLACK[30:]}"
    answer = Caller(organiser).post(f"/games/{game.pk}/records", told, kind="text/plain; charset=utf-8")
    assert (answer.status_code, answer.json()["number"], answer.json()["plies"]) == (201, 1, 24)
    text = Caller().get(f"/games/{game.pk}/records/1", Accept="text/plain").content.decode()
    assert "<b>½</b> گیپف" in text
    again = Caller(organiser).post(f"/games/{game.pk}/records", {"text": told})
    assert (again.status_code, again.json()["number"]) == (201, 1)  # the same record is kept once


def test_a_record_that_is_not_there_is_not_found_in_either_form(game: Game) -> None:
    for accept in ("application/json", "text/plain"):
        answer = Caller().get(f"/games/{game.pk}/records/1", Accept=accept)
        assert (answer.status_code, error(answer)["code"]) == (404, "not-found")


def test_the_handicap_is_set_before_the_first_move_and_not_later(game: Game, organiser: Account) -> None:
    caller, address = Caller(organiser), f"/games/{game.pk}"
    assert caller.done(address, {"handicap": "1/0", "version": 0}, method="PATCH")["handicap"] == "1/0"
    stale = caller.patch(address, {"handicap": "", "version": 0})
    assert (stale.status_code, error(stale)["code"], error(stale)["version"]) == (409, "stale", 1)
    for unusable in ("99/99", "1-0", "4/0"):
        refused = caller.patch(address, {"handicap": unusable, "version": 1})
        assert (refused.status_code, error(refused)["code"]) == (400, "invalid")
        assert "a handicap is written 0/2" in error(refused)["fields"]["handicap"][0]
    caller.done(f"{address}/results", {"result": "1-0"})
    assert caller.patch(address, {"handicap": ""}).status_code == 409


def test_a_refusal_is_json_and_says_so_where_text_was_asked_for(world: World) -> None:
    path = f"/games/{game_of(world.running)}/records/99"
    for answer in (Caller().get(path, Accept="text/plain"), Caller().get(f"{path}?format=txt")):
        assert answer.status_code == 404
        assert answer["Content-Type"] == "application/problem+json"
        assert answer.json()["error"]["code"] == "not-found"
