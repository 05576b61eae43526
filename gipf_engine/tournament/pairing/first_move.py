"""Who begins, where neither format nor results say: a lot that anyone can check.

The recipe `first-move-1`: write the ASCII text "first-move-1:<seed>:<lower>:<higher>", with the seed of the round (64
small hexadecimal digits) and the two pairing numbers in decimal. Where the SHA-256 of it begins with a digit from 0 to
7, the lower pairing number begins; from 8 to f, the higher. The seed is bound by a hash before the round
(`gipf_engine.rules.setup_seed`), so no one could choose it for what follows from it.
"""

from __future__ import annotations

from dataclasses import replace
from hashlib import sha256

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.rules.setup_seed import SeedRecipe, validate_seed
from gipf_engine.tournament.pairing.base import Pair, RoundPairings

VERSION = "first-move-1"
_LOWER_BEGINS = "01234567"

FIRST_MOVE = SeedRecipe(VERSION)
STEPS = (
    Message(
        _(
            "Write the text recipe:seed:lower:higher, with the recipe's name, the round's seed, and both pairing "
            "numbers, the lower one first."
        )
    ),
    Message(
        _(
            "Take its SHA-256. If it starts with a digit from 0 to 7, the player with the lower pairing number "
            "moves first; if with 8, 9 or a letter, the other one."
        )
    ),
)
"""The recipe for people, a step each."""


def lot_text(seed: str, one: int, two: int) -> str:
    """The text whose SHA-256 says which of two pairing numbers begins. Raises `BadSetup` for what is no seed."""
    return f"{VERSION}:{validate_seed(seed)}:{min(one, two)}:{max(one, two)}"


def lot_digest(seed: str, one: int, two: int) -> str:
    """The SHA-256 of `lot_text`, 64 hexadecimal digits."""
    return sha256(lot_text(seed, one, two).encode("ascii")).hexdigest()


def draw_first_move(seed: str, one: int, two: int) -> int:
    """Which of two pairing numbers begins."""
    lower_begins = lot_digest(seed, one, two)[0] in _LOWER_BEGINS
    return min(one, two) if lower_begins else max(one, two)


def draw_first_moves(pairings: RoundPairings, seed: str) -> RoundPairings:
    """The round with its open first moves drawn; `Pair.by_lot` stays to tell which."""
    return replace(
        pairings, pairs=tuple(_draw_beginner(pair, seed) if pair.by_lot else pair for pair in pairings.pairs)
    )


def _draw_beginner(pair: Pair, seed: str) -> Pair:
    begins = draw_first_move(seed, pair.white, pair.black)
    return pair if begins == pair.white else Pair(pair.black, pair.white, by_lot=True)
