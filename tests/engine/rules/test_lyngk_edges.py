"""The worked positions of LYNGK: every turn of each, and what comes of it."""

import pytest

from gipf_engine.rules import rules_for
from testing.engine.rules.lyngk_data import edge_cases, position_text, rules_of
from tests.view_data import stacks

CASES = pytest.mark.parametrize("case", edge_cases(), ids=lambda case: case["name"])


def position_of(case):
    return rules_of(case).position(position_text(case["board"], case["turn"], case["claimed"], case["taken"]))


@CASES
def test_a_worked_position_has_exactly_its_turns(case):
    assert sorted(map(str, position_of(case).legal_moves())) == sorted(case["moves"])
    assert len(case["moves"]) == case["legal"]


@CASES
def test_a_turn_of_a_worked_position_does_what_it_should(case):
    position = position_of(case)
    for token, after in (case["after"] or {}).items():
        reached = position.play(position.parse(token))
        view = reached.view()
        assert stacks(view) == after["board"]
        if after["winner"] is None:
            assert [view.pool("captured", seat).count for seat in (0, 1)] == after["taken"]
        else:
            assert (reached.outcome.result, reached.outcome.reason) == (["1-0", "0-1"][after["winner"]], "six-stack")


def main(board, turn=0, claimed=("", ""), taken=(0, 0), options=()):
    return rules_for("lyngk-main", frozenset(options)).position(position_text(board, turn, claimed, taken))


def six(board, turn=0, claimed=("", "")):
    return rules_for("lyngk-six").position(position_text(board, turn, claimed))


def turns(position):
    return sorted(map(str, position.legal_moves()))


def test_a_pass_hands_the_turn_over_and_changes_nothing_else():
    position = main({"e4": "B", "e5": "RG"}, claimed=("IK", "BG"))
    passed = position.play(position.parse("pass"))
    assert (passed.turn, passed.view().spots) == (1, position.view().spots)
    assert turns(passed) == ["e4-e5", "e5-e4"]


def test_a_player_who_had_to_pass_plays_on_when_he_has_a_turn_again():
    # e4 sees only e5, which holds ivory already. When e5 has gone to the joker, e4 sees e7.
    position = main({"e4": "I", "e5": "IB", "e7": "G", "f5": "J"}, claimed=("IK", "BG"))
    assert turns(position) == ["pass"]
    black = position.play(position.parse("pass"))
    assert turns(black) == ["e5-e7", "e5-f5", "e7-e5"]
    assert turns(black.play(black.parse("e5-f5"))) == ["e4-e7"]
    assert turns(black.play(black.parse("e5-e7"))) == []


def test_equal_to_the_single_pieces_is_a_draw():
    outcome = main({"a1": "I", "i1": "B"}, claimed=("I", "B")).outcome
    # a1 and i1 are on no common line, so nobody can move.
    assert (outcome.result, outcome.reason, outcome.tally) == ("1/2-1/2", "no-moves", ((0, 0, 0, 0, 1),) * 2)


def test_a_single_piece_more_decides_where_all_else_is_equal():
    """a1, b1 and i1 are on no common line but a1-b1, and two stacks of one colour do not join: nobody can move."""
    for owner, result in (("I", "1-0"), ("B", "0-1")):
        ours, theirs = ("I", "B") if owner == "I" else ("B", "I")
        outcome = main({"a1": ours, "b1": ours, "i1": theirs}, claimed=("I", "B")).outcome
        assert (outcome.result, outcome.reason) == (result, "no-moves")
        assert sorted(outcome.tally) == [(0, 0, 0, 0, 1), (0, 0, 0, 0, 2)]


def test_fours_decide_before_threes():
    board = {"a1": "RGKI", "i1": "RGB", "c1": "RKB", "g7": "GKB"}
    assert main(board, claimed=("I", "B")).outcome.result == "1-0"
    assert main(board, claimed=("I", "B"), options=["literal_tie"]).outcome.result == "1/2-1/2"


def test_completed_columns_decide_before_stacks_on_the_board():
    outcome = main({"a1": "RGKI"}, claimed=("I", "B"), taken=(0, 1)).outcome
    assert (outcome.result, outcome.tally) == ("0-1", ((0, 1, 0, 0, 0), (1, 0, 0, 0, 0)))


def test_a_neutral_column_counts_for_nobody_after_a_claim():
    outcome = main({"a1": "RGKBI"}, claimed=("I", "")).outcome
    assert outcome.tally == ((0, 0, 0, 0, 0), (0, 0, 0, 0, 0))
    assert outcome.result == "1/2-1/2"


def test_a_neutral_column_under_my_colour_is_a_springboard():
    # a1 sees c5 along its line, c5 sees c2; a1 and c2 are on no common line.
    board = {"a1": "B", "c5": "IRGKB", "c2": "R"}
    assert "a1-c2" in turns(main(board, claimed=("B", "")))
    assert "a1-c2" not in turns(main(board))


def test_a_claim_that_takes_a_column_opens_the_line_behind_it():
    board = {"e2": "R", "e4": "IBRGK", "e6": "B"}
    captured = main(board, options=["claim_captures"])
    assert turns(captured) == ["K,e2-e6", "K,e6-e2"]
    after = captured.play(captured.parse("K,e2-e6"))
    assert stacks(after.view()) == {"e6": "BR"}
    assert [after.view().pool("captured", seat).count for seat in (0, 1)] == [1, 0]
    assert main(board).outcome is not None


def test_a_column_in_the_way_ends_the_game_only_when_no_claim_can_take_it():
    board = {"e2": "R", "e4": "IBRGK", "e6": "B"}
    assert main(board, options=["claim_captures"]).outcome is None
    assert main(board, claimed=("IG", ""), options=["claim_captures"]).turn == 0
    assert turns(main(board, claimed=("IG", ""), options=["claim_captures"])) == ["pass"]
    assert main(board, claimed=("IG", "RB"), options=["claim_captures"]).outcome is not None


def test_in_the_six_stack_game_five_stacks_go_on_playing():
    position = six({"e4": "IBRGK", "e5": "J"}, claimed=("K", ""))
    assert "e4-e5" in turns(position)
    assert position.play(position.parse("e4-e5")).outcome.result == "1-0"


def test_a_neutral_six_stack_wins_nothing_also_when_claimed_later():
    position = six({"e4": "IBRGK", "e5": "J", "a1": "R", "b2": "B"})
    after = position.play(position.parse("e4-e5"))
    assert after.outcome is None
    claimed = after.play(after.parse("K,a1-b2"))
    assert claimed.outcome.reason == "no-moves"
    assert claimed.outcome.tally == ((0, 0, 0, 0, 0), (0, 0, 0, 0, 0))


def test_after_a_won_six_stack_nothing_may_be_played():
    position = six({"e4": "IBRGK", "e5": "J", "a1": "R", "b2": "B"}, claimed=("K", ""))
    won = position.play(position.parse("e4-e5"))
    assert (won.turn, turns(won), won.outcome.reason) == (None, [], "six-stack")


def test_effects_show_every_springboard_of_a_lyngk():
    position = main({"a1": "B", "c5": "B", "g7": "BI", "g3": "RG"}, claimed=("B", "G"))
    effects = position.effects(position.parse("a1-g3"))
    assert effects.path == ("a1", "c5", "g3")
    assert (effects.placed, effects.captured) == ({"g3": tuple("RGB")}, {})


def test_effects_show_a_completed_column_as_taken():
    position = main({"e4": "KB", "e5": "IRG"}, claimed=("B", "R"))
    effects = position.effects(position.parse("e4-e5"))
    assert (effects.path, effects.placed, effects.captured) == (("e4", "e5"), {}, {"e5": tuple("IRGKB")})


def test_effects_show_the_columns_that_a_claim_took():
    position = main({"e4": "IBRGK", "e5": "B", "e6": "R"}, options=["claim_captures"])
    effects = position.effects(position.parse("K,e6-e5"))
    assert (effects.path, effects.placed, effects.captured) == (
        ("e6", "e5"),
        {"e5": tuple("BR")},
        {"e4": tuple("IBRGK")},
    )


def test_effects_of_a_pass_are_none():
    position = main({"e4": "B", "e5": "RG"}, claimed=("IK", "BG"))
    effects = position.effects(position.parse("pass"))
    assert (effects.path, effects.placed, effects.captured) == ((), {}, {})
