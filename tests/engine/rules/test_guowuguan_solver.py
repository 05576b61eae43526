"""The solver: lines that the checker accepts, proofs that an exhaustive search by the plain rules confirms."""

import shutil

import pytest

from gipf_engine.rules import rules_for
from gipf_engine.rules.guowuguan import REFILL
from testing.marks import some
from tests.engine.rules.guowuguan_data import RULE_SETS, VARIANTS, deal, random_game


@pytest.fixture(scope="module")
def solver():
    return rules_for("guowuguan-gwg").solver()


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_line_that_wins_is_legal_and_takes_as_many_rounds_as_it_says(solver, variant):
    won = 0
    for number in range(8):
        start = deal(f"guowuguan-{variant}", number)
        found = solver.solve(start)
        assert found.can_be_won is not None
        assert found.looked_at <= 3_000_000
        if found.can_be_won:
            won += 1
            assert_wins(start, found)
        else:
            assert (found.line, found.par) == ((), None)
    assert won >= 4


def assert_wins(position, found):
    for turn in found.line:
        assert position.turn is not None
        position = position.play(position.parse(str(turn)))
    assert position.outcome.result == "won"
    assert position.tally[0][2] == found.par == position.state.round


def reachable_win(position, seen, most=1_500):
    """Whether any way of playing wins, by the rules alone; None where there are too many positions."""
    waiting = [position]
    while waiting:
        here = waiting.pop()
        if here.outcome is not None:
            if here.outcome.result == "won":
                return True
            continue
        for turn in here.legal_moves():
            after = here.play(turn)
            key = after.state._replace(round=1, moves=0, hidden=0)
            if key not in seen:
                seen.add(key)
                waiting.append(after)
        if len(seen) > most:
            return None
    return False


@pytest.mark.parametrize(("key", "options"), RULE_SETS)
def test_late_positions_are_won_or_lost_as_a_search_by_the_rules_says(solver, key, options):
    compared = set()
    for number in some(8, range(20)):
        *_earlier, late = [position for position in random_game(key, number, options) if position.turn is not None]
        for position in (late, *_earlier[-2:]):
            expected = reachable_win(position, set())
            if expected is None:
                continue
            found = solver.solve(position)
            assert found.can_be_won is expected, position.text()
            compared.add(expected)
            if expected:
                assert_wins(position, found)
    assert False in compared


def test_the_limit_is_a_number_of_positions_and_the_answer_repeats(solver):
    start = deal("guowuguan-gwg", 3)
    assert solver.solve(start, 100).can_be_won is None
    assert solver.solve(start, 100).looked_at == 100
    assert solver.solve(start) == solver.solve(start)


def test_a_search_may_begin_in_the_middle_of_a_round(solver):
    start = deal("guowuguan-gwg", 3)
    found = solver.solve(start)
    position = start
    for turn in found.line[:-1]:
        position = position.play(turn)
    assert solver.solve(position).line[-1:] == found.line[-1:] or solver.solve(position).can_be_won
    assert REFILL in found.line


def test_par_counts_the_rounds_that_were_played_before(solver):
    """From a later round on, and of a game that is won, par is the round in which it ends."""
    position = deal("guowuguan-gwg", 3)
    line = solver.solve(position).line
    for turn in line[: line.index(REFILL) + 1]:
        position = position.play(turn)
    assert position.state.round == 2
    found = solver.solve(position)
    assert_wins(position, found)
    for turn in found.line:
        position = position.play(turn)
    assert position.state.round != position.state.moves
    assert solver.solve(position).par == position.state.round


def test_what_was_compiled_of_other_sources_is_not_taken(monkeypatch, tmp_path):
    from gipf_engine.rules.guowuguan.solver import compiled

    before = compiled.cache_folder.__wrapped__()
    shutil.copytree(compiled._SOURCES, tmp_path / "solver")
    with (tmp_path / "solver" / "packed.py").open("a") as source:
        source.write("# changed\n")
    monkeypatch.setattr(compiled, "_SOURCES", tmp_path / "solver")
    assert compiled.cache_folder.__wrapped__().name != before.name


def test_where_nothing_can_be_written_functions_are_compiled_all_the_same(monkeypatch):
    from gipf_engine.rules.guowuguan.solver import compiled

    monkeypatch.setattr("os.access", lambda *_asked: False)
    assert compiled.cache_folder.__wrapped__() is None
    monkeypatch.setattr(compiled, "cache_folder", lambda: None)
    assert compiled.compiled(lambda number: number + 1)(2) == 3


def test_games_of_two_have_no_solver():
    assert rules_for("gipf-basic").solver() is None
    with pytest.raises(TypeError, match="no position of Guo Wu Guan"):
        rules_for("guowuguan-gwg").solver().solve(rules_for("gipf-basic").start())
