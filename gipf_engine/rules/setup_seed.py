"""Chance that anyone can check: what is laid out follows from 256 random bits by a public recipe.

One who holds an event draws a seed, shows its commitment before a round and the seed when the round starts. Then
anyone can repeat the set-up, and see that the seed was not chosen afterwards. docs/lyngk-setups.md works an example
with sha256sum. This file draws no random bits itself.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, MutableSequence, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.rules.errors import BadSetup

SEED_BYTES = 32
_SEED = re.compile(r"[0-9a-f]{64}")


@dataclass(frozen=True, slots=True)
class SeedRecipe:
    """How something follows from a seed, which is bound by a hash before anyone sees it.

    `version` names the recipe: a new recipe gets a new name, and old seeds stay checkable by theirs.
    """

    version: str

    def commitment(self, seed: str, rules: str) -> str:
        """What is shown before the round, as 64 hexadecimal digits. `rules` is the key of the rule set."""
        return _digest_text(commitment_text(self.version, rules, seed))


@dataclass(frozen=True, slots=True)
class SetupGenerator(SeedRecipe):
    """How chance lays out a game: `draw` makes the set-up of a seed (64 small hexadecimal digits).

    It raises `BadSetup`. `steps` are the recipe for people; `script` a piece of shell that prints the set-up
    of `$seed`.
    """

    draw: Callable[[str], str]
    steps: Sequence[Message] = ()
    script: str = ""

    def seed_of_board(self, seed: str, board: int) -> str:
        """The seed of board `board`, from 1, where each board of a round has a set-up of its own."""
        return _digest_text(board_seed_text(self.version, seed, board))


def commitment_text(version: str, rules: str, seed: str) -> str:
    """The text whose SHA-256 is the commitment: "<version>:<rules>:<seed>". Raises `BadSetup`."""
    return f"{version}:{rules}:{validate_seed(seed)}"


def board_seed_text(version: str, seed: str, board: int) -> str:
    """The text whose SHA-256 is the seed of a board: "<version>:<seed>:board:<board>". Raises `BadSetup`."""
    return f"{version}:{validate_seed(seed)}:board:{board}"


def shuffle(items: MutableSequence[Any], version: str, seed: str) -> None:
    """Put items into the order that a seed gives them by a recipe (Fisher-Yates, from the last). Raises `BadSetup`.

    Bytes are the SHA-256 of the ASCII text "<version>:<seed>:<n>" for n = 0, 1, 2 …, one digest after the other. For
    i = last, last - 1 … 1 item i changes places with item j, where j is a number below i + 1 (see `below`).
    """
    numbers = _bytes(version, validate_seed(seed))
    for last in range(len(items) - 1, 0, -1):
        other = below(last + 1, numbers)
        items[last], items[other] = items[other], items[last]


def below(bound: int, stream: Iterator[int]) -> int:
    """An evenly spread number in 0 … `bound` - 1 (at most 256) from a stream of bytes.

    The next byte b with b < 256 - 256 % bound, taken as b % bound: others are skipped, so that none is likelier.
    """
    evenly = 256 - 256 % bound
    return next(byte for byte in stream if byte < evenly) % bound


def _bytes(version: str, seed: str) -> Iterator[int]:
    block = 0
    while True:
        yield from sha256(f"{version}:{seed}:{block}".encode()).digest()
        block += 1


def validate_seed(seed: str) -> str:
    """`seed` itself when it is one. Raises `BadSetup`."""
    if not _SEED.fullmatch(seed):
        raise BadSetup(Message(_("a seed is 64 lower-case hexadecimal digits")))
    return seed


def _digest_text(text: str) -> str:
    return sha256(text.encode("ascii")).hexdigest()
