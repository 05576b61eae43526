"""What each option changes, and that nothing changes without it."""

import pytest

from gipf_engine.games.gipf.history import History
from gipf_engine.rules import rules_for
from gipf_engine.rules.errors import BadSetup
from testing.engine.rules import gipf_data as data
from testing.reference import either_rules

EMPTY_BOARD = "4/5/6/7/6/5/4 w 15-15 0-0 ss"
CYCLE = ["e2", "b5", "f2", "c6", "g2", "d7", "h2;xe2,f2,g2,h2", "e8;xb5,c6,d7,e8"]
"""Both bring in four pieces and take them back as a row: eight plies that change nothing."""


@pytest.fixture(params=[False, True], ids=["fast", "plain"])
def plain(request):
    return request.param


def ended(position):
    return position.outcome and (position.outcome.result, position.outcome.reason)


def play(position, tokens):
    for token in tokens:
        position = position.play(position.parse(token))
    return position


def last_piece(plain, options=()):
    """White has one piece left and brings it in without a row."""
    case = {"variant": "basic", "turn": "W", "board": {"h2": "B"}, "reserve": {"W": 1, "B": 5}}
    return play(data.edge_position(case, plain, frozenset(options)), ["e2"])


def test_an_empty_reserve_loses_only_when_a_piece_should_come_in(plain):
    position = last_piece(plain)
    assert ended(position) is None
    assert ended(play(position, ["c2"])) == ("0-1", "reserve")


def test_an_empty_reserve_loses_at_once_where_the_option_says_so(plain):
    assert ended(last_piece(plain, ["empty_reserve_loses_at_once"])) == ("0-1", "reserve")


def test_a_reserve_filled_by_the_removal_after_the_push_does_not_lose_at_once(plain):
    board = {"b2": "W", "c2": "W", "d2": "W", "h2": "B"}
    case = {"variant": "basic", "turn": "W", "board": board, "reserve": {"W": 1, "B": 5}}
    position = data.edge_position(case, plain, frozenset(["empty_reserve_loses_at_once"]))
    assert ended(play(position, ["e2;xb2,c2,d2,e2"])) is None


def both_lose(plain, options=()):
    """White takes the last GIPF-pieces of both off in one removal."""
    board = {"b3": "GW", "c4": "W", "d5": "W", "e6": "W", "f6": "GB"}
    case = {"variant": "standard", "turn": "W", "board": board, "reserve": {"W": 3, "B": 5}}
    return play(data.edge_position(case, plain, frozenset(options)), ["xGb3,c4,d5,e6,Gf6*"])


def test_whoever_removes_the_last_gipf_pieces_of_both_loses(plain):
    assert ended(both_lose(plain)) == ("0-1", "gipf")


def test_whoever_removes_the_last_gipf_pieces_of_both_wins_where_the_option_says_so(plain):
    assert ended(both_lose(plain, ["both_gipfs_lost_remover_wins"])) == ("1-0", "gipf")


def test_repetition_does_not_end_a_game(plain):
    position = play(either_rules("gipf-basic", reference=plain).position(EMPTY_BOARD), CYCLE * 3)
    assert ended(position) is None
    assert position.text() == EMPTY_BOARD


def test_the_third_time_a_position_comes_up_is_a_draw_where_the_option_says_so(plain):
    rules = either_rules("gipf-basic", frozenset(["repetition_draw"]), reference=plain)
    position = play(rules.position(EMPTY_BOARD), CYCLE + CYCLE[:-1])
    assert ended(position) is None
    position = play(position, CYCLE[-1:])
    assert ended(position) == ("1/2-1/2", "repetition")
    assert position.text() == EMPTY_BOARD + " x3"
    assert ended(rules.position(position.text())) == ("1/2-1/2", "repetition")
    assert ended(play(rules.position(EMPTY_BOARD + " x2"), CYCLE)) == ("1/2-1/2", "repetition")


def test_positions_with_other_histories_are_not_equal_where_repetition_draws():
    rules = rules_for("gipf-basic", frozenset(["repetition_draw"]))
    start = rules.position(EMPTY_BOARD)
    one_turn_on = play(start, CYCLE[:1])
    read = rules.position(one_turn_on.text())
    assert (read.text(), read.state.times) == (one_turn_on.text(), one_turn_on.state.times)
    assert read != one_turn_on  # the start has come up before it, which two more cycles would show
    assert play(rules.position(EMPTY_BOARD), CYCLE[:1]) == one_turn_on
    plain = rules_for("gipf-basic").position(EMPTY_BOARD)
    assert rules_for("gipf-basic").position(play(plain, CYCLE[:1]).text()) == play(plain, CYCLE[:1])


def test_a_history_counts_each_key_and_stays_in_few_parts():
    history = History()
    for number in range(1000):
        history = history.append(number % 300)
    assert [history.count(key) for key in (0, 99, 100, 299, 300)] == [4, 4, 3, 3, 0]
    assert len(history.parts) <= 10


def test_a_history_is_not_changed_by_what_is_added_to_a_copy():
    first = History().append("a").append("b")
    first.append("a").append("c")
    assert [first.count(key) for key in "abc"] == [1, 1, 0]


def test_only_games_with_the_option_know_draws():
    assert not rules_for("gipf-standard").draws
    assert rules_for("gipf-standard", frozenset(["repetition_draw"])).draws


def test_an_unknown_option_is_refused():
    with pytest.raises(BadSetup, match="gipf-standard has no option claim_captures"):
        rules_for("gipf-standard", frozenset(["claim_captures"]))
    with pytest.raises(BadSetup, match="gipf-basic has no option both_gipfs_lost_remover_wins"):
        rules_for("gipf-basic", frozenset(["both_gipfs_lost_remover_wins"]))


def test_the_rules_told_follow_the_options():
    loses = "the player who made the removal loses"
    standard = [str(message) for message in rules_for("gipf-standard").explain()]
    other = [str(p) for p in rules_for("gipf-standard", frozenset(["both_gipfs_lost_remover_wins"])).explain()]
    assert any(loses in text for text in standard)
    assert not any(loses in text for text in other)
    assert "wins instead of losing" in other[-1]
    assert any("empty board" in str(message) for message in rules_for("gipf-tournament").explain())
    assert not any("GIPF-piece" in str(message) for message in rules_for("gipf-basic").explain())
