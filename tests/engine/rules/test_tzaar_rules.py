"""Each sentence of RULES.md of its folder, by its number."""

from collections import Counter

import pytest

from gipf_engine.games.tzaar.board import FIXED, HOLE
from gipf_engine.games.tzaar.rules import CHANCE
from gipf_engine.kit.effects import Captured, Stacked
from gipf_engine.rules.errors import BadSetup
from testing.engine.rules.kit_data import RULES, tzaar_position

EMPTY = RULES["tzaar-placed"].start()
INNERMOST = {"d4", "d5", "e4", "e6", "f4", "f5"}
"""The points around the hole."""
SETUP = "TtTAZZTatTtTTAZATaTzttatzTAttzazaTaATtZaTtZtAATazTtzATZtttaA"
"""Position 1 of tests/data/games/perft-kit.json."""


def turns(position):
    return set(position.legal_moves())


def first_actions(position):
    return {turn.split(";")[0] for turn in position.legal_moves()}


def second_actions(position, first):
    return {turn.split(";")[1] for turn in position.legal_moves() if turn.startswith(f"{first};")}


def stack(position, point):
    return "".join(position.view().spots[point])


def test_t1_the_board_has_60_points_and_no_line_crosses_the_hole():
    board = RULES["tzaar-drawn"].equipment.board
    assert [column[-1] for column in board.columns] == ["a5", "b6", "c7", "d8", "e9", "f8", "g7", "h6", "i5"]
    assert all(column[0].endswith("1") for column in board.columns)
    assert len(board) == 60
    assert "e5" not in board
    assert board.between("e4", "e6") is None
    assert board.between("d4", "f5") is None
    assert board.between("a1", "d4") == ("b2", "c3")


def test_t2_pieces_and_who_begins():
    assert EMPTY.state.count_pieces() == {"Z": 6, "A": 9, "T": 15, "z": 6, "a": 9, "t": 15}
    assert [EMPTY.turn, RULES["tzaar-fixed"].start().turn, RULES["tzaar-drawn"].start(SETUP).turn] == [0, 0, 0]


def test_t3_a_drawn_board_has_all_pieces():
    position = RULES["tzaar-drawn"].start(SETUP)
    assert [stack(position, point) for point in ("a1", "a2", "a5", "b1", "i5")] == ["T", "t", "Z", "Z", "A"]
    assert position.state.count_pieces() == EMPTY.state.count_pieces()
    drawn = {CHANCE.draw(f"{number:064x}") for number in range(50)}
    assert len(drawn) == 50
    assert {tuple(sorted(Counter(setup).items())) for setup in drawn} == {tuple(sorted(Counter(FIXED).items()))}


def test_t3_the_fixed_board():
    """From the outside in: 24 totts, 18 tzarras, 12 tzaars, six totts."""
    position = RULES["tzaar-fixed"].start()
    board = position.rules.equipment.board
    left, rings = {*board.names, HOLE}, []
    around = {
        name: set(board.neighbours[name]) - {None}
        | ({HOLE} if None in board.neighbours[name] and name in INNERMOST else set())
        for name in board.names
    }
    while left - {HOLE}:
        ring = {name for name in left - {HOLE} if len(around[name] & left) < 6}
        rings.append("".join(sorted(stack(position, name).upper() for name in ring)))
        left -= ring
    assert rings == ["T" * 24, "A" * 18, "Z" * 12, "T" * 6]
    assert "".join(stack(position, name) for name in board.names) == FIXED


def test_t3_pieces_may_be_placed_in_any_order_on_any_empty_point():
    board = EMPTY.rules.equipment.board
    assert turns(EMPTY) == {f"{kind}{point}" for kind in "ZAT" for point in board.names}
    after = EMPTY.play("Zc4")
    assert stack(after, "c4") == "Z"
    assert after.turn == 1
    black = after.play("Tc5")
    assert (stack(black, "c5"), black.turn) == ("t", 0)
    assert not {turn for turn in turns(black) if turn[1:] in ("c4", "c5")}


def test_t3_when_the_board_is_full_white_moves():
    position = EMPTY
    for number, point in enumerate(EMPTY.rules.equipment.board.names):
        kind = "Z" if number < 12 else "A" if number < 30 else "T"
        assert position.turn == number % 2
        assert {turn[0] for turn in position.legal_moves()} >= {kind}
        position = position.play(f"{kind}{point}")
    assert position.turn == 0
    assert all(len(turn) == 5 for turn in position.legal_moves())


def test_t3_a_kind_that_is_used_up_is_not_offered():
    position = EMPTY
    for point in ("a1", "b1", "a2", "b2", "a3", "b3", "a4", "b4", "a5", "b5", "c1", "c2"):
        position = position.play(f"Z{point}")
    assert {turn[0] for turn in position.legal_moves()} == {"A", "T"}


@pytest.mark.parametrize(
    ("setup", "why"),
    [
        ("", "a set-up is needed: 60 letters, one for each point from a1 to i5"),
        (SETUP[1:], "a set-up has 60 letters; this one has 59"),
        (SETUP.replace("Z", "z"), "there must be 6 of Z, not 0"),
    ],
)
def test_t3_a_set_up_that_cannot_be_is_refused(setup, why):
    with pytest.raises(BadSetup, match=why):
        RULES["tzaar-drawn"].start(setup)


def test_t3_only_a_drawn_board_has_a_set_up_and_none_a_handicap():
    for key in ("tzaar-fixed", "tzaar-placed"):
        with pytest.raises(BadSetup):
            RULES[key].start(SETUP)
        assert RULES[key].chance is None
    with pytest.raises(BadSetup):
        RULES["tzaar-drawn"].start(SETUP, "1/0")
    assert {key for key in RULES if key.startswith("tzaar")} == {"tzaar-drawn", "tzaar-fixed", "tzaar-placed"}


def test_t4_the_first_turn_is_one_capture():
    position = RULES["tzaar-fixed"].start()
    assert all(len(turn) == 5 for turn in position.legal_moves())
    after = position.play("d3-d4")
    assert any(";" in turn for turn in after.legal_moves())


def test_t5_a_capture_then_a_capture_or_stacking_or_nothing():
    position = tzaar_position(stacks="Td3 td6 td8 Ae3")
    assert {"d3-d6", "d3-d6;d6-d8", "d3-d6;c1-e3"} <= turns(position)
    assert first_actions(position) == {"d3-d6", "e3-g1"}
    assert {"d6-d8", "b1-c1", "b1-a1", "c1-b1", "a1-b1"} <= second_actions(position, "d3-d6")


def test_t6_to_the_first_occupied_point_over_empty_ones():
    position = tzaar_position(stacks="Td2 td4 td6 Tb4")
    assert "d2-d4" in first_actions(position)
    assert "d2-d6" not in first_actions(position)
    assert "d2-d3" not in first_actions(position)


def test_t6_never_over_the_hole():
    position = tzaar_position(stacks="Te4 te6 Td2 td4")
    assert "e4-e6" not in first_actions(position)
    assert "d2-d4" in first_actions(position)


def test_t7_a_capture_takes_a_whole_stack_that_is_not_higher():
    position = tzaar_position(stacks="TZd4 tad6 Ad2 Te6")
    assert "d4-d6" in first_actions(position)
    assert "e6-d6" not in first_actions(position)
    after = position.play("d4-d6")
    assert stack(after, "d6") == "TZ"
    assert stack(after, "d4") == ""
    gained = Counter(after.state.pile("captured", 0)) - Counter(position.state.pile("captured", 0))
    assert gained == {"t": 1, "a": 1}
    assert "d4-d6" in first_actions(tzaar_position(stacks="TZAd4 tad6"))
    assert position.tell("d4-d6") == [Captured("d6", 0), Stacked("d4", "d6")]


def test_t8_stacking_adds_heights_and_the_top_is_the_kind():
    position = tzaar_position(stacks="Td2 td4 TAf3 Zf6")
    after = position.play("d2-d4;f6-f3")
    assert stack(after, "f3") == "TAZ"
    assert "f3-f6" in second_actions(position, "d2-d4")  # a higher one onto a lower one
    assert after.state.pile("captured", 0) != position.state.pile("captured", 0)


def test_t8_stacking_is_no_first_action():
    position = tzaar_position(stacks="Td2 td4 Tf3 Zf6")
    assert "f6-f3" not in first_actions(position)


def test_t9_a_player_without_a_visible_kind_loses():
    covered = "Za1 Ab1 Tc1 taf6 zi1"  # Black's only tott is under a tzarra
    assert tzaar_position(kept=covered, stacks="Td3 td4", mover=1).outcome is None
    lost = tzaar_position(kept=covered, stacks="Td3", mover=1).outcome
    assert (lost.result, lost.reason) == ("1-0", "type")


@pytest.mark.parametrize("kind", ["z", "a", "t"])
def test_t10_the_last_capture_of_a_kind_wins_at_once_and_nothing_follows(kind):
    kept = "Za1 Ab1 Tc1 " + " ".join(
        f"{piece}{point}" for piece, point in zip("zat", ("h1", "h2", "h3"), strict=True) if piece != kind
    )
    position = tzaar_position(kept=kept, stacks=f"Td2 {kind}d4 Af3 Af6")
    assert second_actions(position, "d2-d4") == set()
    assert list(position.moment_after("d2-d4").choices) == []
    outcome = position.play("d2-d4").outcome
    assert (outcome.result, outcome.reason) == ("1-0", "type")


def test_t10_also_as_second_action():
    position = tzaar_position(kept="Za1 Ab1 Tc1 zh1 ah2", stacks="Td2 td4 ad6 td8 Af3")
    assert position.play("d2-d4;d4-d6").outcome is None
    end = tzaar_position(kept="Za1 Ab1 Tc1 zh1 ah2", stacks="Td2 ad4 td6", mover=0).play("d2-d4;d4-d6").outcome
    assert (end.result, end.reason) == ("1-0", "type")


def test_t11_covering_the_last_own_stack_of_a_kind_is_legal_and_loses():
    position = tzaar_position(stacks="Ad2 td4")
    assert "d2-d4;b1-a1" in turns(position)  # the only tzaar is covered
    outcome = position.play("d2-d4;b1-a1").outcome
    assert (outcome.result, outcome.reason) == ("0-1", "type")
    black = tzaar_position(stacks="ad4 Td2", mover=1)
    assert black.play("d4-d2;h1-i1").outcome.result == "1-0"


def test_t12_who_cannot_capture_loses():
    for mover, result in ((0, "0-1"), (1, "1-0")):
        outcome = tzaar_position(mover=mover).outcome
        assert (outcome.result, outcome.reason) == (result, "no-capture")
    assert tzaar_position(stacks="Td2 td4").outcome is None


def test_t12_there_is_no_draw_and_no_pass():
    assert not RULES["tzaar-drawn"].draws
    assert "pass" not in turns(tzaar_position(stacks="Td2 td4"))


def test_t13_there_is_no_handicap():
    assert not RULES["tzaar-fixed"].handicaps()
    with pytest.raises(BadSetup):
        RULES["tzaar-fixed"].start("", "1/0")


def test_other_ways_to_write_a_turn():
    position = tzaar_position(stacks="Td2 td4 Tf3 Zf6")
    assert position.parse("D2-D4;F6-F3") == "d2-d4;f6-f3"
    assert EMPTY.parse("zc4") == EMPTY.parse("ZC4") == "Zc4"


def test_a_position_that_cannot_be_is_refused():
    rules, text = RULES["tzaar-placed"], tzaar_position(stacks="TZd4 tad6").text()
    for wrong in (
        text.replace("(TZ)", "(Tz)"),
        text.replace("(TZ)", "(ZZ)"),
        text.replace("t12", "t11").replace("t13", "t12"),
        text + " tired",
        text.replace("Z....", "-....", 1),
        EMPTY.text().replace("- -", "t1 -").replace("t15", "t14"),
        EMPTY.text().replace("A9,T15,Z6 a9,t15,z6", "a9,t15,z6 A9,T15,Z6"),
        EMPTY.text().replace("A9,T15,Z6 a9,t15,z6 - -", "- a9,t15,z6 - A9,T15,Z6"),
    ):
        assert wrong not in (text, EMPTY.text())
        with pytest.raises(BadSetup):
            rules.position(wrong)
    assert rules.position(text).text() == text


def test_a_board_that_is_laid_out_has_stacks_and_all_other_pieces_are_captured():
    laying = RULES["tzaar-drawn"].laying()
    position = laying.empty()
    for point in ("a1 Z", "b1 A", "c1 T", "i1 z", "h1 a", "g1 t", "d4 T", "d4 Z", "d4 A", "d4 -"):
        position = laying.put(position, *point.split())
    assert position == tzaar_position(stacks="TZd4")
    with pytest.raises(BadSetup, match="TZt cannot be on d4"):
        laying.put(position, "d4", "t")


def test_the_other_player_may_choose_ahead():
    assert EMPTY.with_other_to_move().turn == 1
    assert tzaar_position(stacks="Td2 td4").with_other_to_move().turn == 1
