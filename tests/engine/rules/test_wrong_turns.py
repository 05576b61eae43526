"""Wrong turns of DVONN, TZAAR, YINSH and ZÈRTZ, each refused with the sentence that is right."""

import pytest

from gipf_engine.rules.errors import RuleError
from testing.engine.rules.wrong_turns import dvonn, tzaar, yinsh, zertz

GAMES = {"dvonn": dvonn, "tzaar": tzaar, "yinsh": yinsh, "zertz": zertz}


@pytest.mark.parametrize(
    ("position", "turn", "sentence"),
    [pytest.param(*wrong, id=f"{name} {wrong[1][:30]}") for name, game in GAMES.items() for wrong in game.TURNS],
)
def test_a_wrong_turn_is_refused_with_the_sentence_that_is_right(position, turn, sentence):
    with pytest.raises(RuleError) as refused:
        position.parse(turn)
    assert str(refused.value.message) == sentence
    assert not position.is_legal(turn)


@pytest.mark.parametrize("name", GAMES)
def test_there_are_forty_of_each_game(name):
    assert len(GAMES[name].TURNS) >= 40


@pytest.mark.parametrize(
    ("position", "path", "key", "sentence"), [touch for game in GAMES.values() for touch in game.TOUCHES]
)
def test_a_touch_is_refused_as_the_written_turn_is(position, path, key, sentence):
    assert str(position.explain_refusal(path, key)) == sentence
