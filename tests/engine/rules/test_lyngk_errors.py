"""Why a LYNGK turn is refused, in a player's words; and texts that are no turn at all."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gipf_engine.games.lyngk.setups import ORDERED
from gipf_engine.rules import rules_for
from gipf_engine.rules.errors import IllegalMove, NotAMove, RuleError
from testing.engine.rules.lyngk_data import position_text, reference_games, start_of
from testing.marks import examples

CROWDED = {
    "c1": "R",
    "c3": "RG",
    "c4": "IK",
    "c5": "J",
    "c6": "KB",
    "e2": "B",
    "e4": "G",
    "e6": "I",
    "g1": "GKI",
    "g2": "BRJ",
    "g6": "B",
}
"""White owns blue, Black red; ivory, green and black are neutral."""


def position(board=None, turn=0, claimed=("B", "R"), rules="lyngk-main"):
    return rules_for(rules).position(position_text(CROWDED if board is None else board, turn, claimed))


@pytest.mark.parametrize(
    ("token", "reason"),
    [
        ("c1-c3", "red is your opponent's colour"),
        ("c5-c4", "a joker cannot move"),
        ("c2-c3", "there is no stack on c2"),
        ("c4-c4", "a move must end on another spot"),
        ("c4-d4", "a move must end on a stack, and d4 is empty"),
        ("e4-c4", "e4 is neutral and may not land on a higher stack"),
        ("e6-e2", "e4 is in the way"),
        ("e4-c1", "e4 and c1 are not on one line"),
        ("c6-g2", "blue would be in the stack twice"),
        ("c6-g6", "blue would be in the stack twice"),
        ("g1-e6", "ivory would be in the stack twice"),
        ("g1-g2", "the stack would have 6 pieces; the limit is 5"),
        ("e2-c5", "no springboards lead from e2 to c5"),
        ("B,e2-e4", "you have already claimed blue"),
        ("R,e2-e4", "your opponent has claimed red"),
        ("pass", "you have a legal turn, so you may not pass"),
    ],
)
def test_a_refused_turn_says_why(token, reason):
    with pytest.raises(IllegalMove) as refused:
        position().parse(token)
    assert str(refused.value) == reason
    assert refused.value.token == token


def test_the_six_stack_game_allows_one_piece_more():
    with pytest.raises(IllegalMove, match="the stack would have 7 pieces; the limit is 6"):
        position({"e4": "IBRG", "e5": "KJJ", "a1": "B", "b2": "R"}, claimed=("G", ""), rules="lyngk-six").parse("e4-e5")


def test_a_third_claim_is_refused():
    with pytest.raises(IllegalMove, match="you have made both your claims"):
        position(claimed=("BK", "R")).parse("I,e2-e4")


@pytest.mark.parametrize(
    ("turn", "reason"),
    [
        ("J,e2-e4", "J is not a colour: I is ivory, B blue, R red, G green, K black"),
        ("IG,e2-e4", "IG,e2-e4 is not a turn: write two spots, as in b1-b2, with a claim before them as in R,b1-b2"),
        ("e2-k9", "the board has no spot k9"),
        ("k9-e2", "the board has no spot k9"),
        (None, "None is not a turn: write two spots, as in b1-b2, with a claim before them as in R,b1-b2"),
        ("e2-", "e2- is not yet a complete turn. Choose where it lands."),
        ("K,", "K, is not yet a complete turn. Choose the stack that moves."),
    ],
)
def test_what_is_played_without_having_been_read_is_refused_in_words(turn, reason):
    assert not position().is_legal(turn)
    with pytest.raises(RuleError) as refused:
        position().play(turn)
    assert str(refused.value) == reason


def test_a_claim_that_helps_nothing_is_refused_for_what_follows_it():
    stuck = position({"e4": "B", "e5": "RG"}, claimed=("I", "G"))
    with pytest.raises(IllegalMove, match="e4 is neutral and may not land on a higher stack"):
        stuck.parse("K,e4-e5")
    assert str(stuck.explain_refusal([], "e4")) == "the stack on e4 can land nowhere"


def test_a_pass_is_refused_where_a_claim_would_help():
    stuck = position({"e4": "B", "e5": "RG"}, claimed=("I", "G"))
    with pytest.raises(IllegalMove, match="you may not pass: you can move after a claim") as refused:
        stuck.parse("pass")
    assert refused.value.alternatives == ("B,e4-e5",)


def test_a_player_who_must_pass_is_told_so():
    stuck = position({"e4": "B", "e5": "RG"}, claimed=("IK", "BG"))
    with pytest.raises(IllegalMove, match="you have no legal turn and must pass") as refused:
        stuck.parse("e4-e5")
    assert refused.value.alternatives == ("pass",)


@pytest.mark.parametrize("token", ["pass", "a1-i1"])
def test_after_the_end_the_game_is_over(token):
    with pytest.raises(IllegalMove, match="the game is over"):
        position({"a1": "I", "i1": "B"}, claimed=("I", "B")).parse(token)
    won = rules_for("lyngk-six").position(
        position_text({"a1": "IBRGJK", "i1": "B"}, 1, ("K", "")).replace("0:0", "1:0")
    )
    with pytest.raises(IllegalMove, match="the game is over"):
        won.parse(token)


def test_few_alternatives_are_told_and_many_are_not():
    with pytest.raises(IllegalMove) as refused:
        position({"e4": "B", "e5": "RG"}, claimed=("", "")).parse("e4-e5")
    assert sorted(refused.value.alternatives) == [
        "B,e4-e5",
        "B,e5-e4",
        "G,e5-e4",
        "I,e5-e4",
        "K,e5-e4",
        "R,e5-e4",
        "e5-e4",
    ]
    with pytest.raises(IllegalMove) as refused:
        start_of(reference_games()[0]).parse("a1-i1")
    assert refused.value.alternatives == ()


@pytest.mark.parametrize(
    ("token", "reason"),
    [
        ("", " is not a turn: write two spots, as in b1-b2, with a claim before them as in R,b1-b2"),
        ("b1b2", "b1b2 is not a turn: write two spots, as in b1-b2, with a claim before them as in R,b1-b2"),
        ("b1-b2-b3", "b1-b2-b3 is not a turn: write two spots, as in b1-b2, with a claim before them as in R,b1-b2"),
        ("ı1-h2", "ı1-h2 is not a turn: write two spots, as in b1-b2, with a claim before them as in R,b1-b2"),
        ("b1-b2\n", "b1-b2\n is not a turn: write two spots, as in b1-b2, with a claim before them as in R,b1-b2"),
        ("b1-b5", "the board has no spot b5"),
        ("z1-b1", "the board has no spot z1"),
        ("W,b1-b2", "W is not a colour: I is ivory, B blue, R red, G green, K black"),
        ("J,b1-b2", "J is not a colour: I is ivory, B blue, R red, G green, K black"),
    ],
)
def test_a_text_that_is_no_turn_says_so(token, reason):
    with pytest.raises(NotAMove) as refused:
        position().parse(token)
    assert str(refused.value) == reason


def test_capital_and_small_letters_and_two_dashes_are_read():
    start = start_of(reference_games()[0])
    assert start.parse("r,C5-c6") == start.parse("R,c5-c6")
    stuck = position({"e4": "B", "e5": "RG"}, claimed=("IK", "BG"))
    assert stuck.parse("--") == stuck.parse("Pass") == "pass"


NEAR_MISSES = st.text(alphabet="abcdefghi1234567RGBIKJ,-pas xı٣", max_size=12)


@examples(300, derandomize=True)
@given(token=st.one_of(st.text(), NEAR_MISSES))
def test_any_text_is_a_legal_turn_or_one_of_the_errors(token):
    start = start_of(reference_games()[0])
    try:
        turn = start.parse(token)
    except RuleError as refused:
        assert str(refused)
    else:
        assert start.is_legal(turn)


@examples(300, derandomize=True)
@given(text=st.one_of(st.text(), st.text(alphabet="IBRGKJ.,/ wb:-0123", max_size=120)))
def test_any_text_is_a_position_or_a_bad_one(text):
    for read in (rules_for("lyngk-main").position, rules_for("lyngk-six").start):
        with pytest.raises(RuleError):
            read(text)


@pytest.mark.parametrize("long", ["b1-" * 22000, "R," * 33000, "9" * 65536, "/" * 65536, "I" * 65536, "\u0660" * 65536])
def test_a_line_of_64_kilobytes_is_refused_at_once(long):
    start = rules_for("lyngk-main").start(ORDERED)
    begun = time.process_time()
    for read in (start.parse, start.rules.position, start.rules.start):
        with pytest.raises(RuleError) as refused:
            read(long)
        assert len(str(refused.value)) < 200
    assert time.process_time() - begun < 0.05
