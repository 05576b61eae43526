"""LYNGK as choices of the kit: what is listed by itself, chosen one by one and told as effects is the same."""

import random
from itertools import islice

import pytest

from gipf_engine.games.lyngk.board import COLOURS, SPOTS
from gipf_engine.games.lyngk.setups import draw_setup
from gipf_engine.kit.choices import Moment, list_turns
from gipf_engine.kit.effects import CAPTURED, Captured, Handed, Moved, read_effects, write_effects
from gipf_engine.rules import rules_for
from testing.engine.rules.lyngk_data import RULE_SETS, position_text
from tests.engine.rules.test_lyngk_agreement import RULES, climbing

SOME_TURNS = 30


def game(key, options, seed):
    """Every third position of a random game in which claims are liked, and the last one before its end."""
    dice = random.Random(seed)
    position = rules_for(key, options).start(draw_setup(f"{seed:064x}"))
    found = [position]
    while position.turn is not None:
        position = position.play(climbing(dice, sorted(position.legal_moves())))
        found.append(position)
    return [*found[:-1:3], found[-2]]


def text_of(position, board, mover=0, claimed=("", "")):
    return rules_for(position).position(position_text(board, mover, claimed))


@RULES
def test_turns_that_are_listed_quickly_are_those_of_the_choices(key, options):
    for position in game(key, options, 4):
        listed = list(position.legal_moves())
        assert len(listed) == len(set(listed))
        assert set(list_turns(Moment(position.rules, position.state))) == set(listed)


@RULES
def test_a_choice_is_found_by_its_text_exactly_where_it_is_listed(key, options):
    every = [*(f"{colour}," for colour in COLOURS), *(f"{spot}-" for spot in SPOTS), *SPOTS, "pass"]

    def look(moment):
        listed = {choice.text: choice for choice in moment.rules.choices(moment.state, moment.made)}
        for text in every:
            assert moment.rules.choose(moment.state, moment.made, text) == listed.get(text), (moment.made, text)
        for choice in islice(listed.values(), 0, None, 9):
            if not choice.last:
                look(moment.after(choice))

    for position in game(key, options, 5)[::3]:
        look(position.moment_after(""))


@RULES
def test_effects_make_the_next_position(key, options):
    for position in game(key, options, 6):
        for turn in islice(position.legal_moves(), 0, None, SOME_TURNS):
            told = position.tell(turn)
            assert read_effects(write_effects(told)) == tuple(told)
            table, after = position.state.table.apply(told), position.play(turn)
            assert table.points == after.state.stacks
            if after.outcome is None or after.outcome.reason != "six-stack":  # which stays where it was completed
                assert [sorted(pile) for pile in table.piles] == [sorted(pile) for pile in after.state.table.piles]


def test_a_claim_hands_a_colour_over_and_takes_its_columns_before_the_stack_moves():
    rules = rules_for("lyngk-main", ["claim_captures"])
    position = rules.position(position_text({"e2": "R", "e4": "IBRGK", "e6": "B"}))
    claim = [Handed("K", "unclaimed", "claimed.0"), Captured("e4", 0)]
    assert position.tell("K,") == claim
    assert position.tell("K,e2-e6") == [*claim, Moved("e2", "e6", "R")]
    seen = position.view_after("K,")
    assert (seen.spots["e4"], seen.pool("claimed", 0).stacks) == ((), (("K",),))
    assert seen.pool(CAPTURED, 0).stacks == (tuple("IBRGK"),)


def test_springboards_are_steps_of_the_stack_and_stay_as_they_are():
    position = text_of("lyngk-main", {"a1": "B", "c5": "B", "g7": "BI", "g3": "RG"}, claimed=("B", "G"))
    assert position.tell("a1-g3") == [Moved("a1", "c5", "B"), Moved("c5", "g3", "B")]
    assert position.effects("a1-g3").path == ("a1", "c5", "g3")


def test_a_column_is_captured_as_it_stands_when_it_is_complete():
    position = text_of("lyngk-main", {"e4": "KB", "e5": "IRG"}, claimed=("B", "R"))
    assert position.tell("e4-e5") == [Moved("e4", "e5", "KB"), Captured("e5", 0)]
    six = text_of("lyngk-six", {"e4": "KB", "e5": "IRGJ"}, claimed=("B", "R"))
    assert six.tell("e4-e5") == [Moved("e4", "e5", "KB")]


@pytest.mark.parametrize(("key", "options"), RULE_SETS[:1])
def test_a_turn_is_asked_for_choice_by_choice(key, options):
    position = rules_for(key, options).position(position_text({"e4": "B", "e5": "RG"}, 0, ("IK", "")))

    def ask(position, text=""):
        moment = position.moment_after(text)
        return str(position.rules.ask(moment.state, moment.made))

    assert ask(position) == "Choose the stack that moves."
    assert ask(position, "e5-") == "Choose where it lands."
    free = rules_for(key, options).position(position_text({"e4": "B", "e5": "RG"}))
    assert ask(free) == "Choose the stack that moves, or claim a colour first."
    assert ask(free, "B,") == "Choose the stack that moves."
    stuck = rules_for(key, options).position(position_text({"e4": "B", "e5": "RG"}, 0, ("I", "G")))
    assert ask(stuck) == "You can move only after a claim: choose a colour."
    passing = rules_for(key, options).position(position_text({"e4": "B", "e5": "RG"}, 0, ("IK", "BG")))
    assert ask(passing) == "No turn is legal: you must pass."
