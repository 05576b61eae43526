"""Each sentence of RULES.md of its folder, by its number."""

from collections import Counter

import pytest

from gipf_engine.games.dvonn.rules import CHANCE
from gipf_engine.kit.effects import Removed, Stacked
from gipf_engine.rules.errors import BadSetup
from testing.engine.rules.kit_data import RULES, dvonn_position

START = RULES["dvonn-placed"].start()
SETUP = "RWBWWBBWBWWBBBBWBBWWBWBBBWWWBWWWBRBBRBWWWBBBWWWBW"
"""Position 1 of tests/data/games/perft-kit.json."""


def turns(position):
    return set(position.legal_moves())


def placed(*points):
    position = START
    for point in points:
        position = position.play(point)
    return position


def filled():
    return placed(*RULES["dvonn-placed"].equipment.board.names)


def stack(position, point):
    return "".join(position.view().spots[point])


def test_d1_the_board_has_49_points_and_slanted_rows_share_a_number():
    board = RULES["dvonn-placed"].equipment.board
    heights = [(column[0], column[-1]) for column in board.columns]
    assert heights == [
        *(("a1", "a3"), ("b1", "b4"), ("c1", "c5"), ("d1", "d5"), ("e1", "e5"), ("f1", "f5")),
        *(("g1", "g5"), ("h1", "h5"), ("i1", "i5"), ("j2", "j5"), ("k3", "k5")),
    ]
    assert len(board) == 49
    assert set(board.neighbours["e3"]) == {"e2", "e4", "d3", "f3", "f4", "d2"}
    assert board.between("a1", "i1") == tuple(f"{letter}1" for letter in "bcdefgh")
    assert board.between("a1", "e5") == ("b2", "c3", "d4")


def test_d2_pieces_and_who_begins():
    assert START.state.count_pieces() == {"W": 23, "B": 23, "R": 3}
    assert START.turn == 0
    assert filled().turn == 0


def test_d3_the_order_of_placing():
    seats, pieces, position = [], [], START
    for point in ("a1", "b1", "c1", "d1", "e1", "f1"):
        seats.append(position.turn)
        position = position.play(point)
        pieces.append(stack(position, point))
    assert seats == [0, 1, 0, 1, 0, 1]
    assert "".join(pieces) == "RRRBWB"


def test_d3_any_empty_point_and_no_other():
    position = placed("e3")
    assert turns(position) == set(position.rules.equipment.board.names) - {"e3"}


def test_d3_white_places_the_last_piece_and_moves_at_once():
    names = RULES["dvonn-placed"].equipment.board.names
    before = placed(*names[:-1])
    assert before.turn == 0
    after = before.play(names[-1])
    assert after.turn == 0
    assert all("-" in turn for turn in after.legal_moves())


def test_d4_a_stack_belongs_to_its_top_and_counts_all_its_pieces():
    position = dvonn_position(stacks="BRWc3 Be3 Bc5 Wd3 We5 Wf3")
    assert turns(position) >= {"c3-f3"}  # three high, the DVONN piece counted
    assert not {turn for turn in turns(position) if turn.startswith("c3") and turn != "c3-f3"}
    assert not {turn for turn in turns(dvonn_position(stacks="BRWc3 Be3 Wf3", mover=1)) if turn.startswith("c3")}


def test_d4_a_single_dvonn_piece_is_moved_by_neither():
    for mover in (0, 1):
        position = dvonn_position(stacks="Rc3 Wc4 Bd3", mover=mover)
        assert not {turn for turn in turns(position) if turn.startswith("c3")}


def test_d5_a_stack_moves_as_far_as_it_is_high_onto_anything():
    position = dvonn_position(stacks="BWc3 Re3 Bc5 We5 Wc1 Bd3 Wc2 Ba3 Ba1")
    assert {turn for turn in turns(position) if turn.startswith("c3")} == {
        "c3-e3",
        "c3-c5",
        "c3-e5",
        "c3-c1",
        "c3-a3",
        "c3-a1",
    }
    assert stack(position.play("c3-e3"), "e3") == "RBW"


def test_d5_over_empty_points_and_never_onto_one():
    position = dvonn_position(stacks="BWc3 Re3 Bf3")
    assert turns(position) == {"c3-e3"}
    assert turns(dvonn_position(stacks="BBWc3 Re3 Bf3")) == {"c3-f3"}


def test_d6_a_stack_with_six_neighbours_may_not_move():
    around = "Rd3 Bb3 Bc4 Bd4 Bc2 Bb2"
    shut_in = dvonn_position(stacks=f"Wc3 {around}")
    assert turns(shut_in) == {"pass"}
    assert "c3-d3" in turns(dvonn_position(stacks=f"Wc3 {around}".replace("Bb2", "")))
    high = dvonn_position(stacks=f"BWc3 {around} Be3")
    assert not {turn for turn in turns(high) if turn.startswith("c3")}


def test_d6_at_the_edge_a_stack_is_never_shut_in():
    board = RULES["dvonn-placed"].equipment.board
    around = [each for each in board.neighbours["c1"] if each]
    assert len(around) == 4
    position = dvonn_position(stacks=f"Wc1 R{around[0]} " + " ".join(f"B{each}" for each in around[1:]))
    assert turns(position) == {f"c1-{each}" for each in around}


def test_d7_what_is_cut_off_leaves_the_board():
    position = dvonn_position(stacks="Ra3 Bb3 Bb4 Wc3 Bd2 Wd4")
    after = position.play("c3-b3")
    assert {point for point, there in after.view().spots.items() if there} == {"a3", "b3", "b4"}
    assert position.tell("c3-b3") == [Stacked("c3", "b3"), Removed("d2", "out"), Removed("d4", "out")]
    assert stack(position.play("d4-c3"), "c3") == "WW"


def test_d7_dvonn_pieces_stay_even_alone_and_keep_what_is_beside_them():
    position = dvonn_position(stacks="Ra3 Wb3 Wc3 Rd3 We3 Ri3 Bh3")
    after = position.play("b3-a3")
    assert {point for point, there in after.view().spots.items() if there} == {"a3", "c3", "d3", "e3", "i3", "h3"}


def test_d7_a_dvonn_piece_in_a_stack_holds_it_too():
    position = dvonn_position(stacks="BRWc3 Wd3 Be3 Wf3")
    after = position.play("d3-e3")
    assert {point for point, there in after.view().spots.items() if there} == {"c3"}


def test_d8_who_can_move_must_and_who_cannot_passes():
    stuck = dvonn_position(stacks="Rc3 Bd3 Be3 Wh1", mover=0)
    assert turns(stuck) == {"pass"}
    assert "pass" not in turns(stuck.play("pass"))


def test_d8_a_player_who_passed_moves_again_as_soon_as_possible():
    position = dvonn_position(stacks="Rc3 BBWc4 Bd3 Be3 Bd4")  # nothing lies three away from c4
    assert turns(position) == {"pass"}
    assert turns(position.play("pass").play("e3-d3")) == {"pass"}
    shut_in = dvonn_position(stacks="Wc3 Rd3 Bb3 Bc4 Bd4 Bc2 Bb2")
    assert turns(shut_in) == {"pass"}
    freed = shut_in.play("pass").play("c2-b2")
    assert "c3-b2" in turns(freed)
    assert "pass" not in turns(freed)


def test_d8_the_game_is_over_when_neither_can_move():
    assert dvonn_position(stacks="Rc3 Bd3").outcome is None  # Black can
    over = dvonn_position(stacks="Rc3 BBd3").outcome
    assert (over.result, over.reason) == ("0-1", "no-moves")


@pytest.mark.parametrize(
    ("stacks", "result", "tally"),
    [
        ("RBWc3 BBd3", "1-0", ((3,), (2,))),
        ("RWBc3 BBWd3", "1/2-1/2", ((3,), (3,))),
        ("Rc3 RBBd3 WWc2", "0-1", ((2,), (3,))),
        ("Rc3", "1/2-1/2", ((0,), (0,))),
    ],
)
def test_d9_all_pieces_in_own_stacks_count(stacks, result, tally):
    outcome = dvonn_position(stacks=stacks).outcome
    assert (outcome.result, outcome.reason, outcome.tally) == (result, "no-moves", tally)


def test_d9_the_count_decides_and_is_told():
    rules, outcome = RULES["dvonn-placed"], dvonn_position(stacks="RBWc3 BBd3").outcome
    assert str(rules.explain_outcome(outcome)) == "White has more pieces in own stacks (3 to 2)"
    assert rules.deciding_count(outcome) == "pieces"
    assert rules.outcome_of([[3], [2]]) == outcome
    with pytest.raises(BadSetup, match="more pieces are counted than the game has: 50 of 49"):
        rules.outcome_of([[25], [25]])
    score = rules.score(dvonn_position(stacks="RBWc3 BBd3"))
    assert [tuple(map(tuple, each)) for each in score.lines[0].stacks] == [(("c3", "RBW"),), (("d3", "BB"),)]
    assert (score.decided_by, score.leader) == ("pieces", 0)


def test_d10_a_drawn_board():
    rules = RULES["dvonn-drawn"]
    position = rules.start(SETUP)
    assert position.turn == 0
    assert [stack(position, point) for point in ("a1", "a2", "a3", "b1", "k5")] == ["R", "W", "B", "W", "W"]
    assert not {each.count for each in position.view().pools} - {0}
    assert {key for key in RULES if key.startswith("dvonn")} == {"dvonn-placed", "dvonn-drawn"}
    assert RULES["dvonn-placed"].chance is None
    assert rules.chance is CHANCE


@pytest.mark.parametrize(
    ("setup", "why"),
    [
        ("", "a set-up is needed: 49 letters, one for each point from a1 to k5"),
        (SETUP[1:], "a set-up has 49 letters; this one has 48"),
        (SETUP.replace("R", "W"), "there must be 3 of R, not 0"),
        (SETUP.lower(), "there must be 23 of B, not 0"),
    ],
)
def test_d10_a_set_up_that_cannot_be_is_refused(setup, why):
    with pytest.raises(BadSetup, match=why):
        RULES["dvonn-drawn"].start(setup)


def test_d10_only_a_drawn_board_has_a_set_up_and_none_a_handicap():
    with pytest.raises(BadSetup):
        RULES["dvonn-placed"].start(SETUP)
    with pytest.raises(BadSetup):
        RULES["dvonn-drawn"].start(SETUP, "1/0")


def test_other_ways_to_write_a_turn():
    position = RULES["dvonn-drawn"].start(SETUP)
    assert position.parse("A2B2") == position.parse("a2b2") == position.parse("A2-B2") == "a2-b2"
    assert START.parse("E3") == "e3"
    assert dvonn_position(stacks="Rc3 Bd3 We5").parse("PASS") == "pass"


def test_a_position_that_cannot_be_is_refused():
    rules, text = RULES["dvonn-placed"], dvonn_position(stacks="RBWc3 Bd3").text()
    for wrong in (
        text.replace("(RBW)", "(BWR)"),  # a DVONN piece lies on nothing
        text.replace("(RBW)", "(RB)"),
        text.replace("B21", "B20"),
        text + " tired",
        START.text().replace("...", "(WB).", 1).replace("W23 B23", "W22 B22"),
        START.text().replace(" -", " W1").replace("W23", "W22"),
        START.text().replace("R3 W23 B23 -", "- - B23 R3,W23"),
        START.text().replace("R3 W23", "R3,W1 W22"),
        START.text().replace("R3 W23 B23", "R3 B23 W23"),
    ):
        with pytest.raises(BadSetup):
            rules.position(wrong)
    assert rules.position(text).text() == text


def test_a_board_that_is_laid_out_has_stacks_and_all_other_pieces_are_out():
    laying = RULES["dvonn-placed"].laying()
    position = laying.empty()
    for point, piece in (("c3", "R"), ("d3", "B"), ("d3", "W"), ("d3", "B"), ("d3", "-")):
        position = laying.put(position, point, piece)
    assert position == dvonn_position(stacks="Rc3 BWd3")
    with pytest.raises(BadSetup, match="BWR cannot be on d3"):
        laying.put(position, "d3", "R")
    assert [laid.key for laid in laying.choices] == ["W", "B", "R", "-"]


def test_the_other_player_may_choose_ahead():
    assert START.with_other_to_move().turn == 1
    names = RULES["dvonn-placed"].equipment.board.names
    last = placed(*names[:-1])
    assert last.with_other_to_move() is None  # Black has placed all
    assert dvonn_position(stacks="Rc3 Bd3 We3").with_other_to_move().turn == 1


def test_the_recipe_lays_out_all_pieces_by_the_seed():
    drawn = {CHANCE.draw(f"{number:064x}") for number in range(50)}
    assert len(drawn) == 50
    assert {tuple(sorted(Counter(setup).items())) for setup in drawn} == {(("B", 23), ("R", 3), ("W", 23))}
