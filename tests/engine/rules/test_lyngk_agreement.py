"""The fast LYNGK checker beside the plain one: the same turns, the same positions, the same ends."""

import random
from itertools import pairwise

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gipf_engine.games.lyngk.board import COLOURS, SPOTS
from gipf_engine.games.lyngk.notation import TURNS
from gipf_engine.games.lyngk.setups import ORDERED
from gipf_engine.rules import rules_for
from testing.engine.rules.lyngk_data import RULE_SETS, as_plain, plain_text, plain_turns, position_text
from testing.marks import WHOLE, examples, first
from testing.reference import lyngk as plain
from tests.view_data import stacks

RULES = pytest.mark.parametrize(
    ("key", "options"), RULE_SETS, ids=lambda value: value if isinstance(value, str) else "-".join(sorted(value))
)

RULES_OF_TURNS = pytest.mark.parametrize(
    ("key", "options"),
    [(key, options) for key, options in RULE_SETS if "literal_tie" not in options],
    ids=lambda value: value if isinstance(value, str) else "-".join(sorted(value)),
)
"""Those that differ in which turns are legal, and not only in who has won."""


def shuffled(dice):
    letters = list(ORDERED)
    dice.shuffle(letters)
    return "".join(letters)


def assert_alike(position, game):
    """Both checkers say the same of this position."""
    listed = sorted(map(str, position.legal_moves()))
    assert listed == sorted(plain_turns(game))
    assert position.text() == plain_text(game)
    ended = plain.result(game)
    if ended is None:
        assert position.outcome is None
    else:
        assert (position.outcome.result, position.outcome.reason) == ended
        assert [list(row) for row in position.outcome.tally] == plain.tally(game)


def climbing(dice, turns):
    """A turn for a player who likes a claim early and high stacks: such games reach columns and obstacles."""
    return max(dice.sample(turns, min(6, len(turns))), key=lambda turn: ("," in turn, dice.random()))


@RULES
@pytest.mark.parametrize("seed", first(2, range(4)))
def test_both_checkers_agree_on_a_random_game(key, options, seed):
    dice = random.Random(seed)
    position = rules_for(key, options).start(shuffled(dice))
    game = plain.start("".join(stacks(position.view()).values()), {"lyngk-main": 5, "lyngk-six": 6}[key], options)
    plies = 0
    while position.turn is not None:
        assert_alike(position, game)
        turns = sorted(position.legal_moves())
        turn = climbing(dice, turns) if seed % 2 else dice.choice(turns)
        game = plain.play(game, plain_turns(game)[str(turn)])
        position = position.play(turn)
        plies += 1
        assert plies < 150
    assert_alike(position, game)


@st.composite
def boards(draw, limit):
    """Any board: stacks of every height anywhere, as play may leave them or not, and any claims."""
    pieces = draw(st.permutations(ORDERED))
    spots = list(draw(st.permutations(SPOTS)))
    board, used = {}, 0
    while spots and used < len(pieces):
        height = draw(st.integers(1, limit))
        stack = ""
        for piece in pieces[used : used + height]:
            if piece == "J" or piece not in stack:
                stack += piece
        used += height
        board[spots.pop()] = stack
    colours = draw(st.permutations(COLOURS))
    white, black = draw(st.integers(0, 2)), draw(st.integers(0, 2))
    return board, draw(st.integers(0, 1)), ("".join(colours[:white]), "".join(colours[2 : 2 + black]))


@RULES
@examples(30, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_both_checkers_agree_on_any_board(key, options, data):
    rules = rules_for(key, options)
    position = rules.position(position_text(*data.draw(boards(rules.limit))))
    game = as_plain(position)
    assert_alike(position, game)
    for text, turn in list(plain_turns(game).items())[:: max(1, len(plain_turns(game)) // 20)]:
        assert_alike(position.play(position.parse(text)), plain.play(game, turn))


@RULES_OF_TURNS
@settings(max_examples=2 if WHOLE else 1, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_every_listed_turn_is_playable_and_every_other_is_refused(key, options, data):
    rules = rules_for(key, options)
    position = rules.position(position_text(*data.draw(boards(rules.limit))))
    listed = set(position.legal_moves())
    every = (turn for by_source in TURNS.values() for by_target in by_source for turn in by_target)
    for turn in ["pass", *every]:
        assert position.is_legal(turn) == (turn in listed), str(turn)


@RULES
@examples(20, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_the_shown_way_of_a_turn_follows_lines_over_own_springboards(key, options, data):
    rules = rules_for(key, options)
    position = rules.position(position_text(*data.draw(boards(rules.limit))))
    turns = [turn for turn in position.legal_moves() if turn != "pass"]
    for turn in turns[:: max(1, len(turns) // 20)]:
        game = as_plain(position)
        claim, _comma, move = turn.rpartition(",")
        if claim:
            game = plain.claim(game, game.turn, claim)
        path = position.effects(turn).path
        assert [path[0], path[-1]] == move.split("-")
        for start, end in pairwise(path):
            assert end in {plain.first_stack(game.board, start, way) for way in plain.DIRECTIONS}
        for springboard in path[1:-1]:
            assert game.board[springboard][-1] == game.board[path[0]][-1]
            assert game.board[springboard][-1] in game.claimed[game.turn]
