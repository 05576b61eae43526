"""Positions laid out piece by piece, and games that start from one."""

from __future__ import annotations

import pytest

from gipf_engine.rules import rules_for
from gipf_engine.rules.base import Position
from gipf_engine.rules.errors import BadSetup, RuleError
from gipf_engine.rules.laying import as_setup, position_in

MIDDLE = "1b1b/2b1b/2b2w/3b1ww/1b3w/1b1b1/1w1b w 9-1 4-1 ss"


def lay_out(key: str, *puts: tuple[str, str]) -> Position:
    laying = rules_for(key).laying()
    assert laying is not None
    position = laying.empty()
    for point, piece in puts:
        position = laying.put(position, point, piece)
    return position


@pytest.mark.parametrize(
    ("key", "puts", "text"),
    [
        ("gipf-basic", [], "4/5/6/7/6/5/4 w 15-15 0-0 ss"),
        ("gipf-basic", [("d4", "W"), ("e5", "B")], "4/5/2w3/3b3/6/5/4 w 14-14 0-0 ss"),
        ("gipf-basic", [("d4", "W"), ("d4", "B")], "4/5/2b3/7/6/5/4 w 15-14 0-0 ss"),
        ("gipf-basic", [("d4", "W"), ("d4", "W")], "4/5/6/7/6/5/4 w 15-15 0-0 ss"),
        ("gipf-standard", [("d4", "WW"), ("e5", "BB"), ("d4", "W")], "4/5/2w3/3B3/6/5/4 w 17-16 0-0 ss"),
        ("gipf-tournament", [("d4", "WW")], "4/5/2W3/7/6/5/4 w 16-18 0-0 g-"),
        ("gipf-tournament", [("d4", "WW"), ("e5", "W")], "4/5/2W3/3w3/6/5/4 w 15-18 0-0 s-"),
        ("zertz-37", [("a1", "ring"), ("d4", "G")], "-.../...../....../...G.../....../...../.... w B10,G7,W6 - -"),
        ("zertz-37", [("a1", "ring"), ("a1", "ring")], "..../...../....../......./....../...../.... w B10,G8,W6 - -"),
    ],
)
def test_what_lies_beside_the_board_follows(key: str, puts: list[tuple[str, str]], text: str) -> None:
    assert lay_out(key, *puts).text() == text


def test_markers_and_rings_of_yinsh() -> None:
    text = lay_out("yinsh-normal", ("e5", "R"), ("e6", "M"), ("e7", "m"), ("e6", "m")).text()
    assert text.split(" ", 1)[1] == "w M49 R4 r5 - -"
    assert "....Rmm..." in text


def test_pieces_of_lyngk_are_put_on_top_and_taken_from_there() -> None:
    stacked = lay_out("lyngk-main", ("e5", "I"), ("e5", "J"), ("e5", "K"))
    assert stacked.view().spots["e5"] == ("I", "J", "K")
    taken = rules_for("lyngk-main").laying().put(stacked, "e5", "-")
    assert taken.view().spots["e5"] == ("I", "J")


@pytest.mark.parametrize(
    ("key", "puts", "why"),
    [
        ("zertz-37", [(point, "W") for point in ("a1", "a2", "a3", "a4", "b1", "b2", "b3")], "no piece is left: White"),
        ("yinsh-normal", [(f"e{row}", "R") for row in range(1, 7)], "no piece is left: White ring"),
        ("gipf-standard", [(f"e{row}", "WW") for row in range(2, 9)] + [(f"d{n}", "WW") for n in (2, 3, 4)], "left"),
        ("lyngk-main", [("e5", "I"), ("e5", "I")], "II cannot be on e5"),
        ("lyngk-main", [(point, "J") for point in ("e1", "e2", "e3", "e4")], "there are only 3 pieces of joker"),
    ],
)
def test_what_cannot_be_is_refused_with_the_reason(key: str, puts: list[tuple[str, str]], why: str) -> None:
    with pytest.raises(BadSetup, match=why):
        lay_out(key, *puts)


@pytest.mark.parametrize("key", ["gipf-basic", "lyngk-main", "dvonn-placed", "tzaar-drawn", "yinsh-normal", "zertz-37"])
def test_what_is_no_piece_or_no_point(key: str) -> None:
    piece = rules_for(key).laying().choices[0].key
    for point, put in (("d4", "X"), ("z9", piece)):
        with pytest.raises(KeyError):
            lay_out(key, (point, put))


def test_solitaires_are_not_laid_out() -> None:
    assert rules_for("guowuguan-qiqin").laying() is None


def test_a_game_starts_from_a_position_as_from_a_set_up() -> None:
    rules = rules_for("gipf-basic")
    setup = as_setup(MIDDLE)
    assert setup == "1b1b/2b1b/2b2w/3b1ww/1b3w/1b1b1/1w1b_w_9-1_4-1_ss"
    assert position_in(setup) == MIDDLE
    assert rules.start(setup).text() == MIDDLE
    with pytest.raises(BadSetup, match="has no handicap"):
        rules.start(setup, "1/0")
    with pytest.raises(RuleError):
        rules.start("no_position")


def test_what_is_no_position_is_no_position() -> None:
    assert position_in("") == ""
    assert position_in("IBRGK") == ""


def test_the_key_of_a_board_leaves_out_what_lies_beside_it() -> None:
    rules = rules_for("gipf-basic")
    here, fewer = rules.position(MIDDLE), rules.position(MIDDLE.replace("9-1 4-1", "8-1 4-2"))
    other = here.with_other_to_move()
    assert other is not None
    assert here.key() != fewer.key()
    assert here.board_key() == fewer.board_key() == other.board_key()
    moved = here.play(here.parse("h6-h4"))
    assert moved.board_key() != here.board_key()
