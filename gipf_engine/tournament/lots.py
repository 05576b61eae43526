"""Lots that anyone can draw again: they follow from a seed and a key of each entrant.

An entrant's lot is its place, from 1, when the field is ordered by the SHA-256 of "SEED:KEY", in hexadecimal digits.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256


@dataclass(frozen=True, slots=True)
class Lots:
    """The seed of an event's lots, and by pairing number the key of each entrant, which stays where numbers move."""

    seed: str
    keys: Mapping[int, int] = field(hash=False)

    def draw(self) -> dict[int, int]:
        """The lots by pairing number: 1 ranks first."""
        drawn = sorted(self.keys, key=lambda number: lot_digest(self.seed, self.keys[number]))
        return {number: lot for lot, number in enumerate(drawn, 1)}


def lot_digest(seed: str, key: int) -> str:
    """What orders the lots: 64 hexadecimal digits."""
    return sha256(f"{seed}:{key}".encode()).hexdigest()
