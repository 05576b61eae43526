"""The partner plays legal turns, the same for the same seed, and errs less the higher the level."""

from itertools import pairwise

import pytest

from bench.analysis import strength
from gipf_engine.analysis.levels import LEVELS, Level, level_of
from gipf_engine.analysis.partner import choose, choose_as
from gipf_engine.analysis.search import turn_by_errors
from gipf_engine.rules import rules_for
from testing.engine.analysis.agreement import random_positions
from testing.marks import slow

WON_AT_ONCE = "W3/5/6/www1B2/6/5/4 w 10-13 3-3 ss"


@pytest.mark.parametrize("level", LEVELS)
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


def test_every_turn_is_played_that_is_taken_for_much_better_than_it_is():
    """Even beside a win, which counts as ten pieces here. Where all are taken for what they are, the win is played."""
    position = rules_for("gipf-standard").position(WON_AT_ONCE)
    turns = set(map(str, position.legal_moves()))
    played = set()
    for better in range(len(turns)):
        errors = iter([2_000 * (number == better) for number in range(len(turns))])
        played.add(turn_by_errors(position, 2_000, lambda errors=errors: next(errors)))
    assert played == turns
    assert "Ge6*" in turn_by_errors(position, 2_000, lambda: 0)


def test_levels_look_further_and_are_less_often_careless_step_by_step():
    highest = {"gipf-basic": 50_000, "gipf-standard": 80_000, "lyngk-main": 900_000}
    for key in ("gipf-basic", "gipf-standard", "gipf-tournament", "lyngk-main", "lyngk-six", "dvonn-drawn"):
        levels = [level_of(key, level) for level in LEVELS]
        assert len(levels) == 8
        for lower, higher in pairwise(levels):
            assert lower.nodes < higher.nodes
            assert (lower.careless, lower.error) > (higher.careless, higher.error)
        assert (levels[-1].nodes, levels[-1].careless) == (highest.get(key, 300_000), 0)


@pytest.mark.parametrize("key", ["gipf-basic", "gipf-standard", "lyngk-main", "lyngk-six"])
def test_the_lowest_level_can_be_beaten_by_play_that_looks_one_turn_ahead(key):
    """So that a first evening may end with a win."""
    scores = [
        strength.play(key, strength.player(strength.describe(key, "1")), strength.greedy, seed) for seed in range(8)
    ]
    assert sum(score for score, _plies in scores) <= 3


def test_a_careless_turn_goes_by_chance_and_one_that_is_looked_at_does_not():
    start = rules_for("gipf-basic").start()
    assert len({choose_as(start, Level(300, 100), str(seed)) for seed in range(20)}) > 5
    assert len({choose_as(start, Level(300, 0), str(seed)) for seed in range(20)}) == 1
    half = [choose_as(start, Level(300, 50), str(seed)) for seed in range(40)]
    usual = choose_as(start, Level(300, 0), "")
    assert 10 < half.count(usual) < 35
    assert len({choose_as(start, Level(300, 100), "", ["a4-c6"] * times) for times in range(20)}) > 5


def test_a_turn_that_was_tried_in_this_position_gives_way_to_one_as_good_but_not_a_win():
    start = rules_for("gipf-standard").start()
    usual = choose(start, 8, "seed")
    other = choose(start, 8, "seed", [usual])
    assert other != usual and other in set(start.legal_moves())
    won = rules_for("gipf-standard").position(WON_AT_ONCE)
    turn = choose(won, 8, "seed")
    assert "Ge6*" in turn and choose(won, 8, "seed", [turn]) == turn


@pytest.mark.parametrize(("key", "seed"), [("gipf-basic", 103), ("gipf-basic", 79), slow("gipf-standard", 44)])
def test_no_game_that_is_won_goes_round_and_round(key, seed):
    """In these a position came back after 17, 41 and 27 turns, and then again until the game was stopped."""
    score, plies = strength.play(key, strength.player(strength.describe(key, "8")), strength.greedy, seed)
    assert score == 1 and plies < 150


def test_a_game_that_is_over_has_no_turn():
    over = rules_for("gipf-basic").position("w3/5/6/7/6/5/3b b 12-0 14-2 ss")
    with pytest.raises(ValueError, match="the game is over"):
        choose(over, 1, "")
