"""Set-ups of DVONN and TZAAR that anyone can check: by the script for players, and written in another way."""

import hashlib
import os
import subprocess

import pytest

from gipf_engine.rules import rules_for
from gipf_engine.rules.errors import BadSetup

ROWS = {
    "dvonn-drawn": ("dvonn-setup-1", "W" * 23 + "B" * 23 + "RRR"),
    "tzaar-drawn": ("tzaar-setup-1", "Z" * 6 + "A" * 9 + "T" * 15 + "z" * 6 + "a" * 9 + "t" * 15),
}
KEYS = pytest.mark.parametrize("key", ROWS)


def shuffled_otherwise(version, row, seed):
    """All bytes at once, taken from a list, letters chosen from the end."""
    digests = [hashlib.sha256(f"{version}:{seed}:{block}".encode()).hexdigest() for block in range(8)]
    pool, rest, laid = list(bytes.fromhex("".join(digests))), list(row), []
    while len(rest) > 1:
        while pool[0] >= 256 // len(rest) * len(rest):
            del pool[0]
        place = pool.pop(0) % len(rest)
        rest[place], rest[-1] = rest[-1], rest[place]
        laid.insert(0, rest.pop())
    return "".join(rest + laid)


@KEYS
def test_another_way_of_writing_the_recipe_gives_the_same_set_ups(key):
    for number in range(100):
        seed = hashlib.sha256(f"{key} {number}".encode()).hexdigest()
        drawn = rules_for(key).chance.draw(seed)
        assert drawn == shuffled_otherwise(*ROWS[key], seed)
        assert rules_for(key).start(drawn).turn == 0


@KEYS
def test_the_script_that_players_are_given_lays_out_the_same(key):
    chance = rules_for(key).chance
    for number in range(10):
        seed = hashlib.sha256(f"script {number}".encode()).hexdigest()
        shell = {"PATH": os.environ["PATH"], "seed": seed}
        done = subprocess.run(["sh", "-c", chance.script], env=shell, capture_output=True)
        assert (done.stdout.decode(), done.stderr) == (chance.draw(seed) + "\n", b"")


@KEYS
def test_the_commitment_binds_seed_rules_and_recipe(key):
    chance, seed = rules_for(key).chance, "ab" * 32
    assert chance.version == ROWS[key][0]
    assert chance.commitment(seed, key) == hashlib.sha256(f"{ROWS[key][0]}:{key}:{seed}".encode()).hexdigest()
    with pytest.raises(BadSetup, match="64 lower-case hexadecimal digits"):
        chance.draw("AB" * 32)
