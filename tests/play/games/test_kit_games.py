"""Games of the kit on the server's board: whole games, their pages, records and ratings."""

from __future__ import annotations

import json
import re

import pytest
from django.test import Client
from django.urls import reverse

from common.jobs.services import run_due
from games.models import Game, Move, Record
from gipf_engine.rules import rules_for
from gipf_engine.rules.certificate import certify_record, verify
from gipf_engine.rules.record import read_records
from play.core.errors import PlayRefused
from play.core.playing import load_game
from play.games.services.games import play_turn
from players.models import Account
from ratings.core.lines import lines_of_event
from ratings.models import Pool
from testing.games.game_records import GAMES
from testing.play.online import begin, play

pytestmark = [pytest.mark.django_db, pytest.mark.core]
RULE_SETS = pytest.mark.parametrize(
    ("rules", "index"), [("dvonn-placed", 2), ("tzaar-drawn", 2), ("yinsh-normal", 0), ("zertz-37", 0)]
)
"""Each with a game of `tests/data/games` that White wins."""
NO_POINT = {"dvonn": "a9", "tzaar": "a9-a8", "yinsh": "a9", "zertz": "Wa9,a1"}


def held(rules: str, index: int) -> tuple[str, list[str]]:
    """The set-up and the turns of a game."""
    line = json.loads((GAMES / f"{rules.split('-')[0]}.jsonl").read_text().splitlines()[index])
    return str(line["setup"].get("board", "")), str(line["turns"]).split()


def moves_of(rules: str, setup: str, turns: list[str], accounts: tuple[Account, Account]) -> list[tuple[Account, str]]:
    """The turns with who makes them: in DVONN White places the last piece and moves at once."""
    position, moves = rules_for(rules).start(setup), []
    for turn in turns:
        moves.append((accounts[position.turn or 0], turn))
        position = position.play(position.parse(turn))
    return moves


@RULE_SETS
def test_a_whole_game_becomes_a_record_and_is_rated(rules: str, index: int, accounts: tuple[Account, Account]) -> None:
    setup, turns = held(rules, index)
    game = begin(*accounts, rules=rules, setup=setup)
    done = play(game, *moves_of(rules, setup, turns, accounts))
    assert (done.is_over, done.online.ending, done.plies) == (True, "rules", len(turns))
    assert Game.objects.get(pk=game).result == "1-0"
    record = Record.objects.get(game=game)
    assert [move.token for move in Move.objects.filter(record=record).order_by("ply")] == turns
    text = Client().get(reverse("game-record-text", args=[game])).content.decode()
    (read,) = read_records(text)
    assert list(read.tokens) == turns
    assert verify(certify_record(read)) == []
    run_due()
    server = Pool.objects.get(rules=rules, club=None)
    [white], [black] = (
        lines_of_event(Game.objects.get(pk=game).parent_scope.key)[server.pk][account.person_id] for account in accounts
    )
    assert white.after > black.after


@RULE_SETS
def test_its_pages_show_the_board_while_it_is_played_and_when_it_is_over(
    rules: str, index: int, accounts: tuple[Account, Account], client: Client
) -> None:
    setup, turns = held(rules, index)
    game = begin(*accounts, rules=rules, setup=setup)
    moves = moves_of(rules, setup, turns, accounts)
    client.force_login(accounts[0])
    for some in (moves[:6], moves[6:13], moves[13:]):
        play(game, *some)
        page = client.get(f"/games/{game}", follow=True)
        assert page.status_code == 200
        assert re.search(rf'class="board board-{rules.split("-")[0]}[ "]', page.content.decode())


@RULE_SETS
def test_a_wrong_turn_is_refused_in_the_words_of_the_rules(
    rules: str, index: int, accounts: tuple[Account, Account]
) -> None:
    game = begin(*accounts, rules=rules, setup=held(rules, index)[0])
    with pytest.raises(PlayRefused, match="the board has no"):
        play_turn(game, accounts[0], NO_POINT[rules.split("-")[0]], expect=load_game(game).version)
