"""The game in docs/kit.md can be played, and whoever copies it gets what the page promises."""

import random

import pytest

from gipf_engine.kit.effects import read_effects, write_effects
from gipf_engine.rules.errors import IllegalMove, NotAMove
from gipf_engine.rules.steps import turns
from tests.toy_kit_game import PAGE, trio


@pytest.fixture(scope="module")
def rules():
    with trio() as made:
        yield made


def test_the_page_is_short():
    assert len(PAGE.read_text().splitlines()) <= 150


def test_random_games_keep_what_the_kit_promises(rules):
    dice = random.Random(1)
    ends = set()
    for _game in range(8):
        position = rules.start()
        for _ply in range(120):
            if position.turn is None:
                break
            legal = sorted(position.legal_moves())
            assert {position.parse(text) for text in turns(position.steps())} == set(legal)
            assert rules.position(position.text()) == position
            turn = dice.choice(legal)
            told = position.tell(turn)
            assert read_effects(write_effects(told)) == tuple(told)
            after = position.play(turn)
            assert position.state.apply(told).points == after.state.points
            position = after
        ends.add(position.outcome and position.outcome.reason)
    assert "men" in ends


def test_it_refuses_with_its_own_sentences(rules):
    position = rules.start().play("c3")
    with pytest.raises(IllegalMove, match="c3 is taken"):
        position.parse("c3")
    with pytest.raises(IllegalMove, match="b2 cannot be chosen here"):
        position.parse("a1xb2")
    with pytest.raises(NotAMove, match="write c3, c3-c4 or c3-c4xb2"):
        position.parse("z9")


def test_a_row_takes_a_man(rules):
    position = rules.start()
    for turn in ["c1", "a1", "c2", "a2", "c3xa1"]:
        position = position.play(turn)
    assert position.view().pool("captured", 0).count == 1
    assert position.view().spots["a1"] == ()
