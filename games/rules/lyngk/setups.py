"""Set-ups that anyone can check: what chance laid out follows from 256 random bits by a public recipe.

The server draws a seed, shows its commitment before the round and the seed after it. Anybody can then repeat the
set-up, and see that the seed was not chosen afterwards. docs/lyngk-setups.md works an example with sha256sum.
This file draws no random bits itself.

The recipe, version `VERSION`:
1. Bytes: the SHA-256 of the ASCII text "<version>:<seed>:<n>" for n = 0, 1, 2 …, one digest after the other. The
   seed is written as 64 small hexadecimal digits.
2. A number below m: the next byte b with b < 256 - 256 % m (others are skipped, so that no number is likelier
   than another), taken as b % m.
3. Start with IIIIIIIIBBBBBBBBRRRRRRRRGGGGGGGGKKKKKKKKJJJ. For i = 42, 41 … 1 exchange letter i with letter j,
   where j is a number below i + 1 (Fisher-Yates). Letters are counted from 0.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from hashlib import sha256

from games.rules.api import BadSetup
from games.rules.lyngk.board import PIECES
from phrases import Phrase
from phrases import gettext_noop as _

VERSION = "lyngk-setup-1"
"""Names the recipe; a new recipe gets a new name, and old seeds stay checkable by theirs."""

ORDERED = "".join(kind * count for kind, count in PIECES.items())
_SEED = re.compile(r"[0-9a-f]{64}")


def draw(seed: str) -> str:
    """The set-up of a seed (64 small hexadecimal digits): 43 letters in spot order. Raises `BadSetup`."""
    numbers = _bytes(_checked(seed))
    letters = list(ORDERED)
    for last in range(len(letters) - 1, 0, -1):
        other = below(last + 1, numbers)
        letters[last], letters[other] = letters[other], letters[last]
    return "".join(letters)


def commitment(seed: str, rules: str, version: str = VERSION) -> str:
    """What is shown before the round: SHA-256 of "<version>:<rules>:<seed>" as 64 hexadecimal digits.

    `rules` is the key of the rule set, "lyngk-main" or "lyngk-six". Raises `BadSetup`.
    """
    return sha256(f"{version}:{rules}:{_checked(seed)}".encode()).hexdigest()


def below(bound: int, stream: Iterator[int]) -> int:
    """An evenly spread number in 0 … `bound` - 1 (at most 256) from a stream of bytes."""
    evenly = 256 - 256 % bound
    return next(byte for byte in stream if byte < evenly) % bound


def _bytes(seed: str) -> Iterator[int]:
    block = 0
    while True:
        yield from sha256(f"{VERSION}:{seed}:{block}".encode()).digest()
        block += 1


def _checked(seed: str) -> str:
    if not _SEED.fullmatch(seed):
        raise BadSetup(Phrase(_("a seed is 64 hexadecimal digits in small letters")))
    return seed
