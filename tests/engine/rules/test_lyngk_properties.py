"""What holds in every game of LYNGK, and texts that come back as they went."""

import random
from collections import Counter

import pytest

from gipf_engine.games.lyngk.board import PIECES, SPOTS
from gipf_engine.games.lyngk.setups import ORDERED
from gipf_engine.rules import rules_for
from gipf_engine.rules.errors import BadSetup, RuleError
from testing.engine.rules.lyngk_data import RULE_SETS, edge_cases, position_text, reference_games, rules_of, start_of
from tests.view_data import stacks

RULES = pytest.mark.parametrize(("key", "options"), RULE_SETS)


def random_game(key, options, seed):
    """Every position of a game played at random."""
    dice = random.Random(seed)
    letters = list(ORDERED)
    dice.shuffle(letters)
    position = rules_for(key, options).start("".join(letters))
    yield position
    while position.turn is not None:
        position = position.play(dice.choice(list(position.legal_moves())))
        yield position


@RULES
def test_no_piece_is_lost_but_in_completed_columns(key, options):
    for seed in range(40):
        for position in random_game(key, options, seed):
            pieces = Counter("".join(stacks(position.view()).values()))
            assert all(pieces[kind] <= most for kind, most in PIECES.items())
            columns = sum(position.view().pool("captured", seat).count for seat in (0, 1)) if key == "lyngk-main" else 0
            assert pieces.total() + 5 * columns == 43


@RULES
def test_random_games_end_with_an_outcome(key, options):
    results = Counter()
    for seed in range(60):
        *_earlier, last = random_game(key, options, 1000 + seed)
        results[last.outcome.result] += 1
        assert list(last.legal_moves()) == []
        assert last.turn is None
    assert results["1-0"] and results["0-1"]


@RULES
def test_a_position_text_gives_the_same_position_back(key, options):
    rules = rules_for(key, options)
    for seed in range(10):
        for position in random_game(key, options, seed):
            again = rules.position(position.text())
            assert again == position
            assert hash(again) == hash(position)
            assert again.text() == position.text()
            assert (again.turn, again.outcome) == (position.turn, position.outcome)


@RULES
def test_an_official_turn_reads_as_itself(key, options):
    for seed in range(3):
        for position in random_game(key, options, seed):
            for turn in position.legal_moves():
                assert position.parse(position.notation(turn)) == turn


def test_playing_leaves_the_position_as_it_was():
    position = start_of(reference_games()[0])
    before = position.text()
    for turn in list(position.legal_moves())[:50]:
        position.play(turn)
    assert position.text() == before


def test_legal_turns_come_lazily():
    position = start_of(reference_games()[0])
    listed = position.legal_moves()
    assert iter(listed) is listed
    assert position.is_legal(next(listed))


def test_positions_differ_when_rules_or_options_differ():
    setup = reference_games()[0]["setup"]
    letters = "".join(setup[spot] for spot in SPOTS)
    starts = [rules_for(key, options).start(letters) for key, options in RULE_SETS]
    assert len(set(starts)) == len(RULE_SETS)


def test_the_order_of_claims_does_not_matter_for_the_position():
    rules = rules_for("lyngk-main")
    board = {"e4": "B", "e5": "RG"}
    text = position_text(board, 0, ("IK", ""))
    assert rules.position(text.replace("IK:", "KI:")) == rules.position(text)


@pytest.mark.parametrize("case", edge_cases(), ids=lambda case: case["name"])
def test_a_worked_position_reads_back(case):
    rules = rules_of(case)
    text = position_text(case["board"], case["turn"], case["claimed"], case["taken"])
    assert rules.position(text).text() == text


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda text: text.replace(" w ", " x "), "this is not a LYNGK position"),
        (lambda text: text + " ", "this is not a LYNGK position"),
        (lambda text: text * 1000, "this is not a LYNGK position"),
        (lambda text: text.replace("/", ",", 1), "the columns a to i have 1, 4, 7, 6, 7, 6, 7, 4 and 1 spots"),
        (lambda text: text.replace("B", "BIB", 1), "BIB cannot be on e4"),
        (lambda text: text.replace("B", "IBRGKJ", 1), "IBRGKJ cannot be on e4"),
        (lambda text: text.replace("B", "B.", 1), "B. cannot be on e4"),
        (lambda text: text.replace("-:-", "BR:GB"), "a colour can be claimed only once"),
        (lambda text: text.replace("-:-", "BB:-"), "a colour can be claimed only once"),
        (
            lambda text: text.replace("0:0", "8:8"),
            "the board and the completed columns have more than 43 pieces",
        ),
        (lambda text: text.replace(".", "J", 4), "there are only 3 pieces of joker"),
    ],
)
def test_a_wrong_position_text_is_refused_with_a_reason(change, reason):
    text = position_text({"e4": "B", "e5": "RG"})
    with pytest.raises(BadSetup) as refused:
        rules_for("lyngk-main").position(change(text))
    assert str(refused.value).startswith(reason)


@pytest.mark.parametrize("won", ["1:0", "1:1", "2:0"])
def test_a_six_stack_game_is_won_only_with_the_stack_on_the_board(won):
    rules = rules_for("lyngk-six")
    with pytest.raises(BadSetup, match="does not show the six-stack"):
        rules.position(position_text({"e4": "IBRGJK"}, 1, ("B", "K")).replace("0:0", won))
    assert rules.position(position_text({"e4": "IBRGJK"}, 0, ("B", "K")).replace("0:0", "0:1")).outcome.result == "0-1"


@pytest.mark.parametrize(
    ("setup", "reason"),
    [
        ("", "LYNGK needs a set-up"),
        (ORDERED[:-1], "a set-up has 43 letters; this one has 42"),
        (ORDERED[:-1] + "I", "ivory (I) must appear in the set-up 8 times, not 9"),
        (ORDERED.lower(), "ivory (I) must appear in the set-up 8 times, not 0"),
        (ORDERED.replace("J", "?"), "joker (J) must appear in the set-up 3 times, not 0"),
    ],
)
def test_a_wrong_set_up_is_refused_with_a_reason(setup, reason):
    with pytest.raises(BadSetup) as refused:
        rules_for("lyngk-six").start(setup)
    assert str(refused.value).startswith(reason)


def test_lyngk_has_no_handicap():
    with pytest.raises(BadSetup, match="LYNGK has no handicap"):
        rules_for("lyngk-main").start(ORDERED, "0/2")


@pytest.mark.parametrize("option", ["claim_captures", "literal_tie"])
def test_the_six_stack_game_has_no_options(option):
    with pytest.raises(RuleError, match=f"no option {option}"):
        rules_for("lyngk-six", frozenset({option}))


def test_the_rules_told_to_players_follow_the_options():
    told = {
        options: [str(message) for message in rules_for("lyngk-main", options).explain()]
        for _key, options in RULE_SETS[:4]
    }
    assert len({tuple(paragraphs) for paragraphs in told.values()}) == 4
    assert all("springboards" in " ".join(paragraphs) for paragraphs in told.values())
    assert "wins at once" in " ".join(map(str, rules_for("lyngk-six").explain()))
