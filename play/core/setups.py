"""What chance lays out: a seed is drawn, its hash is shown before the game, and the seed when it begins.

docs/lyngk-setups.md has the recipe. Of rules without chance everything here is "".
"""

from __future__ import annotations

import secrets

from gipf_engine.rules import all_rules
from gipf_engine.rules.setup_seed import SEED_BYTES


def draw_seed(rules: str) -> str:
    """A new seed."""
    return secrets.token_hex(SEED_BYTES) if all_rules()[rules].chance is not None else ""


def lay_out(rules: str, seed: str) -> str:
    """The set-up that follows from a seed."""
    chance = all_rules()[rules].chance
    return chance.draw(seed) if chance is not None and seed else ""


def hash_of(rules: str, seed: str) -> str:
    """What is shown before the game begins: the commitment to a seed."""
    chance = all_rules()[rules].chance
    return chance.commitment(seed, rules) if chance is not None and seed else ""
