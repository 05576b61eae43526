"""The fast engine beside the plain one of `testing/reference`, on random games in all variants."""

import random

import pytest

from testing.reference import guowuguan as plain
from tests.engine.rules.guowuguan_data import VARIANTS, deal, setup_of


@pytest.mark.slow
@pytest.mark.parametrize("variant", VARIANTS)
def test_both_engines_play_the_same_games(variant):
    for number in range(12):
        dice = random.Random(number)
        position = deal(f"guowuguan-{variant}", number)
        game = plain.start(variant, setup_of(number, f"guowuguan-{variant}"))
        for _turn in range(150):
            legal = sorted(str(turn) for turn in position.legal_moves())
            assert legal == sorted(plain.turns(game)), position.text()
            assert (position.turn is None) == plain.is_over(game)
            if not legal:
                assert position.outcome.result == ("won" if plain.is_won(game) else "lost")
                break
            turn = dice.choice([token for token in legal if token != "/"] or legal)
            if dice.random() < 0.1:
                turn = dice.choice(legal)
            position, game = position.play(position.parse(turn)), plain.play(game, turn)
            assert position.text().split()[:3] == text_of(game)


def text_of(game):
    plan = plain.VARIANTS[game["variant"]]
    rows = [
        ("".join(game["rows"][number]) or "-") if number in game["rows"] else "x"
        for number in range(1, plan["rows"] + 1)
    ]
    return ["".join(game["generals"]) or "-", "/".join(rows), "".join(game["commons"]) or "-"]
