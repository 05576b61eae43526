"""The trees of legal turns have the sizes that independent programs found (depth 4 is in bench/)."""

import json

import pytest

from gipf_engine.rules import rules_for
from gipf_engine.rules.perft import divide, perft
from testing.engine.rules import gipf_data as data
from testing.reference import reference_rules

TREES = json.loads((data.GAMES / "perft.json").read_text())["gipf"]


@pytest.mark.parametrize("variant", data.VARIANTS)
@pytest.mark.parametrize("kind", ["dot", "canonical"])
def test_the_tree_of_turns_has_the_stated_size(variant, kind):
    start = rules_for(f"gipf-{variant}").start()
    for depth, wanted in enumerate(TREES[variant][kind][:3], 1):
        assert perft(start, depth, None if kind == "canonical" else data.dots) == wanted


@pytest.mark.parametrize("variant", data.VARIANTS)
def test_the_plain_checker_counts_the_same(variant):
    start = reference_rules(f"gipf-{variant}").start()
    for depth, wanted in enumerate(TREES[variant]["canonical"][:2], 1):
        assert perft(start, depth) == wanted


def test_a_tree_of_no_depth_has_one_leaf():
    assert perft(rules_for("gipf-basic").start(), 0) == 1


def test_the_shares_of_the_first_turns_add_up():
    start = rules_for("gipf-basic").start()
    shares = {start.notation(turn): share for turn, share in divide(start, 2, data.dots)}
    assert sum(shares.values()) == 1764
    assert shares["c2"] == 2 * 42  # the spot c2 is reached from two dots
