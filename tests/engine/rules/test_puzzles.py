"""Puzzles: each line wins by the rules, and the engine, which shares no code with the search, finds the same."""

import pytest

from gipf_engine.rules import rules_for
from gipf_engine.rules.errors import RuleError
from gipf_engine.rules.lessons import wins
from gipf_engine.rules.puzzles import all_puzzles, find_file, puzzles_of, rules_with_puzzles
from testing.engine.analysis.proof import wins_in

LEAST = 50
PROVED_AGAIN = 2
"""Puzzles of a rule set whose wins are looked for by trying everything."""


def test_there_are_enough_of_each_rule_set_and_no_two_have_one_key():
    assert {"gipf-basic", "gipf-standard", "gipf-tournament", "yinsh-normal", "zertz-37"} <= set(rules_with_puzzles())
    for key in rules_with_puzzles():
        assert len(puzzles_of(key)) >= LEAST, key
    assert len(all_puzzles()) == sum(len(puzzles_of(key)) for key in rules_with_puzzles())
    assert puzzles_of("guowuguan-gwg") == puzzles_of("of ducks") == ()
    assert find_file("of ducks") is None


@pytest.mark.parametrize("key", rules_with_puzzles())
def test_every_line_is_legal_and_wins_and_every_other_first_turn_has_its_answer(key):
    for puzzle in puzzles_of(key):
        position = puzzle.position_at(0)
        assert position.text() == puzzle.position
        assert position.key() & 0xFFFFFFFFFF == puzzle.key
        assert len(puzzle.line) % 2 == 1
        assert len(puzzle.line) <= 2 * puzzle.depth
        legal = {str(move) for move in position.legal_moves()}
        assert {puzzle.line[0], *puzzle.refutations} == legal
        assert puzzle.line[0] not in puzzle.refutations
        for ply in range(0, len(puzzle.line), 2):
            assert puzzle.judge(ply, puzzle.line[ply]) is not None
        outcome = puzzle.position_at(len(puzzle.line)).outcome
        assert outcome is not None
        assert outcome.result == ("1-0", "0-1")[position.turn]
        for turn, answer in list(puzzle.refutations.items())[:5]:
            after = position.play(position.parse(turn))
            assert bool(answer) == (after.outcome is None)
            assert not answer or after.is_legal(after.parse(answer))


@pytest.mark.parametrize("key", rules_with_puzzles())
def test_no_turn_wins_at_once_but_that_of_a_puzzle_of_one_turn(key):
    for puzzle in puzzles_of(key):
        position = puzzle.position_at(0)
        winning = [str(move) for move in position.legal_moves() if wins(position, move)]
        assert winning == ([puzzle.line[0]] if puzzle.own_turns == 1 else []), puzzle.position


@pytest.mark.slow
@pytest.mark.parametrize("key", rules_with_puzzles())
def test_nothing_wins_sooner_and_only_the_first_turn_of_the_line_wins_as_soon(key):
    short = sorted((each for each in puzzles_of(key) if each.own_turns == 2), key=lambda each: len(each.refutations))
    for puzzle in short[:PROVED_AGAIN]:
        position = puzzle.position_at(0)
        assert wins_in(position, 2) == 2
        for turn in puzzle.refutations:
            after = position.play(position.parse(turn))
            replies = [after.play(move) for move in after.legal_moves()]
            escapes = (reply for reply in replies if reply.outcome is not None or wins_in(reply, 1) is None)
            assert after.outcome is not None or any(escapes), turn


def test_a_wrong_turn_is_told_from_a_right_one_and_from_one_that_is_illegal():
    puzzle = next(each for each in puzzles_of("gipf-basic") if each.own_turns == 2)
    wrong, answer = next(iter(puzzle.refutations.items()))
    assert puzzle.judge(0, wrong) is None
    assert puzzle.refutation(0, wrong) == answer != ""
    assert puzzle.refutation(2, puzzle.line[2]) == ""
    with pytest.raises(RuleError):
        puzzle.judge(0, "e5")


def test_at_the_end_any_turn_that_wins_will_do():
    won = [
        (puzzle, str(move))
        for puzzle in puzzles_of("gipf-basic")
        for move in puzzle.position_at(len(puzzle.line) - 1).legal_moves()
        if str(move) != puzzle.line[-1]
        and (outcome := puzzle.position_at(len(puzzle.line) - 1).play(move).outcome) is not None
        and outcome.result == ("1-0", "0-1")[puzzle.position_at(0).turn]
    ]
    puzzle, turn = won[0]
    assert puzzle.judge(len(puzzle.line) - 1, turn) == turn
    assert rules_for(puzzle.rules).key == "gipf-basic"
