"""Programs in the lobby: their games against people are unrated, and quick pairing keeps the two apart."""

import pytest

from play.challenges.services.challenges import NewChallenge, open_challenge, take_challenge
from play.challenges.services.quick import QuickGame, own_seek, seek_game
from play.core.errors import PlayRefused
from play.models import Challenge
from players.accounts.services.programs import make_program
from players.models import Account, Person
from testing.api.caller import Caller
from testing.api.streams import Stream

pytestmark = [pytest.mark.django_db, pytest.mark.core]

GAME = {"rules": "gipf-basic", "control": "300+3"}


@pytest.fixture
def programs(accounts: tuple[Account, Account]) -> list[Account]:
    return [make_program(accounts[0], name) for name in ("Left", "Right")]


def named(account: Account) -> Person:
    assert account.person is not None
    return account.person


def test_a_rated_challenge_is_between_people_or_between_programs(
    accounts: tuple[Account, Account], programs: list[Account]
) -> None:
    human, program = accounts[1], programs[0]
    rated = open_challenge(human, NewChallenge(**GAME))
    with pytest.raises(PlayRefused, match="unrated"):
        take_challenge(program, rated)
    with pytest.raises(PlayRefused, match="unrated") as refused:
        open_challenge(human, NewChallenge(**GAME, audience="person", opponent=named(program).pk))
    assert refused.value.field == "rated"
    unrated = open_challenge(human, NewChallenge(**GAME, rated=False))
    assert not take_challenge(program, unrated).game.rated
    between = open_challenge(program, NewChallenge(**GAME, audience="person", opponent=named(programs[1]).pk))
    assert take_challenge(programs[1], between).game.rated


def test_quick_pairing_pairs_programs_with_programs(accounts: tuple[Account, Account], programs: list[Account]) -> None:
    wanted = QuickGame(**GAME)
    assert seek_game(accounts[1], wanted) is None
    assert seek_game(programs[0], wanted) is None
    game = seek_game(programs[1], wanted)
    assert game is not None and {game.game.white, game.game.black} == {named(each) for each in programs}
    assert own_seek(named(accounts[1])) is not None


def test_quick_pairing_takes_no_challenge_of_the_other_kind(
    accounts: tuple[Account, Account], programs: list[Account]
) -> None:
    open_challenge(accounts[1], NewChallenge(**GAME, rated=False))
    assert seek_game(programs[0], QuickGame(**GAME)) is None
    assert Challenge.objects.filter(closed_at=None).count() == 1


def test_a_seek_by_the_api_is_sent_again_and_ended(programs: list[Account]) -> None:
    left, right = map(Caller, programs)
    assert left.post("/play/seek", GAME).json() == {"waiting": True, "game": None}
    assert left.post("/play/seek", GAME).json() == {"waiting": True, "game": None}
    assert left.delete("/play/seek").status_code == 204
    assert right.post("/play/seek", GAME).json() == {"waiting": True, "game": None}
    found = left.post("/play/seek", GAME).json()
    assert found["waiting"] is False and found["game"] is not None
    assert [line["type"] for line in Stream(programs[1], "/play/stream").read()] == ["game-start", "ready"]


def test_legal_turns_are_those_that_are_taken(accounts: tuple[Account, Account], programs: list[Account]) -> None:
    left, right = map(Caller, programs)
    offered = left.post("/play/challenges", GAME | {"colour": "white"}).json()
    game = right.post(f"/play/challenges/{offered['id']}/take").json()
    address = f"/play/games/{game['id']}"
    legal = Caller().read(f"{address}/legal-turns")
    # a piece on each of 12 empty spots of the edge, and 3 ways to push each of the 6 at the corners
    assert (len(legal["turns"]), legal["complete"], legal["version"]) == (12 + 3 * 6, True, game["version"])
    sent = {"turn": legal["turns"][-1], "version": legal["version"]}
    assert left.post(f"{address}/turns", sent).status_code == 200
    left.post(f"{address}/abort")
    assert Caller().read(f"{address}/legal-turns")["turns"] == []
