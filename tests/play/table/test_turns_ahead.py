"""What a player may choose ahead during the opponent’s turn: the board as if it were his own, in real time alone."""

from __future__ import annotations

import pytest
from django.test import Client

from gipf_engine.rules import rules_for
from play.core.playing import load_game
from players.models import Account
from testing.play.online import begin, lyngk, play, two_accounts

pytestmark = [pytest.mark.django_db, pytest.mark.core]


def steps(game: int, account: Account, path: str = "") -> dict[str, object] | None:
    client = Client()
    client.force_login(account)
    answer = client.get(f"/play/{game}/steps", {"premove": "1", "path": path})
    return answer.json() if answer.status_code == 200 else None


@pytest.mark.parametrize("rules", ["gipf-basic", "gipf-standard", "gipf-tournament"])
def test_the_other_player_comes_in_from_the_same_dots(rules: str) -> None:
    start = rules_for(rules).start()
    ahead = start.with_other_to_move()
    assert ahead is not None
    assert (start.turn, ahead.turn) == (0, 1)
    assert sorted(map(ahead.notation, ahead.legal_moves())) == sorted(map(start.notation, start.legal_moves()))
    assert ahead.with_other_to_move() == start


def test_a_game_without_such_a_thing_has_no_turns_ahead() -> None:
    solitaire = rules_for("guowuguan-gwg")
    assert solitaire.chance is not None
    assert solitaire.start(solitaire.chance.draw("ab" * 32)).with_other_to_move() is None


def test_turns_ahead_are_told_while_it_is_the_opponents_turn() -> None:
    white, black = two_accounts()
    game = begin(white, black)
    assert steps(game, white) is None
    told = steps(game, black)
    assert told is not None
    assert told["table"]
    assert steps(game, black, "a2 b3") == {"text": "b3", "table": None, "effects": "p:a3:B:reserve.1 m:a3:b3:B"}
    play(game, (white, "g2"))
    assert steps(game, white) is not None
    assert steps(game, black) is None
    assert load_game(game).plies == 1


def test_a_lyngk_player_chooses_among_the_stacks_that_are_there_now() -> None:
    white, black = two_accounts()
    game = lyngk(white, black)
    turn = next(iter(load_game(game).running.reached.position.legal_moves()))
    play(game, (white, str(turn)))
    ahead = load_game(game).running.reached.position.with_other_to_move()
    assert ahead is not None
    mine = next(ahead.notation(move) for move in ahead.legal_moves())
    assert mine == "b1-b2"
    told = steps(game, white, mine.replace("-", " "))
    assert told is not None
    assert (told["text"], told["table"], told["effects"]) == (mine, None, "m:b1:b2:I")


def test_correspondence_has_no_turns_ahead_which_nobody_could_call_off() -> None:
    white, black = two_accounts()
    assert steps(begin(white, black, control="3days+10"), black) is None
