"""Each sentence of RULES.md of its folder, by its number."""

import pytest

from gipf_engine.games.yinsh.board import BOARD, POOL, can_move
from gipf_engine.kit.choices import Moment
from gipf_engine.rules.errors import BadSetup, IllegalMove
from testing.engine.rules.kit_data import RULES, yinsh_position

START = RULES["yinsh-normal"].start()
FAR_RINGS = {"R": "a2 a3 a4 a5 e5", "r": "k7 k8 k9 k10 h5"}


def turns(position):
    return set(position.legal_moves())


def moves_of(position, ring):
    """Where a ring may go."""
    return {turn.split("-")[1] for turn in turns(position) if turn.startswith(f"{ring}-")}


def kinds(position, text=""):
    """What is asked after the beginning of a turn."""
    return {choice.kind for choice in position.moment_after(text).choices}


def full(colour_of, rings, *, empty=()):
    """A board on which every point but `empty` is taken, with few markers left in the pool."""
    rest = [name for name in BOARD.names if name not in (*rings["R"].split(), *rings["r"].split(), *empty)]
    white = " ".join(name for name in rest if colour_of(*BOARD.places[name]))
    black = " ".join(name for name in rest if not colour_of(*BOARD.places[name]))
    return yinsh_position(**rings, M=white, m=black, pool=1)


def without_rows(column, row):
    """A colouring in which no three in a line are alike."""
    return (column + row // 2) % 2


STUCK = {"R": "a3 b2 b3 k7 k8", "r": "k9 k10 j11 j5 j6"}


def test_y1_the_board_has_85_points():
    spans = {column[0][0]: (column[0], column[-1]) for column in BOARD.columns}
    assert len(BOARD) == 85
    assert [f"{first}-{last}" for first, last in spans.values()] == [
        "a2-a5",
        "b1-b7",
        "c1-c8",
        "d1-d9",
        "e1-e10",
        "f2-f10",
        "g2-g11",
        "h3-h11",
        "i4-i11",
        "j5-j11",
        "k7-k10",
    ]
    assert BOARD.between("a5", "g5") == ("b5", "c5", "d5", "e5", "f5")
    assert BOARD.between("a2", "e6") == ("b3", "c4", "d5")


def test_y2_each_has_five_rings_and_white_begins():
    view = START.view()
    assert (view.pool(POOL).count, view.pool("rings", 0).count, view.pool("rings", 1).count) == (51, 5, 5)
    assert START.turn == 0


def test_y3_rings_go_on_any_empty_point_in_turn_then_white_moves():
    position = START
    assert turns(position) == set(BOARD.names)
    for point in ["a2", "k10", "e5", "f6", "g7", "c3", "d9", "b1", "h5", "i8"]:
        assert point in turns(position)
        position = position.play(point)
    assert position.turn == 0
    assert {turn.split("-")[0] for turn in turns(position)} == {"a2", "e5", "g7", "d9", "h5"}


def test_y4_rows_come_off_then_a_ring_moves_then_rows_come_off():
    position = yinsh_position(M="c4 d4 e4 f4 g4 e7 e8 e9 e10", R="a2 a3 a4 e6 h9", r="k7 k8 k9 k10 h5")
    assert kinds(position) == {"row"}
    assert kinds(position, "xc4-g4") == {"off"}
    assert kinds(position, "xc4-g4,a2") == {"from"}
    assert kinds(position, "xc4-g4,a2;e6") == {"to"}
    assert kinds(position, "xc4-g4,a2;e6-f6") == {"row"}
    assert "xc4-g4,a2;e6-f6;xe6-e10,a3" in turns(position)


def test_y5_a_ring_goes_over_empty_points_and_jumps_one_series_of_markers():
    position = yinsh_position(M="e7", m="e8 f6 d4 c3", R="a2 a3 a4 a5 e5", r="k7 k8 k9 k10 h5")
    assert moves_of(position, "e5") == {"e6", "e9", "f5", "g5", "g7", "e4", "e3", "e2", "e1", "d5", "c5", "b5", "b2"}


def test_y5_a_jump_needs_an_empty_point_behind():
    position = yinsh_position(m="e6 e7 e8 e9 e10 f5 g5", R="a2 a3 a4 a5 e5", r="k7 k8 k9 k10 h5")
    assert not {"e6", "f5", "g5", "h5", "i5"} & moves_of(position, "e5")


def test_y6_jumped_markers_turn_over_and_the_one_just_put_does_not():
    position = yinsh_position(M="e7", m="e8").play("e5-e9")
    spots = position.view().spots
    assert [spots[point] for point in ("e5", "e6", "e7", "e8", "e9")] == [("M",), (), ("m",), ("M",), ("R",)]
    assert position.view().pool(POOL).count == 48


def test_y7_five_markers_must_be_taken_and_rings_are_no_part_of_a_row():
    with_ring = yinsh_position(M="c4 d4 e4 f4", R="a2 a3 a4 a5 g4")
    assert "row" not in kinds(with_ring)
    position = yinsh_position(M="c4 d4 e4 f4 g4")
    assert all(turn.startswith("xc4-g4,") for turn in turns(position))
    after = position.play("xc4-g4,a2;e5-e6")
    assert after.view().pool(POOL).count == 50  # one was put
    assert after.view().pool("off", 0).count == 1
    assert after.view().spots["a2"] == ()


def test_y8_of_six_the_owner_chooses_five():
    position = yinsh_position(M="c4 d4 e4 f4 g4 h4")
    assert {turn.split(",")[0] for turn in turns(position)} == {"xc4-g4", "xd4-h4"}


def test_y8_of_crossing_rows_one_goes_and_the_other_where_it_still_has_five():
    position = yinsh_position(M="c4 d4 e4 f4 g4 e1 e2 e3", R="a2 a3 a4 a5 e9")
    crossing = yinsh_position(M="c4 d4 e4 f4 g4 e1 e2 e3 e5", R="a2 a3 a4 a5 e9")
    assert {turn.split(",")[0] for turn in turns(position)} == {"xc4-g4"}
    assert {turn.split(",")[0] for turn in turns(crossing)} == {"xc4-g4", "xe1-e5"}
    assert all(turn.count("x") == 1 for turn in turns(crossing))
    longer = yinsh_position(M="c4 d4 e4 f4 g4 e1 e2 e3 e5 e6 e7 e8 e9", R="a2 a3 a4 a5 i9")
    assert any(turn.startswith("xc4-g4,a2;xe5-e9,a3;") for turn in turns(longer))


def test_y8_rows_without_a_common_marker_all_go():
    position = yinsh_position(M="c4 d4 e4 f4 g4 c6 d6 e6 f6 g6")
    assert all(turn.startswith("xc4-g4,") and ";xc6-g6," in turn for turn in turns(position))


def test_y9_each_row_is_followed_by_its_ring():
    position = yinsh_position(M="c4 d4 e4 f4 g4 c6 d6 e6 f6 g6")
    assert kinds(position, "xc6-g6") == {"off"}
    assert kinds(position, "xc6-g6,a2") == {"row"}


def test_y9_which_ring_pays_for_which_row_makes_no_other_turn():
    position = yinsh_position(M="c4 d4 e4 f4 g4 c6 d6 e6 f6 g6")
    assert position.parse("xc6-g6,a2;xc4-g4,a3;e5-f5") == "xc4-g4,a2;xc6-g6,a3;e5-f5"
    assert len([turn for turn in position.legal_moves() if turn.endswith(";e5-f5")]) == 6  # two of a2 to a5


def test_y10_the_third_ring_wins_at_once():
    position = yinsh_position(M="c4 d4 e4 f4 g4 c6 d6 e6 f6 g6", R="a2 a3 e5", off=(2, 0), r="k7 k8 k9 k10 h5")
    assert turns(position) == {f"x{row},{ring}" for row in ("c4-g4", "c6-g6") for ring in ("a2", "a3", "e5")}
    after = position.play("xc6-g6,a2")
    assert (after.outcome.result, after.outcome.reason, after.turn) == ("1-0", "rings", None)


def test_y10_the_mover_comes_before_his_opponent():
    position = yinsh_position(M="e6 e7 e8 e9", m="c4 d4 e4 f4 g4", R="e5 a2 a3", r="k7 k8 k9", off=(2, 2), mover=0)
    after = position.play("e5-f6;xe5-e9,a2")
    assert after.outcome.result == "1-0"


def test_y11_a_row_made_for_the_opponent_is_his_at_the_start_of_his_turn():
    position = yinsh_position(M="c4 d4 f4 g4 e4", mover=1)
    assert kinds(position) == {"from"}
    after = position.play("h5-h6")
    assert kinds(after) == {"row"}


def test_y11_rows_of_both_are_taken_by_the_mover_first():
    position = yinsh_position(M="e6 e7 e8 e9", m="c4 d4 e4 f4 g4", R="a2 a3 a4 a5 e5")
    after = position.play("e5-f6;xe5-e9,a2")
    assert after.outcome is None
    assert kinds(after) == {"row"}
    assert all(turn.startswith("xc4-g4,") for turn in turns(after))


@pytest.mark.parametrize(("off", "result"), [((0, 0), "1/2-1/2"), ((1, 0), "1-0"), ((1, 2), "0-1")])
def test_y12_an_empty_pool_ends_the_game(off, result):
    white, black = " ".join(FAR_RINGS["R"].split()[off[0] :]), " ".join(FAR_RINGS["r"].split()[off[1] :])
    outcome = yinsh_position(pool=0, off=off, R=white, r=black).outcome
    assert (outcome.result, outcome.reason) == (result, "pool")


def test_y12_rows_are_taken_first_and_refill_the_pool():
    position = yinsh_position(M="c4 d4 e4 f4 g4", pool=0)
    assert position.outcome is None
    assert position.play("xc4-g4,a2;e5-e6").view().pool(POOL).count == 4


def test_y12_the_last_marker_may_still_move_its_ring():
    after = yinsh_position(pool=1).play("e5-e6")
    assert after.view().spots["e6"] == ("R",)
    assert after.outcome.reason == "pool"


def test_y13_who_can_move_no_ring_passes():
    rings = {"R": "k9 k10 j11 j5 j6", "r": "a3 b2 b3 k7 k8"}
    position = full(without_rows, rings, empty=["a2"])
    assert not any(can_move(position.state, ring) for ring in rings["R"].split())
    assert turns(position) == {"pass"}
    after = position.play("pass")
    assert after.turn == 1
    assert turns(after) == {"a3-a2", "b2-a2", "b3-a2"}


def test_y13_if_neither_can_the_game_is_over():
    outcome = full(without_rows, STUCK).outcome
    assert (outcome.result, outcome.reason) == ("1/2-1/2", "stuck")


def test_y14_in_blitz_the_first_ring_wins():
    position = yinsh_position("yinsh-blitz", M="e6 e7 e8 e9")
    after = position.play("e5-f6;xe5-e9,a2")
    assert (after.outcome.result, after.outcome.reason) == ("1-0", "rings")
    assert yinsh_position(M="e6 e7 e8 e9").play("e5-f6;xe5-e9,a2").outcome is None


def test_y15_there_is_no_handicap():
    assert not RULES["yinsh-normal"].handicaps()
    with pytest.raises(BadSetup, match="neither set-ups nor handicaps"):
        RULES["yinsh-normal"].start(handicap="ring")


def test_a_row_is_read_either_way_round_and_in_capitals():
    position = yinsh_position(M="c4 d4 e4 f4 g4")
    assert position.parse("XG4-C4,A2;E5-E6") == "xc4-g4,a2;e5-e6"


def test_a_turn_can_be_seen_choice_by_choice():
    position = yinsh_position(M="e7", m="e8")
    assert position.view_after("e5").spots["e5"] == ("R", "M")
    assert position.view_after("e5-e9").spots["e7"] == ("m",)
    row = yinsh_position(M="c4 d4 e4 f4 g4")
    assert row.view_after("xc4-g4").spots["d4"] == ()
    assert row.view_after("xc4-g4").pool("off", 0).count == 0


def test_a_single_row_goes_without_saying_and_a_choice_of_rows_is_touched():
    steps = yinsh_position(M="c4 d4 e4 f4 g4").steps()
    assert steps.places == ["a2", "a3", "a4", "a5", "e5"]
    assert steps.step("a2").text == "xc4-g4,a2"
    two = yinsh_position(M="c4 d4 e4 f4 g4 h4").steps()
    assert two.places == ["c4", "h4"]
    assert two.step("h4").text == "xd4-h4"


def test_a_position_that_cannot_be_is_refused():
    rules = RULES["yinsh-normal"]
    for wrong in (START.text().replace("M51", "M50"), START.text().replace("....", "R...", 1), "a2 w"):
        with pytest.raises(BadSetup):
            rules.position(wrong)


def test_a_turn_after_the_end_is_refused():
    with pytest.raises(IllegalMove, match="the game is over"):
        yinsh_position(R="a2 a3", off=(3, 0)).play("a2-b2")


def test_a_moment_can_be_asked_again():
    moment = Moment(RULES["yinsh-normal"], START.state)
    assert moment.choices is moment.choices
