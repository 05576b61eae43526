"""What holds in every game of Guo Wu Guan and its relatives, and that nothing face down is ever shown."""

import random
from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gipf_engine.diagrams import describe, draw
from gipf_engine.rules import rules_for
from gipf_engine.rules.base import FACE_DOWN
from gipf_engine.rules.guowuguan.tiles import COPIES
from gipf_engine.rules.record import GameRecord, read_record, write_record
from gipf_engine.rules.verdict import check
from testing.marks import examples
from tests.engine.rules.guowuguan_data import RULE_SETS, deal, random_game, setup_of

RULES = pytest.mark.parametrize(("key", "options"), RULE_SETS)
numbers = st.integers(0, 2**32)


def tiles_of(position):
    generals, levels, commons = position.text().split()[:3]
    digits = "".join(character for character in generals + levels + commons if character.isdigit())
    return Counter(digits[place : place + 2] for place in range(0, len(digits), 2))


@RULES
@examples(40)
@given(number=numbers)
def test_there_are_always_32_tiles_and_gates_and_cuts_agree(key, options, number):
    for position in random_game(key, number, options, lazy=0.2):
        assert tiles_of(position) == COPIES
        ((gates, cut, rounds, _moves),) = position.tally
        view = position.view()
        assert len(view.pool("passed").stacks) in (gates, 0)
        assert 1 <= rounds <= 200
        if key in ("guowuguan-gwg", "guowuguan-simplified"):
            assert gates <= cut <= 2 * gates
            assert view.pool("generals").count == 6 - cut
        elif key == "guowuguan-qiqin":
            assert cut == gates
        else:
            assert cut == 0


@RULES
@examples(40)
@given(number=numbers)
def test_counts_never_fall_and_the_end_is_an_outcome(key, options, number):
    positions = list(random_game(key, number, options, lazy=0.2))
    for before, after in pairwise(position.tally[0] for position in positions):
        assert after[0] >= before[0] and after[2] >= before[2] and after[3] >= before[3]
    last = positions[-1]
    assert list(last.legal_moves()) == []
    assert last.outcome.tally == last.tally
    assert last.outcome.reason in last.rules.end_reasons


@RULES
@examples(15)
@given(number=numbers)
def test_a_position_text_gives_the_same_position_back(key, options, number):
    rules = rules_for(key, options)
    for position in random_game(key, number, options, lazy=0.1):
        again = rules.position(position.text())
        assert (again, hash(again), again.text()) == (position, hash(position), position.text())
        assert (again.turn, again.outcome, again.view()) == (position.turn, position.outcome, position.view())


@RULES
@examples(15)
@given(number=numbers)
def test_a_record_of_any_game_is_judged_as_it_was_played(key, options, number):
    positions = list(random_game(key, number, options, lazy=0.1))
    tokens = []
    for before, after in pairwise(positions):
        tokens += [str(turn) for turn in before.legal_moves() if before.play(turn) == after][:1]
    game, variant = key.split("-")
    outcome = positions[-1].outcome
    tags = {
        "Game": game,
        "Rules": variant,
        "Options": ",".join(options),
        "Setup": setup_of(number, key),
        "Result": outcome.result,
    }
    text = write_record(GameRecord(tags, tuple(tokens)), [0] * len(tokens))
    verdict = check(read_record(text))
    assert verdict.error is None
    assert (verdict.outcome, verdict.reason, verdict.tally) == (outcome.result, outcome.reason, outcome.tally)
    assert verdict.agrees


def hidden_places(position):
    """Where in the digits of a set-up lie the tiles that nobody has seen at the start."""
    pools = [position.view().pool(name).stacks for name in ("generals", "commons")]
    generals = [place for place, stack in enumerate(pools[0]) if stack == (FACE_DOWN,)]
    return generals + [32 - len(pools[1]) + place for place, stack in enumerate(pools[1]) if stack == (FACE_DOWN,)]


def shown(position):
    """Everything of a position that an interface may show, as one text."""
    view = position.view()
    words = [str(message) for message in describe(view)]
    return repr((view, words, draw(view), draw(view, interactive=True), position.ascii()))


@pytest.mark.parametrize(
    ("key", "hidden"),
    [
        ("guowuguan-gwg", 4),
        ("guowuguan-simplified", 4),
        ("guowuguan-okuan", 12),
        ("guowuguan-tongwuguan", 2),
    ],
)
def test_deals_that_differ_only_in_hidden_tiles_look_the_same_until_one_turns(key, hidden):
    turned = 0
    for number in range(12):
        first = deal(key, number)
        places = hidden_places(first)
        assert len(places) == hidden
        setup = setup_of(number, key)
        tiles = [setup[place : place + 2] for place in range(0, 64, 2)]
        others = [tiles[place] for place in places]
        for place, tile in zip(places, others[1:] + others[:1], strict=True):
            tiles[place] = tile
        second = first.rules.start("".join(tiles))
        turned += plays_alike(first, second, number)
    assert turned >= 3


def plays_alike(first, second, number):
    """Play both alike as long as nothing is turned. Whether something was, in the end."""
    dice = random.Random(number)
    assert shown(first) == shown(second)
    while first.turn is not None:
        turns = list(first.legal_moves())
        assert turns == list(second.legal_moves())
        turn = dice.choice(turns)
        before = hidden_places(first)
        first, second = first.play(turn), second.play(turn)
        if len(hidden_places(first)) != len(before):
            return True
        assert shown(first) == shown(second)
    return False


@RULES
def test_a_refused_turn_names_only_what_lies_open(key, options):
    for number in range(5):
        for position in random_game(key, number, options):
            hidden = {stack for pool in position.view().pools for stack in pool.stacks if stack == (FACE_DOWN,)}
            if not hidden:
                break
            for token in ("1.123", "2.345", "1xL", "5xB", "3xR", "1xG", "/", "nonsense"):
                try:
                    position.parse(token)
                except ValueError as refusal:
                    open_tiles = {name for stack in position.view().spots.values() for name in stack}
                    open_tiles |= {name for pool in position.view().pools for stack in pool.stacks for name in stack}
                    told = [tile for tile in COPIES if f" {tile} " in f" {str(refusal).replace(',', ' ')} "]
                    assert set(told) <= open_tiles
