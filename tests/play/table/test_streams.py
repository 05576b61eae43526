"""What streams tell, as the application answers them: all that is there, then what is new since the last line."""

import pytest

from play.challenges.services.challenges import close_challenge
from play.chat.services.chat import send_message
from play.games.services.games import resign
from play.models import Challenge
from players.models import Account
from testing.api.caller import Caller
from testing.api.streams import Stream
from testing.play.online import begin, first_turns

pytestmark = [pytest.mark.django_db, pytest.mark.core]


def test_a_game_is_told_whole_and_again_after_each_change(accounts: tuple[Account, Account]) -> None:
    white, black = accounts
    game = begin(white, black)
    stream = Stream(None, f"/play/games/{game}/stream")
    (line,) = stream.read()
    assert (line["type"], line["game"]["turns"], line["game"]["to_move"]) == ("game", [], "white")
    assert stream.keys == {f"game:{game}"} and stream.read() == []
    first_turns(game, white, black)
    (line,) = stream.read()
    assert len(line["game"]["turns"]) == 2 and not stream.ends
    resign(game, white)
    (line,) = stream.read()
    assert (line["game"]["result"], line["game"]["ending"], stream.ends) == ("0-1", "resigned", True)


def test_the_chat_is_told_to_the_two_players_alone(accounts: tuple[Account, Account]) -> None:
    white, black = accounts
    game = begin(white, black)
    streams = [Stream(reader, f"/play/games/{game}/stream") for reader in (white, black, None)]
    for stream in streams:
        stream.read()
    send_message(game, white, "Good luck")
    told = [[(line["type"], line["text"]) for line in stream.read()] for stream in streams]
    assert told == [[("chat", "Good luck")], [("chat", "Good luck")], []]
    assert [f"chat:{game}" in stream.keys for stream in streams] == [True, True, False]
    assert [stream.read() for stream in streams] == [[], [], []]


def test_own_events_are_challenges_and_games(accounts: tuple[Account, Account]) -> None:
    white, black = accounts
    assert white.person is not None and black.person is not None
    old = begin(white, black)
    resign_after_two(old, white, black)
    stream = Stream(black, "/play/stream")
    assert stream.read() == [{"type": "ready"}]
    assert stream.keys == {f"person:{black.person.pk}"}
    offered = {"rules": "gipf-basic", "control": "300+3", "audience": "person", "opponent": black.person.pk}
    made = Caller(white).post("/play/challenges", offered).json()
    (line,) = stream.read()
    assert (line["type"], line["challenge"]["id"], line["challenge"]["own"]) == ("challenge", made["id"], False)
    game = Caller(black).post(f"/play/challenges/{made['id']}/take").json()["id"]
    gone, start = stream.read()
    assert gone == {"type": "challenge-gone", "id": made["id"], "game": game}
    assert (start["type"], start["game"], start["rated"]) == ("game-start", game, True)
    assert start["opponent"] == {"id": white.person.pk, "name": white.person.name}
    order = (white, black) if start["colour"] == "black" else (black, white)
    resign_after_two(game, *order)
    assert stream.read() == [{"type": "game-end", "game": game, "result": "0-1", "ending": "resigned"}]
    assert stream.read() == []


def test_a_game_that_began_and_ended_while_nobody_read_is_told_of(accounts: tuple[Account, Account]) -> None:
    white, black = accounts
    stream = Stream(white, "/play/stream")
    stream.read()
    game = begin(white, black)
    resign_after_two(game, white, black)
    assert [(line["type"], line["game"]) for line in stream.read()] == [("game-start", game), ("game-end", game)]
    assert stream.read() == []


def test_what_is_there_already_is_told_first(accounts: tuple[Account, Account]) -> None:
    white, black = accounts
    game = begin(white, black)
    challenge = Caller(white).post("/play/challenges", {"rules": "gipf-basic", "control": "300+3"}).json()
    stream = Stream(white, "/play/stream")
    assert [line["type"] for line in stream.read()] == ["challenge", "game-start", "ready"]
    close_challenge(white, Challenge.objects.get(pk=challenge["id"]))
    assert stream.read() == [{"type": "challenge-gone", "id": challenge["id"], "game": None}]
    assert game


@pytest.mark.parametrize("seen", ["nonsense", "c1.xg2n", "5", "9" * 40 + ".1"])
def test_a_state_that_was_never_written_is_none(accounts: tuple[Account, Account], seen: str) -> None:
    game = begin(*accounts)
    for path in (f"/play/games/{game}/stream", "/play/stream"):
        stream = Stream(accounts[0], path)
        stream.seen = seen
        assert stream.read()


def test_events_are_somebodys(accounts: tuple[Account, Account]) -> None:
    assert Caller().get("/play/stream").status_code == 401
    assert Caller(accounts[0]).get("/play/games/999/stream").status_code == 404


def resign_after_two(game: int, white: Account, black: Account) -> None:
    first_turns(game, white, black)
    resign(game, white)
