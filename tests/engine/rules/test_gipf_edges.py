"""Worked positions: what may come off, what must, and which turns end the game."""

import pytest

from gipf_engine.games.gipf.notation import is_removal_alone
from gipf_engine.rules.errors import IllegalMove
from testing.engine.rules import gipf_data as data

NAMES = sorted(data.edge_cases())


@pytest.fixture(params=[False, True], ids=["fast", "plain"])
def plain(request):
    return request.param


@pytest.mark.parametrize("name", NAMES)
def test_the_stated_turns_are_the_legal_ones(name, plain):
    case = data.edge_cases()[name]
    position = data.edge_position(case, plain=plain)
    turns = list(position.legal_moves())
    assert sum(data.dots(position, turn) for turn in turns) == case["legal"]
    if case["moves"] is not None:
        assert {position.parse(written.replace(" ", ";")) for written in case["moves"]} == set(turns)


@pytest.mark.parametrize("name", NAMES)
def test_the_stated_removals_are_the_possible_ones(name, plain):
    case = data.edge_cases()[name]
    position = data.edge_position(case, plain=plain)
    before, after = set(), set()
    for turn in position.legal_moves():
        taken = data.taken(position.notation(turn))
        before.add(taken[0])
        if not is_removal_alone(position.notation(turn)):
            after.add(taken[1])
    assert sorted(before) == sorted(case["pre_sets"])
    assert sorted(after) == sorted(case["post_sets"])


@pytest.mark.parametrize("name", NAMES)
def test_the_stated_turns_end_the_game(name):
    case = data.edge_cases()[name]
    position = data.edge_position(case)
    ending = {position.parse(text.replace(" ", ";")): loser for text, loser in case["ending_moves"].items()}
    for turn in position.legal_moves():
        outcome = position.play(turn).outcome
        assert (outcome is not None) == (turn in ending)
        if outcome:
            assert (outcome.result, outcome.reason) == ({"W": "0-1", "B": "1-0"}[ending[turn]], "gipf")


def test_an_empty_reserve_without_a_row_loses_at_ones_own_turn(plain):
    position = data.edge_position(data.edge_cases()["empty_reserve_no_row"], plain=plain)
    assert (position.outcome.result, position.outcome.reason) == ("0-1", "reserve")
    assert position.turn is None


def test_an_empty_reserve_may_be_filled_only_by_taking_a_gipf_piece_back(plain):
    # G7: four GIPF-pieces of White in a row may stay, but then there is nothing to bring in
    pieces = {"b3": "GW", "c4": "GW", "d5": "GW", "e6": "GW", "e8": "GB"}
    case = {"variant": "standard", "turn": "W", "board": pieces, "reserve": {"W": 0, "B": 5}}
    position = data.edge_position(case, plain=plain)
    assert position.outcome is None
    with pytest.raises(IllegalMove, match="no legal turn" if plain else "your reserve is empty: take a GIPF-piece"):
        position.parse("e2")
    assert position.is_legal(position.parse("xb3;e2"))
    assert "" not in {data.taken(position.notation(turn))[0] for turn in position.legal_moves()}


def test_a_row_of_gipf_pieces_may_be_broken_before_the_row_that_crosses_it(plain):
    # e5 stands in both rows; taking it out of the row of GIPF-pieces first leaves three in the other
    pieces = {"e5": "GW", "e4": "GW", "e3": "GW", "e2": "GW", "d4": "W", "c3": "W", "b2": "W", "h2": "GB"}
    case = {"variant": "standard", "turn": "W", "board": pieces, "reserve": {"W": 3, "B": 5}}
    position = data.edge_position(case, plain=plain)
    removals = {data.taken(position.notation(turn))[0] for turn in position.legal_moves()}
    assert "e5" in removals
    assert "b2,c3,d4" in removals
    assert "" not in removals


def test_the_crossing_gipf_piece_cannot_stay_while_one_of_two_rows_goes(plain):
    # G16: with e5 kept the other row still holds four
    pieces = dict.fromkeys(("b2", "c3", "d4", "e2", "e3", "e4"), "W") | {"e5": "GW", "h5": "GW", "h2": "GB"}
    case = {"variant": "standard", "turn": "W", "board": pieces, "reserve": {"W": 2, "B": 5}}
    position = data.edge_position(case, plain=plain)
    assert {data.taken(position.notation(turn))[0] for turn in position.legal_moves()} == {
        "b2,c3,d4,e5",
        "e2,e3,e4,e5",
        "b2,c3,d4,e2,e3,e4",
        "b2,c3,d4,e2,e3,e4,e5",
    }


def test_the_crossing_gipf_piece_may_stay_with_either_row_where_the_option_says_so(plain):
    # as before, and also: one row goes without e5, and the other stays with it
    pieces = dict.fromkeys(("b2", "c3", "d4", "e2", "e3", "e4"), "W") | {"e5": "GW", "h5": "GW", "h2": "GB"}
    case = {"variant": "standard", "turn": "W", "board": pieces, "reserve": {"W": 2, "B": 5}}
    position = data.edge_position(case, plain=plain, options=frozenset({"crossing_row_may_stay"}))
    assert {data.taken(position.notation(turn))[0] for turn in position.legal_moves()} == {
        "b2,c3,d4",
        "e2,e3,e4",
        "b2,c3,d4,e5",
        "e2,e3,e4,e5",
        "b2,c3,d4,e2,e3,e4",
        "b2,c3,d4,e2,e3,e4,e5",
    }
    # the row that stays makes a row after the push, which is another phase: now it goes
    assert position.is_legal(position.parse("xb2,c3,d4;c2;xe2,e3,e4"))
