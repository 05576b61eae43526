"""What a programmer finds who takes the rules as a library: accessors, drawings of letters, styles, errors."""

import pytest

from gipf_engine.rules import all_rules, rules_for
from gipf_engine.rules.errors import BadSetup
from testing.engine.rules.lyngk_data import reference_games, start_of
from tests.view_data import held, stacks


def test_options_may_come_in_any_collection():
    for options in ({"repetition_draw"}, ["repetition_draw"], ("repetition_draw",), iter(["repetition_draw"])):
        assert rules_for("gipf-basic", options).options == frozenset({"repetition_draw"})
    with pytest.raises(BadSetup, match="has no option"):
        rules_for("gipf-basic", {"no_such_option"})


@pytest.mark.parametrize(
    "position", [rules_for("gipf-basic").start(), start_of(reference_games()[0])], ids=["gipf", "lyngk"]
)
def test_a_style_that_the_game_does_not_have_is_refused(position):
    move = next(position.legal_moves())
    with pytest.raises(ValueError, match="is not written in the style 'nonsense'"):
        position.notation(move, "nonsense")


def test_a_gipf_turn_prints_as_it_may_be_typed():
    start = rules_for("gipf-tournament").start()
    assert [str(start.parse(token)) for token in ("Gc2", "Ge1-e2")] == ["Gc2", "Ge2"]
    row = rules_for("gipf-basic").position("b2w/5/6/w5b/6/wwww1/b2w w 8-12 0-0 ss")
    for turn in row.legal_moves():
        assert row.parse(str(turn)) == turn


def test_reserves_captures_and_pieces_can_be_asked_for():
    position = rules_for("gipf-basic").start(handicap="0/2")
    assert (held(position.view(), 0)["reserve"], held(position.view(), 1)["reserve"]) == (12, 14)
    view = position.play(position.parse("c2")).view()
    assert held(view, 0) == {"reserve": 11, "captured": 0}
    assert [spot for spot, stack in stacks(view).items() if stack == "W"] == ["b5", "c2", "e2", "h5"]
    standard = stacks(rules_for("gipf-standard").start().view())
    assert [spot for spot, stack in standard.items() if stack == "BB"] == ["b2", "e8", "h2"]


def test_a_gipf_board_is_drawn_with_letters():
    # 17 half rows: e9 stands at the top, the columns beside it half a row lower each
    drawn = rules_for("gipf-basic").start().ascii().split("\n")
    assert drawn[0] == " " * 8 + "+"
    assert drawn[1] == " " * 6 + "+   +"
    assert drawn[2] == " " * 4 + "+   B   +"
    assert drawn[14] == " " * 4 + "+   W   +"
    assert drawn[16] == " " * 8 + "+"
    assert drawn[17:] == [
        "a b c d e f g h i",
        "reserve.0: 12 W",
        "captured.0: none",
        "reserve.1: 12 B",
        "captured.1: none",
    ]
    board = "".join(drawn[:17])
    assert (board.count("+"), board.count("."), board.count("W"), board.count("B")) == (24, 31, 3, 3)


def test_a_lyngk_board_is_drawn_with_letters():
    rules = rules_for("lyngk-main")
    drawn = rules.position(
        "./.,.,.,./.,.,.,.,.,.,./.,.,.,.,.,./.,.,.,IBR,.,.,./.,.,.,.,.,./.,.,.,.,.,.,./.,.,.,./J b R:- IBRGK:0"
    ).ascii()
    assert "IBR" in drawn
    assert drawn.split("\n")[-5:] == [
        "unclaimed: 1 B, 1 G, 1 I, 1 K",
        "claimed.0: 1 R",
        "claimed.1: none",
        "captured.0: 1 IBRGK",
        "captured.1: none",
    ]


def test_completed_columns_lie_open():
    rules = rules_for("lyngk-main")
    empty = "./.,.,.,./.,.,.,.,.,.,./.,.,.,.,.,./{}/.,.,.,.,.,./.,.,.,.,.,.,./.,.,.,./. w R:- 0:0"
    position = rules.position(empty.format(".,.,BIGK,R,.,.,."))
    after = position.play(position.parse("e4-e3"))
    assert after.state.completed == (("BIGKR",), ())
    assert after.view().pool("captured", 0).stacks == (("B", "I", "G", "K", "R"),)
    assert after.text().endswith("BIGKR:0")
    assert rules.position(after.text()) == after


def test_the_columns_of_an_older_text_are_only_counted():
    rules = rules_for("lyngk-main")
    position = rules.position(
        "./.,.,.,./.,.,.,.,.,.,./.,.,.,.,.,./.,.,.,.,.,.,./.,.,.,.,.,./.,.,.,.,.,.,./.,.,.,./. w R:- 2:1"
    )
    assert [position.view().pool("captured", seat).stacks for seat in (0, 1)] == [((), ()), ((),)]
    assert position.text().endswith(" 2:1")
    assert position.outcome.tally == ((2, 0, 0, 0, 0), (1, 0, 0, 0, 0))


@pytest.mark.parametrize("columns", ["IBRG:0", "IBRGG:0", "IBRGKX:0", "IBRGK,IBRGK,:0", "9:0"])
def test_columns_that_cannot_be_are_refused(columns):
    empty = "./.,.,.,./.,.,.,.,.,.,./.,.,.,.,.,./.,.,.,.,.,.,./.,.,.,.,.,./.,.,.,.,.,.,./.,.,.,./. w R:- "
    with pytest.raises(BadSetup):
        rules_for("lyngk-main").position(empty + columns)


def test_every_rule_set_has_words_for_the_ways_in_which_it_ends():
    for rules in all_rules().values():
        assert rules.end_reasons
