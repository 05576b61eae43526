"""Each sentence of RULES.md of its folder, by its number."""

from collections import Counter

import pytest

from gipf_engine.games.zertz.board import free_rings
from gipf_engine.kit.effects import Captured, PointRemoved
from gipf_engine.rules.errors import BadSetup, IllegalMove
from testing.engine.rules.kit_data import RULES, ZERTZ_RIM, zertz_position


def turns(position):
    return set(position.legal_moves())


def captured(position, seat):
    return "".join(stack[0] for stack in position.view().pool("captured", seat).stacks)


@pytest.mark.parametrize(
    ("key", "rings"),
    [
        ("zertz-37", "a4 b5 c6 d7 e6 f5 g4"),
        ("zertz-48", "a5 b6 c7 d8 e7 f6 g5 h4"),
        ("zertz-61", "a5 b6 c7 d8 e9 f8 g7 h6 i5"),
    ],
)
def test_z1_columns_count_from_below(key, rings):
    board = RULES[key].equipment.board
    assert len(board) == int(key[-2:])
    assert [column[-1] for column in board.columns] == rings.split()
    assert all(column[0].endswith("1") for column in board.columns)
    assert RULES["zertz-37"].equipment.board.between("a4", "g4") is None
    assert RULES["zertz-37"].equipment.board.between("a1", "d4") == ("b2", "c3")


def test_z2_the_pool_is_shared():
    position = RULES["zertz-37"].start()
    assert Counter(stack[0] for stack in position.view().pool("pool").stacks) == {"W": 6, "G": 8, "B": 10}
    assert position.turn == 0


def test_z3_a_capture_is_compulsory():
    assert turns(zertz_position(marbles="Wd4 Gd5 Ba1")) == {"xd4Gd6", "xd5Wd3"}
    assert "Wd4,d1" in turns(zertz_position(marbles="Wd6 Ga1"))


def test_z4_any_colour_on_any_vacant_ring_then_a_free_ring():
    position = RULES["zertz-37"].start()
    assert {turn.split(",")[0] for turn in position.legal_moves()} == {
        f"{colour}{ring}" for colour in "WGB" for ring in position.rules.equipment.board.names
    }
    assert {turn.split(",")[1] for turn in position.legal_moves()} == set(ZERTZ_RIM.split())
    assert {turn.split(",")[1] for turn in turns(position) if turn.startswith("Wd1")} == set(ZERTZ_RIM.split()) - {"d1"}


def test_z4_a_ring_is_free_where_two_places_beside_each_other_are_missing():
    assert "d2" not in free_rings(zertz_position(gone="d1").state)
    assert "d2" in free_rings(zertz_position(gone="d1 e1").state)
    assert "d2" not in free_rings(zertz_position(gone="c1 e1").state)


def test_z4_without_a_free_ring_none_is_taken():
    marbles = " ".join(f"{colour}{ring}" for colour, ring in zip("WWGGGGGGGBBBBBBBBB", ZERTZ_RIM.split(), strict=True))
    position = zertz_position(marbles=marbles)
    assert "Wd4" in turns(position)
    assert not any("," in turn for turn in turns(position))


def test_z5_a_marble_jumps_and_takes_what_it_jumped():
    position = zertz_position(marbles="Wd4 Gd5").play("xd4Gd6")
    spots = position.view().spots
    assert (spots["d4"], spots["d5"], spots["d6"]) == ((), (), ("W",))
    assert captured(position, 0) == "G"
    assert len(spots) == 37  # no ring was taken


def test_z5_it_goes_on_while_it_can_and_nobody_must_take_the_most():
    position = zertz_position(marbles="Wd4 Gd5 Be5 Gd3 Bg1")
    assert turns(position) >= {"xd4Gd6Bf4", "xd4Gd2"}
    assert "xd4Gd6" not in turns(position)
    assert captured(position.play("xd4Gd6Bf4"), 0) == "BG"


def test_z5_there_is_no_jump_to_a_ring_that_is_gone_or_taken():
    assert "xd4Gd6" not in turns(zertz_position(marbles="Wd4 Gd5", gone="d6 d7"))
    assert "xd4Gd6" not in turns(zertz_position(marbles="Wd4 Gd5 Bd6"))


def test_z6_a_full_group_goes_to_the_mover_with_its_rings():
    position = zertz_position(marbles="Wa1", gone="a2 a3 b1 b3")
    after = position.play("Wd4,b2")
    assert captured(after, 0) == "W"
    assert "a1" not in after.view().spots
    assert len(after.view().spots) == 31


def test_z6_a_group_with_a_vacant_ring_stays_until_it_is_filled():
    position = zertz_position(marbles="Wa1", gone="a3 b1 b2 b3")
    assert captured(position.play("Bd4,d1"), 0) == ""
    filled = position.play("Ba2,d1")
    assert captured(filled, 0) == "BW"
    assert not {"a1", "a2"} & filled.view().spots.keys()


def test_z6_nobody_must_capture_by_isolation():
    position = zertz_position(marbles="Wa1", gone="a3 b1 b2 b3")
    assert {"Ba2,d1", "Bd4,d1"} <= turns(position)


def test_z7_with_an_empty_pool_own_marbles_are_placed():
    position = zertz_position(marbles="Wd4", pool="", captured=("GB", "W"))
    assert {turn[0] for turn in turns(position)} == {"G", "B"}
    after = position.play("Ga1,g1")
    assert captured(after, 0) == "B"


def test_z7_a_capture_is_still_compulsory():
    assert turns(zertz_position(marbles="Wd4 Gd5", pool="", captured=("B", ""))) == {"xd4Gd6", "xd5Wd3"}


def test_z8_who_has_no_marble_passes_and_two_passes_draw():
    position = zertz_position(marbles="Wd4", pool="", captured=("", "B"), mover=0)
    assert turns(position) == {"pass"}
    after = position.play("pass")
    assert after.outcome is None
    assert "pass" not in turns(after)
    both = zertz_position(marbles="Wd4", pool="").play("pass")
    assert both.outcome is None
    ended = both.play("pass").outcome
    assert (ended.result, ended.reason) == ("1/2-1/2", "passes")


def test_z8_a_turn_between_two_passes_keeps_the_game_going():
    position = zertz_position(marbles="Wd4", pool="", captured=("", "B"))
    after = position.play("pass").play("Ba1,g1")
    assert turns(after) == {"pass"}
    assert after.play("pass").outcome is None


def test_z9_who_fills_the_last_ring_takes_everything():
    position = zertz_position(marbles="Wa1 Wb1 Wa2", left="a1 b1 a2 b2", captured=("", "G"))
    after = position.play("Wb2")
    assert captured(after, 0) == "WWWW"
    assert (after.outcome.result, after.outcome.reason) == ("1-0", "marbles")


def test_z9_without_a_winning_set_the_game_is_drawn():
    after = zertz_position(marbles="Wa1 Wb1 Ga2", left="a1 b1 a2 b2").play("Bb2")
    assert (after.outcome.result, after.outcome.reason) == ("1/2-1/2", "no-rings")


@pytest.mark.parametrize(
    ("held", "wins"),
    [
        ("WWWW", True),
        ("GGGGG", True),
        ("BBBBBB", True),
        ("WWWGGGBBB", True),
        ("WWWGGGGBB", False),
        ("GGGGBBBBB", False),
    ],
)
def test_z10_what_wins(held, wins):
    outcome = zertz_position(captured=("", held)).outcome
    assert (outcome is not None and (outcome.result, outcome.reason) == ("0-1", "marbles")) == wins


def test_z10_it_is_looked_at_after_the_turn():
    position = zertz_position(marbles="Bd4 Wd5 Ge5", captured=("WWW", ""))
    assert position.outcome is None
    after = position.play("xd4Wd6Gf4")
    assert after.outcome.tally == ((4, 1, 0), (0, 0, 0))


def test_z11_blitz():
    start = RULES["zertz-blitz"].start()
    assert Counter(stack[0] for stack in start.view().pool("pool").stacks) == {"W": 5, "G": 7, "B": 9}
    for held in ("WWW", "GGGG", "BBBBB", "WWGGBB"):
        assert zertz_position("zertz-blitz", captured=(held, "")).outcome.result == "1-0"
    assert zertz_position("zertz-blitz", captured=("WWGGGBBBB"[:4], "")).outcome is None


def test_z12_each_placing_takes_a_ring():
    assert all("," in turn for turn in RULES["zertz-37"].start().legal_moves())


def test_z13_rule_sets():
    assert {key for key in RULES if key.startswith("zertz")} == {"zertz-37", "zertz-48", "zertz-61", "zertz-blitz"}


def test_isolated_marbles_may_be_told_behind_a_turn():
    position = zertz_position(marbles="Wa1", gone="a3 b1 b2 b3")
    assert position.parse("Ba2,d1xBa2Wa1") == "Ba2,d1"
    with pytest.raises(IllegalMove, match="not the marbles that the turn isolates"):
        position.parse("Ba2,d1xWa1")
    with pytest.raises(IllegalMove, match="not the marbles that the turn isolates"):
        position.parse("Bd4,d1xWa1")


def test_z6_what_a_turn_does_tells_the_isolated_marbles_and_rings_too():
    told = zertz_position(marbles="Wa1", gone="a3 b1 b2 b3").tell("Ba2,d1")
    assert {effect.point for effect in told if isinstance(effect, Captured)} == {"a1", "a2"}
    assert {effect.point for effect in told if isinstance(effect, PointRemoved)} == {"a1", "a2", "d1"}


def test_a_position_that_cannot_be_is_refused():
    rules = RULES["zertz-37"]
    for wrong in (
        zertz_position(marbles="Wa1", gone="a2 b1 b2").text(),  # it would have been captured
        rules.start().text().replace("W6", "W5"),
        rules.start().text() + " tired",
        rules.start().text().replace("....", "X...", 1),
    ):
        with pytest.raises(BadSetup):
            rules.position(wrong)


def test_a_turn_can_be_seen_choice_by_choice():
    position = zertz_position(marbles="Wd4 Gd5 Be5")
    seen = position.view_after("xd4Gd6")
    assert (seen.spots["d6"], seen.spots["d5"]) == (("W",), ())
    assert [stack[0] for stack in seen.pool("captured", 0).stacks] == ["G"]
    placing = RULES["zertz-37"].start()
    assert placing.view_after("Wd4").spots["d4"] == ("W",)
    assert "d1" not in placing.view_after("Wd4,d1").spots
