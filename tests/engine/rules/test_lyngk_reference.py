"""The plain LYNGK checker can be asked for like every other, and shows the same positions as the fast one."""

import random

import pytest

from gipf_engine.rules import rules_for
from gipf_engine.rules.errors import IllegalMove, NotAMove
from gipf_engine.rules.perft import perft
from testing.engine.rules import lyngk_data as data
from testing.reference import reference_rules
from tests.engine.rules.test_lyngk_agreement import RULES, climbing, shuffled


def both(key, options=frozenset()):
    return rules_for(key, options), reference_rules(key, options)


@RULES
@pytest.mark.parametrize("seed", (3, 4))
def test_both_show_the_same_game_turn_by_turn(key, options, seed):
    dice = random.Random(seed)
    setup = shuffled(dice)
    fast, slow = (rules.start(setup) for rules in both(key, options))
    while fast.turn is not None:
        assert (slow.text(), slow.view(), slow.turn, slow.outcome) == (fast.text(), fast.view(), fast.turn, None)
        assert set(slow.legal_moves()) == set(fast.legal_moves())
        turn = climbing(dice, sorted(fast.legal_moves()))
        ours, theirs = fast.effects(turn), slow.effects(turn)
        assert (ours.placed, ours.captured, len(ours.path)) == (theirs.placed, theirs.captured, len(theirs.path))
        fast, slow = fast.play(turn), slow.play(slow.parse(fast.notation(turn)))
    assert (slow.view(), slow.outcome) == (fast.view(), fast.outcome)
    assert list(slow.legal_moves()) == []


@RULES
def test_a_plain_position_comes_back_from_its_text(key, options):
    dice = random.Random(7)
    slow = reference_rules(key, options)
    position = slow.start(shuffled(dice))
    while position.turn is not None:
        assert slow.position(position.text()) == position
        position = position.play(climbing(dice, sorted(position.legal_moves())))
    assert slow.position(position.text()) == position


@pytest.mark.parametrize("tree", data.perft(), ids=["first", "second"])
def test_the_plain_tree_of_turns_has_the_reference_size(tree):
    start = reference_rules("lyngk-main").start(tree["setup"])
    assert perft(start, 1) == tree["with_claims"][0]
    assert perft(start, 2, start.rules.counts["moves"].weigh) == tree["without_claims"][1]


def test_the_plain_checker_refuses_what_may_not_be_played():
    start = reference_rules("lyngk-main").start("I" * 8 + "B" * 8 + "R" * 8 + "G" * 8 + "K" * 8 + "J" * 3)
    with pytest.raises(NotAMove):
        start.parse("b9-b1")
    with pytest.raises(IllegalMove):
        start.parse("a1-b1")  # ivory on ivory
    with pytest.raises(IllegalMove):
        start.play("a1-b1")
