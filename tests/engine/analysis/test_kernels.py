"""A kernel means the same rules as the Python engine, which is the referee."""

import json
import subprocess
import sys

import pytest

from gipf_engine.analysis.kernels import GAMES, has_kernel, kernel_for
from gipf_engine.rules import all_rules, rules_for
from gipf_engine.rules.perft import perft
from testing import DATA, PROJECT
from testing.engine.analysis.agreement import BOARDS, Tables, disagreement, random_board, random_positions
from testing.marks import WHOLE

TREES = json.loads((DATA / "games" / "perft.json").read_text())
GIPF = ("gipf-basic", "gipf-standard", "gipf-tournament")
KEYS = [key for key in all_rules() if key.partition("-")[0] in GAMES]


@pytest.mark.parametrize("key", GIPF)
@pytest.mark.parametrize(("kind", "way"), [("dot", "dots"), ("canonical", "")])
def test_the_tree_of_turns_has_the_stated_size(key, kind, way):
    start = rules_for(key).start()
    wanted = TREES["gipf"][key.removeprefix("gipf-")][kind]
    assert [kernel_for(start.rules).count(start, depth, way) for depth in range(1, len(wanted) + 1)] == wanted


@pytest.mark.parametrize("tree", TREES["lyngk"])
@pytest.mark.parametrize(("kind", "way"), [("with_claims", ""), ("without_claims", "moves")])
def test_the_tree_of_lyngk_has_the_stated_size(tree, kind, way):
    start = rules_for("lyngk-main").start(tree["setup"])
    depths = range(1, len(tree[kind]) + 1)
    assert [kernel_for(start.rules).count(start, depth, way) for depth in depths] == tree[kind]


@pytest.mark.parametrize("key", ["lyngk-main", "lyngk-six"])
@pytest.mark.parametrize("way", ["", "moves"])
def test_ends_of_lyngk_are_counted_as_the_referee_counts(key, way):
    """Turns to pass, turns after a claim alone, and games that end on the way."""
    rules, passes = rules_for(key), 0
    weigh = rules.counts[way].weigh if way else None
    for seed in range(12):
        for position, _turn in list(random_positions(key, seed))[-5:-1]:
            passes += "pass" in set(position.legal_moves())
            assert kernel_for(rules).count(position, 3, way) == perft(position, 3, weigh), position.text()
    assert passes


@pytest.mark.parametrize("key", KEYS)
def test_turns_and_ends_are_those_of_the_referee_in_random_games(key):
    tables, compared, seed = Tables(key), 0, 0
    while compared < (150 if WHOLE else 50):
        for position, turn in random_positions(key, seed, longest=60):
            assert disagreement(tables, position, turn) == ""
            compared += 1
        seed += 1


@pytest.mark.parametrize("key", [key for key in KEYS if rules_for(key).game in BOARDS])
def test_turns_with_rows_are_those_of_the_referee_on_boards_laid_at_random(key):
    """Both players have rows to take, with GIPF-pieces that may stay; marbles must capture, or are cut off."""
    tables, with_rows = Tables(key), 0
    for seed in range(60):
        position = random_board(key, seed)
        turns = list(position.legal_moves())
        assert disagreement(tables, position, turns[seed % len(turns)] if turns else None) == ""
        with_rows += any(turn.startswith("x") for turn in turns)
        assert tables.kernel.count(position, 1, "") == len(turns)
    assert with_rows > 10


def test_rules_with_options_have_no_kernel():
    rules = rules_for("gipf-basic", ["repetition_draw"])
    assert not has_kernel(rules) and has_kernel(rules_for("gipf-basic"))
    with pytest.raises(ValueError, match="gipf-basic with options"):
        kernel_for(rules)
    with pytest.raises(ValueError, match="does not count nonsense"):
        kernel_for(rules_for("gipf-basic")).count(rules_for("gipf-basic").start(), 1, "nonsense")


def test_rules_and_registry_load_no_compiler():
    """What pages use: the rules of all games, which of them can be analysed, and the partner's levels."""
    program = (
        "import sys\n"
        "from gipf_engine.rules import all_rules\n"
        "from gipf_engine.analysis.kernels import has_kernel\n"
        "from gipf_engine.analysis.levels import LEVELS\n"
        "rules = [cls() for cls in all_rules().values()]\n"
        "found = sorted({each.game for each in rules if has_kernel(each)})\n"
        "assert found == ['dvonn', 'gipf', 'lyngk', 'tzaar', 'yinsh', 'zertz'] and LEVELS\n"
        "print([name for name in ('numba', 'llvmlite', 'numpy') if name in sys.modules])\n"
    )
    done = subprocess.run([sys.executable, "-c", program], cwd=PROJECT, capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
