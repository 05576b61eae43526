"""Guo Wu Guan article by article (docs/game-rules.md), on positions worked out by hand."""

import random
from collections import Counter

import pytest

from gipf_engine.rules import rules_for
from gipf_engine.rules.certificate import certify_position, outcome_in, verify
from gipf_engine.rules.errors import BadSetup, IllegalMove, NotAMove
from gipf_engine.rules.guowuguan.move import parse_move
from gipf_engine.rules.guowuguan.tiles import COPIES
from testing.reference.guowuguan import makes_triple


def table(variant, generals, levels, *, right="", left=None, state="1:0 1 0 0", options=()):
    """A position with these rows; all other tiles are in the commons, `right` at their right end."""
    used = Counter(
        pairs(generals.replace("-", "") + "".join(levels.split("/")).replace("-", "").replace("x", "") + right)
    )
    rest = "".join(tile for tile, count in COPIES.items() for _copy in range(count - used[tile]))
    commons = rest + right if left is None else left + right
    return rules_for(f"guowuguan-{variant}", options).position(f"{generals} {levels} {commons or '-'} {state}")


def pairs(digits):
    return [digits[place : place + 2] for place in range(0, len(digits), 2)]


def play(position, *tokens):
    for token in tokens:
        position = position.play(position.parse(token))
    return position


def rows(position):
    generals, levels, commons = position.text().split()[:3]
    return generals, levels.split("/"), commons


def refusal(position, token):
    with pytest.raises((IllegalMove, NotAMove)) as caught:
        position.parse(token)
    return str(caught.value)


SIX = "666261415432"
REST = "11/33/55/31"


def test_a_lifted_block_keeps_the_order_of_the_row_not_that_of_the_ring():
    # 65 at the right end, 44 and 65 at the left: round the ring 65 44 65, in the row 44 65 65 (a big dragon)
    position = table("gwg", SIX, f"4465215365/{REST}")
    _generals, levels, commons = rows(play(position, "1.125"))
    assert commons.startswith("446565")
    assert levels[0] == "2153"


def test_three_neighbours_are_those_of_the_ring_and_nothing_else():
    position = table("gwg", SIX, f"6553652144/{REST}")
    assert refusal(position, "1.135") == "these three tiles are not neighbours"
    anywhere = table("simplified", SIX, f"6553652144/{REST}")
    assert rows(play(anywhere, "1.135"))[2].startswith("656544")


def test_a_row_of_three_has_one_triple_and_shorter_rows_have_none():
    position = table("gwg", SIX, f"656544/{REST}")
    assert [str(turn) for turn in position.legal_moves() if turn.places] == ["1.123"]
    assert rows(play(position, "1.123"))[1][0] == "-"


def test_a_level_may_be_lifted_from_again_but_not_one_that_was_left_behind():
    position = table("gwg", SIX, "656544332211/535242/21/31/33")
    after = play(position, "1.123", "1.123")
    assert rows(after)[1][0] == "-"
    assert rows(after)[2].startswith("332211656544")
    later = table("gwg", SIX, "656544/112233/21/31/55")
    assert refusal(play(later, "2.123"), "1.123") == "level 1 was left behind in this round"
    assert play(later, "2.123", "/", "1.123")


def test_okuan_is_walked_from_the_bottom():
    position = table("okuan", "-", "656544/112233/21/31/55", state="1:0 1 0 0")
    assert refusal(play(position, "1.123"), "2.123") == "level 2 was left behind in this round"
    assert rows(play(position, "2.123", "1.123"))[1] == ["x", "x", "21", "31", "55"]


def test_a_pass_puts_generals_before_tiles_and_ends_lifting():
    # 11 with 61 44: three ones, and 6 + 4 + 4 = 14
    position = table("gwg", "116254536642", "6144/656544/33/31/21")
    after = play(position, "1xL")
    generals, levels, commons = rows(after)
    assert (generals, levels[0], commons[:6]) == ("6254536642", "x", "116144")
    assert refusal(after, "2.123") == "after a pass no triples are lifted until the next round"
    assert after.tally == ((1, 1, 1, 1),)


def test_the_right_general_goes_first_too_and_both_from_the_left():
    right = table("gwg", "426254536611", "6144/6552/33/31/21")
    assert rows(play(right, "1xR"))[2].startswith("116144")
    # 33 and 43 with 44: a split of threes and fours
    both = table("gwg", "336254536643", "44/6552/61/31/21")
    generals, levels, commons = rows(play(both, "1xB"))
    assert (generals, levels[0], commons[:6]) == ("62545366", "x", "334344")
    assert play(both, "1xB").tally == ((1, 2, 1, 1),)


def test_a_general_that_was_just_turned_up_cuts_on_a_level_further_down_only():
    # 11 is cut with 61 44; behind it 33, which with 31 11 is a split
    position = table("gwg", "113354536642", "3111/6144/655255/21/65", state="1:0 3 0 0")
    after = play(position, "2xL")
    assert refusal(after, "1xL") == "level 1 was left behind in this round"
    lower = table("gwg", "113354536642", "6144/3111/655255/21/65", state="1:0 3 0 0")
    assert rows(play(lower, "1xL", "2xL"))[1][:2] == ["x", "x"]
    effects = lower.effects(lower.parse("1xL"))
    assert effects.flipped == {"G1": ("33",)}


def test_letters_are_read_in_both_cases_and_written_in_one():
    right = table("gwg", "426254536611", "6144/6552/33/31/21")
    assert [str(right.parse(token)) for token in ("1xr", "1XR", "1xR")] == ["1xR"] * 3
    assert str(parse_move("1.1ac")) == str(parse_move("1.1AC")) == "1.1ac"


def test_the_last_general_is_written_g_and_cannot_be_both():
    position = table("gwg", "11", "6144/x/x/x/x", state="1:0 9 4 0")
    assert [str(turn) for turn in position.legal_moves()] == ["1xG", "/"]
    assert refusal(position, "1xL") == "only one general is left: write G"
    assert refusal(position, "1xB") == "only one general is left: it is cut with a level of two tiles"
    won = play(position, "1xG")
    assert (won.outcome.result, won.outcome.tally) == ("won", ((5, 6, 9, 5),))
    assert won.turn is None


def test_tiles_are_drawn_from_the_right_by_the_bottom_level_first_and_upper_ones_get_none():
    position = table("gwg", "6662614154", "33/-/21/x/31", right="6544", state="1:0 2 2 0")
    _generals, levels, _commons = rows(play(position, "/"))
    assert levels == ["33" + rows(position)[2][-8:-6], rows(position)[2][-6:-4], "2165", "x", "3144"]
    short = rules_for("guowuguan-gwg").position(
        "664462311143 3332531161/2161316522/5554426664/6555445163/5164413352 22 1:0 1 0 0"
    )
    after = play(short, "/")
    assert rows(after)[1] == ["3332531161", "2161316522", "5554426664", "6555445163", "516441335222"]
    assert rows(after)[2] == "-"


def test_a_refill_of_nothing_is_not_legal_and_the_game_is_lost_when_nothing_else_is():
    start = rules_for("guowuguan-gwg").position(
        "664462311143 3332531161/2161316522/5554426664/6555445163/516441335222 - 1:0 2 0 0"
    )
    assert refusal(start, "/") == "there are no tiles left to draw"
    assert "3.125" in {str(turn) for turn in start.legal_moves()}
    dead = rules_for("guowuguan-gwg").position(f"6352 6644/x/x/x/{row_without_triples()} - 1:0 9 3 0")
    assert (dead.turn, dead.outcome.result, dead.outcome.reason) == (None, "lost", "lost")
    assert refusal(dead, "/") == "the game is over"


def row_without_triples():
    """The tiles that are not at other places, in an order in which no three neighbours are a triple."""
    rest = Counter(COPIES) - Counter(["63", "52", "66", "44"])
    tiles, dice = list(rest.elements()), random.Random(1)
    while bad := [at for at in range(28) if makes_triple([tiles[(at + step) % 28] for step in range(3)])]:
        first, second = dice.choice(bad), dice.randrange(28)
        tiles[first], tiles[second] = tiles[second], tiles[first]
    return "".join(tiles)


def test_five_single_cuts_leave_a_general_and_lose_with_all_gates_passed():
    position = table("gwg", "1142", "6144/x/x/x/x", state="1:0 9 4 0")
    after = play(position, "1xL")
    assert (after.outcome.result, after.outcome.tally) == ("lost", ((5, 5, 9, 5),))


def test_all_generals_cut_with_a_level_left_loses_at_once():
    position = table("gwg", "3343", "44/655242/x/x/x", state="1:0 9 3 0")
    after = play(position, "1xB")
    assert (after.outcome.result, after.outcome.tally) == ("lost", ((4, 6, 9, 4),))
    assert list(after.legal_moves()) == []


def test_an_empty_level_of_okuan_is_passed_or_refilled_by_option():
    levels = "656544/x/x/x/x"
    won = play(table("okuan", "-", levels, state="1:0 5 9 0"), "1.123")
    assert (won.outcome.result, won.outcome.tally) == ("won", ((5, 0, 5, 10),))
    levels = "656544/2111/22/31/33"
    position = table("okuan", "-", levels, options={"refill_empty_levels"}, state="1:0 5 9 0")
    lifted = play(position, "1.123")
    assert (rows(lifted)[1][0], lifted.outcome) == ("-", None)
    assert len(rows(play(lifted, "/"))[1][0]) == 2
    together = table("okuan", "-", "656544/-/-/-/-", options={"refill_empty_levels"}, state="1:4 5 9 0")
    assert play(together, "1.123").outcome.tally == ((5, 0, 5, 10),)


def test_the_general_of_qiqin_comes_back_when_he_is_drawn_and_the_level_draws_the_next():
    position = table("qiqin", "-", "33/x/x/x/x/x/31", right="652144", state="1:0 5 8 0")
    generals, levels, commons = rows(play(position, "/"))
    assert (generals, levels[0], levels[6]) == ("21", "3365", "3144")
    assert not commons.endswith("65")
    assert play(position, "/").tally == ((5, 5, 6, 8),)


def test_a_game_is_closed_after_200_rounds():
    position = table("gwg", SIX, f"4465215365/{REST}", state="1:0 200 7 0")
    assert position.turn == 0
    after = play(position, "/")
    assert (after.outcome.result, after.tally[0][2]) == ("lost", 200)
    assert refusal(after, "1.125") == "a game is closed after 200 rounds"


@pytest.mark.parametrize(
    ("token", "words"),
    [
        ("2.514", "ascending order"),
        ("2.115", "three different places"),
        ("2.12", "is not a turn"),
        ("3xQ", "is not a turn"),
        ("//", "is not a turn"),
        ("9.123", "there is no level 9"),
        ("1.129", "level 1 has too few tiles: 5"),
        ("1.123", "are not a triple"),
        ("1xL", "to be passed like this it must have exactly 2"),
        ("1xG", "several generals are left"),
    ],
)
def test_what_is_refused_says_why(token, words):
    position = rules_for("guowuguan-gwg").position(
        "664462311143 3332531161/2161316522/5554426664/6555445163/5164413352 22 1:0 1 0 0"
    )
    assert words in refusal(position, token)


@pytest.mark.parametrize(
    ("setup", "words"),
    [
        ("", "needs a set-up"),
        ("66" * 31, "64 digits"),
        ("66" * 32, "instead of 2"),
        ("12" + "66" * 31, "12 is not a tile"),
    ],
)
def test_a_set_up_that_is_none_is_refused(setup, words):
    with pytest.raises(BadSetup, match=words):
        rules_for("guowuguan-gwg").start(setup)


def test_the_general_of_qiqin_must_be_21():
    with pytest.raises(BadSetup, match="the general must be 21"):
        rules_for("guowuguan-qiqin").start(rules_for("guowuguan-gwg").chance.draw("00" * 32))


def test_a_certificate_of_a_solitaire_gives_its_outcome_back():
    won = play(table("gwg", "11", "6144/x/x/x/x", state="1:0 9 4 0"), "1xG")
    document = certify_position(won.rules, won.text())
    assert verify(document) == []
    assert outcome_in(document) == won.outcome
