"""What holds in every game of GIPF, whatever is played."""

import re
from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gipf_engine.games.gipf.bits import ENTRIES
from gipf_engine.games.gipf.board import SPOTS
from gipf_engine.kit.effects import read_effects, write_effects
from gipf_engine.rules import rules_for
from gipf_engine.rules.errors import RuleError
from testing.marks import examples
from tests.view_data import held, stacks

KEYS = ("gipf-basic", "gipf-standard", "gipf-tournament")
CHOICES = st.lists(st.integers(0, 2**16), min_size=1, max_size=120)


def walk(key, choices, options=frozenset()):
    """The positions of a game in which each number picks a turn, removals before others where it is odd."""
    position = rules_for(key, options).start()
    yield position
    for choice in choices:
        turns = list(position.legal_moves())
        if not turns:
            return
        rows = [turn for turn in turns if "x" in turn]
        among = rows if choice % 2 and rows else turns
        position = position.play(among[choice // 2 % len(among)])
        yield position


def pieces_of(view, seat):
    colour = "WB"[seat]
    standing = sum(len(pieces) for pieces in stacks(view).values() if pieces[0] == colour)
    return standing + held(view, seat)["reserve"] + held(view, 1 - seat)["captured"]


@examples(40)
@given(st.sampled_from(KEYS), CHOICES)
def test_no_piece_is_lost_or_made(key, choices):
    total = 15 if key == "gipf-basic" else 18
    for position in walk(key, choices):
        view = position.view()
        assert [pieces_of(view, seat) for seat in (0, 1)] == [total, total]
        assert min(held(view, seat)["reserve"] for seat in (0, 1)) >= 0


@examples(40)
@given(st.sampled_from(KEYS), CHOICES)
def test_a_game_goes_on_while_there_is_a_turn_and_no_longer(key, choices):
    for position in walk(key, choices):
        assert (position.outcome is None) == (next(position.legal_moves(), None) is not None)
        assert (position.turn is None) == (position.outcome is not None)


@examples(30)
@given(st.sampled_from(KEYS), CHOICES)
def test_texts_round_trip(key, choices):
    for position in walk(key, choices, frozenset(["repetition_draw"])):
        again = rules_for(key, frozenset(["repetition_draw"])).position(position.text())
        assert again.text() == position.text()
        assert (again.state[:4], again.state.times) == (position.state[:4], position.state.times)


@examples(30)
@given(st.sampled_from(KEYS), CHOICES)
def test_a_position_read_from_its_text_equals_the_one_it_was_written_from(key, choices):
    for position in walk(key, choices):
        assert rules_for(key).position(position.text()) == position


@examples(25)
@given(st.sampled_from(KEYS), CHOICES)
def test_listed_turns_are_playable_and_written_in_their_own_way(key, choices):
    *_rest, position = walk(key, choices)
    turns = list(position.legal_moves())
    written = [position.notation(turn) for turn in turns]
    assert len(set(written)) == len(turns)
    for turn, token in zip(turns, written, strict=True):
        assert position.is_legal(turn)
        assert position.parse(token) == turn
        assert position.parse(position.notation(turn, "gf1")) == turn
        position.play(turn)


MARKS = re.compile(r"(?<=[x,])G|\*")
"""In lists of what comes off, where they may be left out."""
REMOVALS = st.one_of(
    st.just(""),
    st.sets(st.sampled_from(SPOTS), min_size=1).map(lambda spots: "x" + ",".join(sorted(spots))),
)


@examples(300)
@given(st.sampled_from(KEYS), CHOICES, REMOVALS, st.sampled_from(["", *ENTRIES]), st.booleans(), REMOVALS)
def test_a_turn_that_is_not_listed_is_refused(key, choices, before, entry, gipf, after):
    *_rest, position = walk(key, choices[:40])
    turn = ";".join(filter(None, (before, entry and "G" * gipf + entry, after)))
    legal = {MARKS.sub("", each): each for each in position.legal_moves()}
    assert position.is_legal(turn) == (turn in legal.values())
    if turn in legal:
        assert position.parse(turn) == legal[turn]
    else:
        with pytest.raises(RuleError):
            position.parse(turn)
        with pytest.raises(RuleError):
            position.play(turn)


@examples(30)
@given(st.sampled_from(KEYS), CHOICES)
def test_equal_positions_have_equal_hashes_and_other_positions_are_not_equal(key, choices):
    seen = {}
    for position in walk(key, choices):
        text = position.text()
        assert seen.setdefault(text, position) == position
        assert hash(seen[text]) == hash(position)
    assert len(set(seen.values())) == len(seen)


@examples(25)
@given(st.sampled_from(KEYS), CHOICES)
def test_effects_make_the_next_position_choice_by_choice(key, choices):
    *_rest, position = walk(key, choices)
    table = position.rules.table
    for turn in islice(position.legal_moves(), 40):
        told = position.tell(turn)
        assert read_effects(write_effects(told)) == tuple(told)
        after, following = table(position.state).apply(told), table(position.play(turn).state)
        assert (after.points, after.piles) == (following.points, following.piles)
        state = position.state
        for choice in position.moment_after(turn).made:
            after = table(state).apply(position.rules.effects(state, choice))
            state = position.rules.after(state, choice)
            assert after == table(state)


@examples(25)
@given(st.sampled_from(KEYS), CHOICES)
def test_choices_can_be_told_apart_and_found_by_their_texts(key, choices):
    *_rest, position = walk(key, choices)
    if position.outcome is None:
        moments = [position.moment_after("")]
        moments += [position.moment_after(choice.text) for choice in moments[0].choices[:9]]
        for moment in moments:
            assert [moment.find(choice.text) for choice in moment.choices] == list(moment.choices)
            assert len({choice.text for choice in moment.choices}) == len(moment.choices)


def test_what_has_been_chosen_is_seen_before_the_rest():
    """The push from d1 makes a row; it stands there while the player chooses what comes off."""
    position = rules_for("gipf-standard").position("B2W/5/wwW3/W5B/6/5/B3 w 10-12 0-0 ss")
    seen = position.view_after("d1-d5")
    assert stacks(seen) | dict.fromkeys(("d2", "d3", "d4"), "W") | {"d5": "WW"} == stacks(seen)
    assert held(seen, 0)["reserve"] == 9
    assert write_effects(position.tell("d1-d5")) == ("p:d1:W:reserve.0 m:d1:d2:W m:d2:d3:W m:d3:d4:W m:d4:d5:WW")
