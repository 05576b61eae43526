"""Set-ups of LYNGK that anyone can check, against values worked out by other means."""

import hashlib
import os
import subprocess
from collections import Counter
from itertools import count

import pytest

from gipf_engine.games.lyngk.setups import CHANCE, ORDERED, SCRIPT, VERSION, draw_setup
from gipf_engine.rules import all_rules, rules_for
from gipf_engine.rules.errors import BadSetup
from gipf_engine.rules.setup_seed import SetupGenerator, below

EXAMPLE = "fedcba9876543210" * 4
"""The seed of docs/lyngk-setups.md. The values below were made with sha256sum and awk."""


@pytest.mark.parametrize(
    ("seed", "setup"),
    [
        (EXAMPLE, "IBGKGBBIGBGIRBGJGKKJGGRKRBKRRIIRRKKRBKJBIII"),
        ("0123456789abcdef" * 4, "BGGRRIRBKRRRBIBIIKKBBJRGIIBGKKKGKJGIBKJGGIR"),
        ("0" * 64, "GRIBBKKKRBRGIKRRIRRKKJGJIGIIKBBBGBBIGJRKIGG"),
        (
            "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
            "JBKRRKRIGGBIIKGKKIGGBIRRBJRIBIJBGBKBKKGIRGR",
        ),
    ],
)
def test_a_seed_gives_the_set_up_worked_out_in_a_shell(seed, setup):
    assert draw_setup(seed) == setup


def test_commitments_are_those_of_sha256sum():
    assert (
        CHANCE.commitment(EXAMPLE, "lyngk-main") == "2671040ea5050a754a295669a6efdbb9a91a23fa8abaf1d6a3f855eea359e651"
    )
    assert CHANCE.commitment("0123456789abcdef" * 4, "lyngk-main") == (
        "d3b764b198de94a7a628200f2fe34c49b281fa9bbceceab9644ff93a3cb80204"
    )


def test_a_commitment_tells_rule_sets_recipes_and_seeds_apart():
    made = {
        CHANCE.commitment(EXAMPLE, "lyngk-main"),
        CHANCE.commitment(EXAMPLE, "lyngk-six"),
        CHANCE.commitment("0" * 64, "lyngk-main"),
        SetupGenerator("lyngk-setup-2", draw_setup).commitment(EXAMPLE, "lyngk-main"),
    }
    assert len(made) == 4


def test_each_board_has_a_seed_of_its_own_that_follows_from_the_rounds():
    # printf 'lyngk-setup-1:%s:board:1' $seed | sha256sum, with the seed of the example
    assert CHANCE.seed_of_board(EXAMPLE, 1) == "821575609494a42b4f36ac3e72b9fa729af7a0f85aba6eca946cc84eb124c68e"
    assert len({CHANCE.seed_of_board(EXAMPLE, board) for board in range(1, 100)}) == 99


def in_a_shell(script, seed):
    done = subprocess.run(["sh", "-c", script], env={"PATH": os.environ["PATH"], "seed": seed}, capture_output=True)
    assert not done.stderr
    return done.stdout.decode()


def test_the_script_that_players_are_given_lays_out_the_same():
    for number in range(10):
        seed = hashlib.sha256(f"script {number}".encode()).hexdigest()
        assert in_a_shell(SCRIPT, seed) == draw_setup(seed) + "\n"


def test_rule_sets_without_chance_have_no_recipe():
    assert {rules.game for rules in all_rules().values() if not rules.chance} == {
        "dvonn",
        "gipf",
        "tzaar",
        "yinsh",
        "zertz",
    }


def shuffled_otherwise(seed):
    """The same recipe written another way: all bytes at once, taken from a list, letters chosen from the end."""
    digests = [hashlib.sha256(b"lyngk-setup-1:%s:%d" % (seed.encode("ascii"), block)).hexdigest() for block in range(8)]
    pool = list(bytes.fromhex("".join(digests)))
    rest, laid = list("I" * 8 + "B" * 8 + "R" * 8 + "G" * 8 + "K" * 8 + "JJJ"), []
    while len(rest) > 1:
        usable = (256 // len(rest)) * len(rest)
        while pool[0] >= usable:
            del pool[0]
        place = pool.pop(0) % len(rest)
        rest[place], rest[-1] = rest[-1], rest[place]
        laid.insert(0, rest.pop())
    return "".join(rest + laid)


def test_another_way_of_writing_the_recipe_gives_the_same_set_ups():
    for number in range(300):
        seed = hashlib.sha256(str(number).encode()).hexdigest()
        assert draw_setup(seed) == shuffled_otherwise(seed)
        assert rules_for("lyngk-main").start(draw_setup(seed)).turn == 0


@pytest.mark.parametrize(
    "seed", ["", "f" * 63, "f" * 65, "F" * 64, "g" * 64, "0x" + "f" * 62, "f" * 63 + "\n", "٣" * 64]
)
def test_a_seed_that_is_not_256_bits_is_refused(seed):
    with pytest.raises(BadSetup, match="64 lower-case hexadecimal digits"):
        draw_setup(seed)
    with pytest.raises(BadSetup, match="64 lower-case hexadecimal digits"):
        CHANCE.commitment(seed, "lyngk-main")
    with pytest.raises(BadSetup, match="64 lower-case hexadecimal digits"):
        CHANCE.seed_of_board(seed, 1)


@pytest.mark.parametrize("bound", range(1, 44))
def test_numbers_below_a_bound_are_exactly_even_over_all_bytes(bound):
    numbers = Counter()
    bytes_left = iter(range(256))
    for _turn in count():
        try:
            numbers[below(bound, bytes_left)] += 1
        except StopIteration:
            break
    assert sorted(numbers) == list(range(bound))
    assert set(numbers.values()) == {256 // bound}


def test_every_kind_is_about_equally_likely_on_every_spot():
    draws = 4000
    seen = [Counter() for _spot in ORDERED]
    for number in range(draws):
        for spot, piece in enumerate(draw_setup(f"{number:064x}")):
            seen[spot][piece] += 1
    # Chi-square over 43 spots and 6 kinds: expected 42 · 5 = 210, standard deviation about 20.5.
    expected = {piece: draws * times / 43 for piece, times in Counter(ORDERED).items()}
    chi_square = sum((spot[piece] - wanted) ** 2 / wanted for spot in seen for piece, wanted in expected.items())
    assert 120 < chi_square < 300


def test_the_recipe_is_named():
    assert VERSION == "lyngk-setup-1"
