"""Set-ups, position texts, views, effects, and the board against its reference coordinates."""

import json

import pytest

from gipf_engine.games.gipf import bits
from gipf_engine.games.gipf.board import BOARD, DOTS, LINES, SPOTS, WAYS
from gipf_engine.rules import all_rules, rules_for
from gipf_engine.rules.errors import BadSetup, IllegalMove, NotAMove, UnknownRules
from testing.engine.rules import gipf_data as data
from testing.reference import either_rules, reference_rules
from tests.view_data import held, stacks

BASIC_START = "b2w/5/6/w5b/6/5/b2w w 12-12 0-0 ss"
COORDS = json.loads((data.GAMES / "coords.json").read_text())["gipf"]


@pytest.fixture(params=[False, True], ids=["fast", "plain"])
def plain(request):
    return request.param


def test_the_board_is_the_one_of_the_reference():
    assert sorted(SPOTS) == sorted(COORDS["spots"])
    assert sorted(DOTS) == sorted(COORDS["dots"])
    assert {frozenset(line) for line in LINES} == {frozenset(line[1:-1]) for line in COORDS["lines"]}
    assert {(way.dot, way.spots) for way in WAYS} == {
        (push["dot"], tuple(push["line"])) for push in COORDS["push_moves"]
    }


def test_a_four_is_found_wherever_a_line_has_one_and_nowhere_else():
    fours = {frozenset(line[at : at + 4]) for line in LINES for at in range(len(line) - 3)}
    assert len(fours) == 3 * (1 + 2 + 3 + 4 + 3 + 2 + 1)  # lines of 4, 5, 6, 7, 6, 5 and 4 spots each way
    for four in fours:
        assert bits.has_four(BOARD.mask(four))
        assert not any(bits.has_four(BOARD.mask(four - {spot})) for spot in four)
    # spots whose bits lie near each other without standing on one line
    assert not bits.has_four(BOARD.mask(["b4", "b5", "c2", "c3"]))
    assert not bits.has_four(BOARD.mask(["d6", "d7", "e2", "e3"]))


def test_the_starts_are_those_of_the_rules(plain):
    assert either_rules("gipf-basic", reference=plain).start().text() == BASIC_START
    assert either_rules("gipf-standard", reference=plain).start().text() == "B2W/5/6/W5B/6/5/B2W w 12-12 0-0 ss"
    assert either_rules("gipf-tournament", reference=plain).start().text() == "4/5/6/7/6/5/4 w 18-18 0-0 --"


def test_a_handicap_gives_pieces_to_the_reserve(plain):
    rules = either_rules("gipf-basic", reference=plain)
    assert rules.start(handicap="0/2").text() == "b2w/5/6/w5b/6/5/b2w w 12-14 0-0 ss"
    assert held(rules.start(handicap="3/0").view(), 0)["reserve"] == 15
    assert rules.position(rules.start(handicap="0/1").text()) == rules.start(handicap="0/1")


@pytest.mark.parametrize("handicap", ["4/0", "0/4", "1", "1-2", "a/b", "1/2/3", "-1/0", "٣/0", "3/3", "1/2"])
def test_a_handicap_beyond_three_or_in_another_form_is_refused(handicap):
    with pytest.raises(BadSetup, match="a handicap is written 0/2, at most 3 extra pieces for one side"):
        rules_for("gipf-basic").start(handicap=handicap)


def test_only_the_basic_game_takes_a_handicap_and_none_a_set_up():
    for variant in ("standard", "tournament"):
        with pytest.raises(BadSetup, match="only basic GIPF is played with a handicap"):
            rules_for(f"gipf-{variant}").start(handicap="1/0")
    with pytest.raises(BadSetup, match="one fixed start"):
        rules_for("gipf-basic").start("IRBGK")


@pytest.mark.parametrize("variant", data.VARIANTS)
def test_position_texts_read_back_as_the_same_position(variant, plain):
    rules = either_rules(f"gipf-{variant}", reference=plain)
    position = rules.start()
    for token in data.tokens(data.games(variant)[3]):
        position = position.play(position.parse(token))
        again = rules.position(position.text())
        assert again == position
        assert hash(again) == hash(position)
        assert again.outcome == position.outcome


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "is not a GIPF position"),
        ("x" * 70_000, "is not a GIPF position"),
        (BASIC_START + " ", "is not a GIPF position"),
        (BASIC_START.replace("12-12", "१२-12"), "is not a GIPF position"),
        ("b2w/5/6/w5b/6/5 w 12-12 0-0 ss", "7 columns of spots, not 6"),
        ("b3w/5/6/w5b/6/5/b2w w 12-12 0-0 ss", "column b has 4 spots, not 5"),
        ("B2w/5/6/w5b/6/5/b2w w 12-11 0-0 ss", "basic GIPF has no GIPF-pieces"),
        ("b2w/5/6/w5b/6/5/b2w w 11-12 0-0 ss", "captured: 14, not 15"),
        ("b2w/5/6/w5b/6/5/b2w w 12-12 0-4 ss", "captured: 19, not 15"),
        ("b2w/5/6/w5b/6/5/b2w w 12-12 0-0 gs", "only tournament GIPF starts with bringing in GIPF-pieces"),
        (BASIC_START + " x2", "positions are counted only when repetition is a draw"),
    ],
)
def test_a_text_that_is_no_position_is_refused(text, why):
    with pytest.raises(BadSetup, match=why):
        rules_for("gipf-basic").position(text)


def test_a_phase_must_fit_the_pieces_on_the_board():
    tournament = rules_for("gipf-tournament")
    for text in ("4/5/6/W6/6/5/4 b 16-18 0-0 --", "4/5/6/w6/6/5/4 b 17-18 0-0 g-"):
        with pytest.raises(BadSetup, match="White's pieces on the board do not fit the phase"):
            tournament.position(text)
    assert tournament.position("4/5/6/W6/6/5/4 b 16-18 0-0 g-").turn == 1


def test_unknown_rules_are_refused():
    with pytest.raises(UnknownRules, match="there are no rules called gipf-matrx"):
        rules_for("gipf-matrx")
    assert {"gipf-basic", "gipf-standard", "gipf-tournament"} <= set(all_rules())


def test_a_view_shows_pieces_reserves_and_captures(plain):
    case = data.edge_cases()["row_with_own_and_enemy_gipf"]
    position = data.edge_position(case, plain=plain)
    after = position.play(position.parse("xb3,c4,d5,e6,f6;e2"))
    view = after.view()
    assert (view.game, view.rules, view.turn) == ("gipf", "gipf-standard", 1)
    assert stacks(view) == {"h5": "WW", "h2": "BB", "e2": "W"}
    # White had 5 in reserve, got 2 + 1 + 1 + 1 back and brought one in; he captured a GIPF-piece
    captured_before = held(position.view(), 0)["captured"]
    assert held(view, 0) == {"reserve": 9, "captured": captured_before + 2}
    assert held(view, 1)["reserve"] == 5


def test_effects_tell_the_path_and_what_came_and_went(plain):
    case = data.edge_cases()["row_with_own_and_enemy_gipf"]
    position = data.edge_position(case, plain=plain)
    effects = position.effects(position.parse("xc4,d5,e6,f6;h6-h4"))
    assert effects.path == ("h6", "h5", "h4")
    assert effects.placed == {"h5": ("W",), "h4": ("W", "W")}
    assert effects.returned == {"c4": ("W",), "d5": ("W",), "e6": ("W",)}
    assert effects.captured == {"f6": ("B", "B")}


def test_effects_of_a_row_made_by_the_push_are_told_with_it(plain):
    board = {"b2": "W", "c2": "B", "d2": "W", "e2": "W"}
    case = {"variant": "basic", "turn": "W", "board": board, "reserve": {"W": 5, "B": 5}}
    position = data.edge_position(case, plain=plain)
    effects = position.effects(position.parse("c1-c3;xb2,c2,d2,e2"))
    assert effects.path == ("c1", "c2", "c3")
    assert effects.placed == {"c3": ("B",)}
    assert (effects.captured, set(effects.returned)) == ({}, {"b2", "c2", "d2", "e2"})


def test_the_same_spot_entered_from_another_dot_is_the_same_turn(plain):
    start = either_rules("gipf-basic", reference=plain).start()
    turns = {start.parse(token) for token in ("c2", "b1-c2", "c1-c2")}
    assert len(turns) == 1
    assert data.dots(start, turns.pop()) == 2
    assert start.notation(start.parse("c1-c2"), "gf1") in ("b1-c2", "c1-c2")
    assert start.parse("e1-e2") == start.parse("e1-e3")
    assert start.notation(start.parse("e1-e2")) == "e1-e3"
    assert start.notation(start.parse("e1-e3"), "gf1") == "e1-e2"


def test_plain_and_fast_turns_do_not_mix():
    fast, slow = rules_for("gipf-basic").start(), reference_rules("gipf-basic").start()
    with pytest.raises(NotAMove):
        fast.play(slow.parse("c2"))
    with pytest.raises(IllegalMove):
        slow.play(fast.parse("c2"))


def test_parts_of_a_turn_may_be_typed_with_spaces(plain):
    position = data.edge_position(data.edge_cases()["row_with_own_and_enemy_gipf"], plain=plain)
    assert position.parse(" xc4,d5,e6  h6-h4 ") == position.parse("xc4,d5,e6;h6-h4")
