"""The partner plays legal turns, the same for the same seed, and errs less the higher the level."""

import pytest

from gipf_engine.analysis.partner import LEVELS, choose
from gipf_engine.rules import rules_for
from testing.engine.analysis.agreement import random_positions

WON_AT_ONCE = "W3/5/6/www1B2/6/5/4 w 10-13 3-3 ss"


@pytest.mark.parametrize("level", range(1, len(LEVELS) + 1))
def test_every_level_plays_legal_turns_and_the_same_again(level):
    for position, turn in list(random_positions("gipf-standard", 5))[::25]:
        if turn is not None:
            chosen = choose(position, level, "seed")
            assert chosen in set(position.legal_moves())
            assert choose(position, level, "seed") == chosen


def test_other_seeds_give_other_games():
    start = rules_for("gipf-basic").start()
    assert len({choose(start, 1, str(seed)) for seed in range(20)}) > 5
    assert len({choose(start, 8, str(seed)) for seed in range(3)}) == 1


def test_a_low_level_misses_a_win_that_a_high_one_plays():
    position = rules_for("gipf-standard").position(WON_AT_ONCE)
    found = [sum("Ge6*" in choose(position, level, str(seed)) for seed in range(30)) for level in (1, 4, 8)]
    assert 3 < found[0] < 30
    assert found[1:] == [30, 30]


def test_a_game_that_is_over_has_no_turn():
    over = rules_for("gipf-basic").position("w3/5/6/7/6/5/3b b 12-0 14-2 ss")
    with pytest.raises(ValueError, match="the game is over"):
        choose(over, 1, "")
