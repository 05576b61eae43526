"""Every game between two is introduced by a sentence and a position from the middle of a game."""

import pytest

from gipf_engine.rules import all_rules, rules_for
from gipf_engine.rules.base import TWO_SEATS
from gipf_engine.rules.introduced_games import cover_position, introduced_games

GAMES = {game.key: game for game in introduced_games()}
FOR_TWO = [key for key, game in GAMES.items() if game.seats == TWO_SEATS]


def test_each_rule_set_belongs_to_one_game():
    assert [rules.key for game in GAMES.values() for rules in game.rules] == list(all_rules())
    assert [game.name for game in GAMES.values()] == [
        *("DVONN", "GIPF", "Guo Wu Guan", "LYNGK", "TZAAR", "YINSH", "ZÈRTZ"),
    ]


@pytest.mark.parametrize("key", FOR_TWO)
def test_a_portrait_is_one_short_sentence_and_a_position_that_goes_on(key):
    game = GAMES[key]
    assert game.main.portrait is not None
    sentence = str(game.sentence)
    assert sentence.endswith(".") and sentence.count(".") == 1
    assert len(sentence.split()) <= 25
    position = game.position()
    assert position.rules == rules_for(game.main.key)
    assert position.text() == game.main.portrait.position
    assert position.outcome is None
    assert position != rules_for(game.main.key).position(position.text()).play(next(iter(position.legal_moves())))
    standing = [stack for stack in position.view().spots.values() if stack]
    assert len(standing) >= 6


def test_a_game_without_a_portrait_is_introduced_by_its_first_rule_set():
    game = GAMES["guowuguan"]
    assert game.main.portrait is None
    assert game.main.key == "guowuguan-gwg"
    assert str(game.sentence) == game.main.help
    assert game.position() == cover_position(rules_for("guowuguan-gwg"))
