"""The kernels of games on the kit mean the same rules as the Python engine: rare turns and ends, and what is lost."""

import json
import subprocess
import sys

import numpy as np
import pytest

from gipf_engine.analysis.kernels import GAMES, kernel_for
from gipf_engine.analysis.levels import LEVELS
from gipf_engine.analysis.partner import choose
from gipf_engine.analysis.search import analyse, each_depth
from gipf_engine.games.yinsh.board import BOARD
from gipf_engine.rules import all_rules, rules_for
from testing import DATA, PROJECT
from testing.engine.analysis.agreement import Tables, disagreement, random_positions
from testing.engine.analysis.proof import wins_in
from testing.engine.rules.kit_data import dvonn_position, tzaar_position, yinsh_position, zertz_position

TREES = json.loads((DATA / "games" / "perft-kit.json").read_text())
KEYS = [key for key in all_rules() if key.partition("-")[0] in ("dvonn", "tzaar", "yinsh", "zertz")]


def count(position, depths):
    return [kernel_for(position.rules).count(position, depth, "") for depth in range(1, depths + 1)]


def evaluate(position):
    kernel = kernel_for(position.rules)
    return int(kernel.functions["evaluate"](np.array([kernel.pack(position)], np.int64), 0))


def full(white, black, *, empty=()):
    """YINSH with a marker on every point but those of the rings: no three in a line are alike."""
    rest = [name for name in BOARD.names if name not in (*white.split(), *black.split(), *empty)]
    colours = {name: (BOARD.places[name][0] + BOARD.places[name][1] // 2) % 2 for name in rest}
    markers = {mark: " ".join(name for name in rest if colours[name] == kind) for kind, mark in enumerate("mM")}
    return yinsh_position(R=white, r=black, **markers, pool=1)


def test_the_trees_of_yinsh_have_the_stated_size():
    start = rules_for("yinsh-normal").start()
    assert count(start, 3) == TREES["yinsh"]["start"]
    for tree in TREES["yinsh"]["placed"]:
        position = start
        for white, black in zip(tree["white"].split(), tree["black"].split(), strict=True):
            position = position.play(white).play(black)
        assert count(position, 2) == tree["counts"]


@pytest.mark.parametrize("rings", ["37", "48", "61"])
def test_the_trees_of_zertz_have_the_stated_size(rings):
    wanted = TREES["zertz"][rings]
    assert count(rules_for(f"zertz-{rings}").start(), len(wanted)) == wanted


def test_the_trees_of_dvonn_have_the_stated_size():
    assert count(rules_for("dvonn-placed").start(), 3) == TREES["dvonn"]["start"]
    for tree in TREES["dvonn"]["drawn"]:
        assert count(rules_for("dvonn-drawn").start(tree["setup"]), 4) == tree["counts"]


def test_the_trees_of_tzaar_have_the_stated_size():
    assert count(rules_for("tzaar-placed").start(), 2) == TREES["tzaar"]["start"]
    for tree in TREES["tzaar"]["drawn"]:
        assert count(rules_for("tzaar-drawn").start(tree["setup"]), 2) == tree["counts"]


@pytest.mark.parametrize(
    ("key", "games"),
    [("dvonn-placed", 5), ("dvonn-drawn", 10), ("tzaar-drawn", 2), ("tzaar-fixed", 1), ("tzaar-placed", 1)],
)
def test_random_games_of_stacks_are_those_of_the_referee(key, games):
    tables = Tables(key)
    for seed in range(games):
        for position, turn in random_positions(key, seed):
            assert disagreement(tables, position, turn) == ""


@pytest.mark.parametrize(
    ("position", "turns"),
    [
        (dvonn_position(stacks="Wc3 Rd3 Bb3 Bc4 Bd4 Bc2 Bb2"), ["pass"]),
        (dvonn_position(stacks="BRWc3 Wd3 Be3 Wf3"), ["d3-e3"]),
        (dvonn_position(stacks="Rc3 Wd3 Bd4" + " " + "B" * 12 + "We3"), ["d3-d4"]),
        (tzaar_position(stacks="TZd4 tad6 Te6 te8"), ["d4-d6", "d4-d6;b1-a1"]),
        (tzaar_position(kept="Za1 Ab1 Tc1 zh1 ah2", stacks="Td2 td4 Af3 Af6"), ["d2-d4"]),
        (full("k9 k10 j11 j5 j6", "a3 b2 b3 k7 k8", empty=["a2"]), ["pass"]),
        (yinsh_position(M="c4 d4 e4 f4 g4", pool=0), ["xc4-g4,a2;e5-e6"]),
        (yinsh_position(M="c4 d4 e4 f4 g4 h4"), ["xc4-g4,a2;e5-e6", "xd4-h4,e5;a2-b3"]),
        (yinsh_position(M="e6 e7 e8 e9"), ["e5-f6;xe5-e9,f6", "e5-f6;xe5-e9,a2"]),
        (yinsh_position(M="e6 e7 e8 e9", off=(2, 0)), ["e5-f6;xe5-e9,f6"]),
        (yinsh_position(M="c4 d4 e4 f4 g4", off=(2, 0)), ["xc4-g4,a2"]),
        (zertz_position(marbles="Wd4", pool="", captured=("", "B")), ["pass"]),
        (zertz_position(marbles="Wd4", pool="", captured=("GB", "W")), ["Ga1,g1", "Bg4,a1"]),
        (zertz_position(marbles="Wa1 Wb1 Wa2", left="a1 b1 a2 b2"), ["Bb2"]),
        (zertz_position(marbles="Wa1", gone="a3 b1 b2 b3"), ["Ba2,d1", "Bd4,d1"]),
        (zertz_position(marbles="Wd4 Gd5", pool="", captured=("B", "")), ["xd4Gd6", "xd5Wd3"]),
        (zertz_position(marbles="Wd1 Gd2 Bd4 Ge4"), ["xd1Gd3Bd5Gf3"]),
    ],
)
def test_rare_turns_are_those_of_the_referee(position, turns):
    tables, legal = Tables(position.rules.key), list(position.legal_moves())
    assert count(position, 1) == [len(legal)]
    for turn in turns:
        assert disagreement(tables, position, turn) == ""


@pytest.mark.parametrize(
    "position",
    [
        *(dvonn_position(stacks=stacks, mover=mover) for stacks in ("RBWc3 BBd3", "RWBc3 BBWd3") for mover in (0, 1)),
        *(tzaar_position(mover=mover) for mover in (0, 1)),
        *(
            tzaar_position(kept=kept, stacks="Td3", mover=1)
            for kept in ("Za1 Ab1 Tc1 taf6 zi1", "ZAa1 Tc1 tf6 zi1 ah1")
        ),
        full("a3 b2 b3 k7 k8", "k9 k10 j11 j5 j6"),
        *(yinsh_position(pool=0, off=off, mover=mover) for off in ((0, 0), (1, 0), (1, 2)) for mover in (0, 1)),
        yinsh_position(M="c4 d4 e4 f4 g4", off=(2, 0)).play("xc4-g4,a2"),
        zertz_position(marbles="Wd4", pool="").play("pass").play("pass"),
        zertz_position(marbles="Wa1 Wb1 Ga2", left="a1 b1 a2 b2").play("Bb2"),
        *(zertz_position(captured=("WWWW", ""), mover=mover) for mover in (0, 1)),
        *(zertz_position(captured=("", held), mover=mover) for held in ("GGGGG", "BBBBBB") for mover in (0, 1)),
        zertz_position(captured=("WWWGGGBBB", "")),
        zertz_position("zertz-blitz", captured=("WGBWGB", "")),
        zertz_position("zertz-blitz", captured=("WWW", "")),
    ],
)
def test_ends_are_those_of_the_referee(position):
    assert position.outcome is not None
    assert disagreement(Tables(position.rules.key), position, None) == ""
    assert count(position, 2) == [0, 0]
    assert analyse(position, 100).lines == ()


def test_no_end_where_rows_are_still_to_be_taken():
    """An empty pool ends the game only where the player to move has no row."""
    tables = Tables("yinsh-normal")
    assert tables.judge(yinsh_position(M="c4 d4 e4 f4 g4", pool=0)) is None
    assert tables.judge(yinsh_position(m="c4 d4 e4 f4 g4", pool=0)) == "1/2-1/2"


@pytest.mark.parametrize(
    ("position", "wins"),
    [
        (dvonn_position(stacks="Re3 We4 BBBf4"), "e4-f4"),
        (tzaar_position(kept="Za1 Ab1 Tc1 Za3 Ab2 ah6 tg7 ah5", stacks="Td3 zd6 tf3"), "d6"),
        (yinsh_position(M="e6 e7 e8 e9", off=(2, 0)), ";xe5-e9,"),
        (yinsh_position("yinsh-blitz", M="e6 e7 e8 e9"), ";xe5-e9,"),
        (yinsh_position(M="c4 d4 e4 f4 g4", off=(2, 0)), "xc4-g4,"),
        (zertz_position(marbles="Wd4 Wd5", captured=("WWW", "")), "x"),
        (zertz_position(gone="a3 b4", captured=("WWW", "")), "Wa4,b5"),
    ],
)
def test_a_win_at_once_is_found(position, wins):
    for nodes in (3_000, 60_000):
        best = analyse(position, nodes).lines[0]
        assert (best.result, best.ends_in, wins in best.turns[0]) == ("won", 1, True)
        assert position.play(best.turns[0]).outcome.result == "1-0"


@pytest.mark.parametrize(
    "position",
    [
        yinsh_position(M="b2 b3 b4 b5 b6 i5 i6 i7 i8 i9", off=(2, 0), R="a2 a3 e5", mover=1),
        rules_for("zertz-37").position("----/-----/---G--/---..B-/B....B/-GG--/-.-- w W2 B2,G1,W2 B5,G4,W2"),
    ],
)
def test_a_lost_position_is_called_lost(position):
    best = analyse(position, 200_000).lines[0]
    assert (best.result, best.ends_in) == ("lost", 2)
    assert all(wins_in(position.play(turn), 1) for turn in position.legal_moves())


def test_stacks_of_dvonn_count_more_the_closer_they_are_to_a_dvonn_piece():
    """White 1 and 2 steps away (20 × (3 + 2)), Black 3 and 4 (20 × 1): pieces and stacks that can move are as many."""
    for mover, score in ((0, 80), (1, -80)):
        assert evaluate(dvonn_position(stacks="Rc3 Wd3 We3 Bf3 Bg3", mover=mover)) == score


def test_steps_to_a_dvonn_piece_lead_over_what_stands_on_the_board():
    """d4, e5, f5 and f4 are one to four steps away, though f4 is beside a point beside d3: 20 × (3 - 2 + 1 - 0)."""
    assert evaluate(dvonn_position(stacks="Rd3 Wd4 Be5 Wf5 Bf4")) == 40


def test_pieces_of_dvonn_are_placed_close_to_dvonn_pieces():
    """The board is still empty there: steps lead over all points. White places the third DVONN piece, Black goes on."""
    position = rules_for("dvonn-placed").start()
    for point in ("c3", "c2", "b2"):
        position = position.play(point)
    assert evaluate(position.play("d3")) == -60
    assert evaluate(position.play("d3").play("k5")) == 60
    assert analyse(position, 3_000).lines[0].turns[0] in {"a1", "b1", "c1", "d2", "d3", "d4", "c4", "b3", "a2"}


def test_a_marble_that_must_be_captured_wins_at_the_first_depth():
    """White must capture, which lets Black capture the winning marble: the search does not stop before."""
    position = rules_for("zertz-37").position("----/W.---/-...--/--.G.B-/-...B-/GB---/---- b B2 B3,G3,W2 B2,G3,W3")
    first = next(each_depth(position, 100_000))
    best = first.lines[0]
    assert (first.depth, best.result, best.ends_in, best.turns[0]) == (1, "won", 3, "Bc2,b2")
    forced = position.play("Bc2,b2")
    for answer in forced.legal_moves():
        assert answer.startswith("x")
        assert wins_in(forced.play(answer), 1) == 1


@pytest.mark.parametrize("key", KEYS)
def test_every_level_plays_a_legal_turn_and_the_same_again(key):
    start = _start(key)
    for level in (1, 4, len(LEVELS) - 1):
        chosen = choose(start, level, "seed")
        assert chosen in set(start.legal_moves())
        assert choose(start, level, "seed") == chosen


def test_what_is_compiled_is_kept_for_the_next_process():
    """Functions of every kernel come from the disk once any process has had them."""
    program = (
        "import sys\n"
        "from gipf_engine.analysis.search import _compiled_search\n"
        "from gipf_engine.analysis.kernels import kernel_for\n"
        "from gipf_engine.rules import rules_for\n"
        "for key in sys.argv[1:]:\n"
        "    kernel = kernel_for(rules_for(key))\n"
        "    found = [*kernel.functions.values(), _compiled_search(kernel)]\n"
        "    print([sum(each.stats.cache_misses.values()) for each in found])\n"
    )
    keys = {key.partition("-")[0]: key for key in all_rules()}
    asked = [keys[game] for game in GAMES]
    for key in asked:
        analyse(_start(key), 10)
    command = [sys.executable, "-c", program, *asked]
    done = subprocess.run(command, cwd=PROJECT, capture_output=True, text=True, check=True)
    assert done.stdout == "[0, 0, 0, 0, 0, 0, 0]\n" * len(GAMES)


def _start(key):
    rules = rules_for(key)
    return rules.start(rules.chance.draw("0" * 64) if rules.chance else "")


@pytest.mark.parametrize("key", ["yinsh-normal", "zertz-37"])
def test_other_ways_to_count_are_refused(key):
    start = rules_for(key).start()
    with pytest.raises(ValueError, match="does not count dots"):
        kernel_for(start.rules).count(start, 1, "dots")
