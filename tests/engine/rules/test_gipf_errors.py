"""A refused turn says why in a player's words, and what may be played instead where that is little."""

import pytest

from gipf_engine.rules import rules_for
from gipf_engine.rules.errors import AmbiguousMove, IllegalMove, NotAMove
from testing.engine.rules import gipf_data as data


def position(variant, pieces, turn="W", reserve=5, phases=None):
    case = {"variant": variant, "turn": turn, "board": pieces, "reserve": {"W": reserve, "B": 5}}
    if phases:
        case["placed_gipf"] = {c: phases[n] != "-" for n, c in enumerate("WB")}
        case["placed_single"] = {c: phases[n] == "s" for n, c in enumerate("WB")}
    return data.edge_position(case)


def refused(kind, where, token):
    with pytest.raises(kind) as caught:
        where.parse(token)
    assert type(caught.value) is kind
    assert caught.value.token == token
    return str(caught.value.message), caught.value.alternatives


@pytest.fixture
def row_waiting():
    return position("basic", {"b3": "B", "c4": "W", "d5": "W", "e6": "W", "f6": "W", "h2": "B"})


@pytest.fixture
def mixed_row():
    pieces = {"b3": "GW", "c4": "W", "d5": "W", "e6": "W", "f6": "GB", "h5": "GW", "h2": "GB"}
    return position("standard", pieces)


@pytest.mark.parametrize(
    "token", ["", "e", "hello", "e2-", "x", "e10", "K2", "e2;e3", "x;", "xe2,", "e2;x;x", "é2", "c2;", "c2;;", "e1-e3;"]
)
def test_text_that_is_no_turn_is_told_so(token):
    start = rules_for("gipf-basic").start()
    kind = IllegalMove if token == "x" else NotAMove
    with pytest.raises(kind):
        start.parse(token)


@pytest.mark.parametrize(
    ("variant", "pieces", "token", "canonical"),
    [
        ("basic", {"h5": "W", "h2": "B"}, "E2", "e2"),
        ("basic", {"e2": "W", "h2": "B"}, "E1-E3", "e1-e3"),
        ("basic", {"e2": "W", "h2": "B"}, "E1-e3", "e1-e3"),
        ("basic", {"g2": "W", "h2": "B"}, "G1-G3", "g1-g3"),  # the column g, not the mark
    ],
)
def test_points_in_capitals_mean_the_same(variant, pieces, token, canonical):
    where = position(variant, pieces)
    assert where.notation(where.parse(token)) == canonical


@pytest.mark.parametrize(("token", "canonical"), [("GG1-G2", "Gg2"), ("GE2", "Ge2"), ("GWE1-E2", "Ge2")])
def test_marks_before_points_in_capitals_stay_marks(token, canonical):
    start = rules_for("gipf-tournament").start()
    assert start.notation(start.parse(token)) == canonical


def test_a_list_in_capitals_takes_off_the_same(row_waiting, mixed_row):
    taken = row_waiting.parse("XB3,C4,D5,E6,F6;E1-E2")
    assert row_waiting.notation(taken) == row_waiting.notation(row_waiting.parse("xb3,c4,d5,e6,f6;e1-e2"))
    marked = mixed_row.parse("XC4,D5,E6,GB3,GF6*;E1-E2")
    assert mixed_row.notation(marked) == mixed_row.notation(mixed_row.parse("xc4,d5,e6,Gb3,Gf6*;e1-e2"))


def test_points_that_the_board_does_not_have_are_told():
    start = rules_for("gipf-basic").start()
    assert refused(NotAMove, start, "a6")[0] == "there is no point a6 on the board"
    assert refused(NotAMove, start, "c2;xa1,b2")[0] == "a1 is a dot; pieces come off spots only"
    assert refused(NotAMove, start, "e1")[0] == "e1 is a dot, and no piece stays there: write the spot, such as e1-e2"
    assert refused(NotAMove, start, "e2-e4")[0] == "e2 is not a dot; a push starts on a dot"
    assert refused(NotAMove, start, "e1-c4")[0] == "no line leads from e1 to the spot c4"
    assert refused(NotAMove, start, "e1-e9")[0] == "no line leads from e1 to the spot e9"


def test_a_piece_comes_in_beside_a_dot_only():
    start = rules_for("gipf-basic").start()
    assert refused(IllegalMove, start, "e5") == ("e5: a piece comes in only next to a dot", ())


def test_an_occupied_spot_asks_for_the_dot():
    start = rules_for("gipf-basic").start()
    text, alternatives = refused(IllegalMove, start, "e2")
    assert text == "e2 is occupied: add the dot you push from"
    assert alternatives == ("d1-f2", "e1-e3", "f1-d2")


def test_a_push_that_ends_elsewhere_is_told():
    start = rules_for("gipf-basic").start()
    assert refused(IllegalMove, start, "e1-e5") == ("this push ends on e3, not on e5", ("e1-e3",))


def test_a_full_line_cannot_be_pushed():
    blocked = data.edge_position(data.edge_cases()["blocked_line"])
    assert refused(IllegalMove, blocked, "b1-b2")[0] == "b2: the line is full"
    assert refused(IllegalMove, blocked, "b6-b5")[0] == "b5: the line is full"


def test_a_spot_that_no_push_can_enter_is_told():
    # both lines through c2 that begin at a dot beside it, c1-c7 and b1-i4, are full
    full = ["c2", "c3", "c4", "c5", "c6", "d3", "e4", "f4", "g4", "h4"]
    where = position("basic", dict.fromkeys(full, "B"))
    assert refused(IllegalMove, where, "c2") == ("c2: every line through it is full", ())


def test_a_row_must_be_taken_first(row_waiting):
    text, alternatives = refused(IllegalMove, row_waiting, "e2")
    assert text == "you must take the row b3–f6 first"
    assert alternatives == ("xb3*,c4,d5,e6,f6;e2",)


def test_a_row_that_the_push_makes_must_be_taken():
    three = position("basic", {"c2": "W", "d2": "W", "e2": "W", "h5": "B"})
    text, alternatives = refused(IllegalMove, three, "b2")
    assert text == "this makes the row b2–e2, and you must take it"
    assert alternatives == ("b2;xb2,c2,d2,e2",)


def test_what_is_missing_from_a_removal_is_told(row_waiting):
    assert refused(IllegalMove, row_waiting, "xc4,d5,e6,f6;e2")[0] == "b3 belongs to the row and must come off too"


def test_what_does_not_belong_into_a_removal_is_told(row_waiting):
    assert refused(IllegalMove, row_waiting, "xb3,c4,d5,e6,f6,h2;e3")[0] == "h2 is in none of your rows"
    assert refused(IllegalMove, row_waiting, "xb3,c4,d5,e6,f6,g3;e3")[0] == "g3 is empty"
    assert refused(NotAMove, row_waiting, "xb3,b3,c4;e3")[0] == "b3 is taken off twice"


def test_a_row_that_still_stands_after_the_removal_is_told():
    case = data.edge_cases()["two_rows_crossing_still4"]
    crossing = data.edge_position(case)
    text, alternatives = refused(IllegalMove, crossing, "xb3,c4,d5,e6;c2")
    assert text == "the row e2–e5 is still on the board and must be taken too"
    assert alternatives == ("xb3,c4,d5,e2,e3,e4,e5,e6;c2", "xe2,e3,e4,e5,e6;c2")


def test_one_of_two_crossing_rows_goes_not_both():
    crossing = data.edge_position(data.edge_cases()["two_rows_crossing_basic"])
    text, alternatives = refused(IllegalMove, crossing, "xb2,c3,d4,e2,e3,e4,e5;c2")
    assert text == "these pieces cannot all come off: of two crossing rows, taking one breaks the other"
    assert alternatives == ("xb2,c3,d4,e5;c2", "xe2,e3,e4,e5;c2")


def test_what_is_missing_where_several_rows_go_is_told():
    # two rows of Black cross, e6 to h3 and d2 to d7: the written spots hold all of both but h3
    where = rules_for("gipf-basic").position("4/2wwb/bbbbbb/4bb1/1b1b2/2b1w/1b2 b 2-2 2-12 ss")
    text, alternatives = refused(IllegalMove, where, "xd2,d3,d4,d5,d6,d7,e6,f5,g4;g2")
    assert text == "h3 belongs to the row and must come off too"
    assert "xd2,d3,d4,d5,d6,d7,e6,f5,g4,h3;g2" in alternatives
    where.parse("xd2,d3,d4,d5,d6,d7,e6,f5,g4,h3;g2")


def test_marks_that_are_wrong_are_told(mixed_row):
    assert refused(IllegalMove, mixed_row, "xc4*,d5,e6;c2")[0] == "the piece on c4 is your own: no * after it"
    assert refused(IllegalMove, mixed_row, "xGc4,d5,e6;c2")[0] == "the piece on c4 is not a GIPF-piece"


def test_a_short_form_with_several_meanings_asks_for_the_list(mixed_row):
    text, alternatives = refused(AmbiguousMove, mixed_row, "x;c2")
    assert text == (
        "more than one removal is possible here: write one of"
        " xGb3,c4,d5,e6 | xGb3,c4,d5,e6,Gf6* | xc4,d5,e6 | xc4,d5,e6,Gf6*"
    )
    assert alternatives == (
        "xGb3,c4,d5,e6,Gf6*;c2",
        "xGb3,c4,d5,e6;c2",
        "xc4,d5,e6,Gf6*;c2",
        "xc4,d5,e6;c2",
    )


def test_a_short_form_without_a_row_is_told():
    start = rules_for("gipf-basic").start()
    assert refused(IllegalMove, start, "x;c2")[0] == "you have no row to take here"
    assert refused(IllegalMove, start, "c2;x")[0] == "you have no row to take here"


def test_a_removal_alone_that_does_not_end_the_game_goes_on(row_waiting):
    text, _alternatives = refused(IllegalMove, row_waiting, "xb3*,c4,d5,e6,f6")
    assert text == "the turn continues after this removal: write the push too"


def test_nothing_is_pushed_after_a_removal_that_ends_the_game():
    ending = data.edge_position(data.edge_cases()["five_row_gipf_in_middle_keep"])
    text, alternatives = refused(IllegalMove, ending, "xb3,c4,Gd5,e6,f6;c2")
    assert text == "this removal ends the game: no push follows it"
    assert alternatives == ("xb3,c4,Gd5,e6,f6",)


def test_which_kind_of_piece_may_come_in_is_told():
    start = rules_for("gipf-tournament").start()
    assert refused(IllegalMove, start, "e2")[0] == "your first piece must be a GIPF-piece: write G before it"
    for variant in ("basic", "standard"):
        assert refused(IllegalMove, rules_for(f"gipf-{variant}").start(), "Gc2")[0] == (
            "you cannot bring in GIPF-pieces in this game"
        )
    singles = position("tournament", {"e2": "GW", "e8": "GB"}, phases="sg")
    assert refused(IllegalMove, singles, "Gc2")[0] == (
        "you have brought in a single; from then on only singles can come in"
    )
    one_left = data.edge_position(data.edge_cases()["tournament_reserve_one"])
    assert (
        refused(IllegalMove, one_left, "Gc2")[0]
        == "a GIPF-piece needs two pieces, and only one is left in your reserve"
    )


def test_a_colour_letter_of_the_other_player_is_told():
    start = rules_for("gipf-tournament").start()
    assert refused(IllegalMove, start, "GKc1-c2")[0] == "it is White's turn"
    assert refused(IllegalMove, start.play(start.parse("Gc2")), "GWc1-c2")[0] == "it is Black's turn"


def test_nothing_is_played_after_the_end():
    over = data.edge_position(data.edge_cases()["empty_reserve_no_row"])
    assert refused(IllegalMove, over, "e2") == ("the game is over", ())


def test_many_alternatives_are_not_told():
    many = data.edge_position(data.edge_cases()["gipf_row_with_single_end"])
    text, alternatives = refused(IllegalMove, many, "c2")
    assert text == "you must take the row b3–f6 first"
    assert alternatives == ()


def test_a_turn_of_another_position_may_not_be_played():
    start = rules_for("gipf-basic").start()
    turn = start.parse("e1-e3")
    later = start.play(start.parse("c2")).play(start.parse("e1-e3"))
    assert not later.is_legal(turn)
    with pytest.raises(IllegalMove, match="this push ends on e4, not on e3"):
        later.play(turn)
    assert not start.is_legal("e1-e2")  # it may be written so, but is not the turn's own text
