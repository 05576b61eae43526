"""Keys of positions: 64 bits that are the same for the same position, and for its mirror images.

Made by the method of Zobrist ("A new hashing method with application for game playing", 1970): every piece on every
spot and level has a number of its own, and a key is all of them joined by exclusive or. Each image of the board under
a symmetry has a sum of its own, and the least of them is the key. The numbers come from BLAKE2b, so keys are the same
on every machine and in every release. Among n positions two share a key with a chance of about n² / 2^65 an image.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from hashlib import blake2b
from itertools import permutations, product
from struct import Struct

_BYTES = 8
_SIGN = 1 << 63


def hash_text(text: str) -> int:
    """64 bits of a text, as a number with a sign, which is what databases store."""
    return int.from_bytes(blake2b(text.encode(), digest_size=_BYTES).digest(), "big", signed=True)


class Symmetries:
    """The rotations and reflections of a board: for each, where it puts every spot."""

    def __init__(self, images: Iterable[Mapping[str, str]]) -> None:
        self.images = tuple(images)
        self._lanes = Struct(f"<{len(self.images)}Q")
        self._all_alike = sum(1 << 64 * lane for lane in range(len(self.images)))
        self._number = cache(self._number_of)

    def key(self, stacks: Iterable[tuple[str, str]], rest: str) -> int:
        """The key of a position: the stack on each spot, bottom to top, and everything that is not on the board."""
        lanes = _unsigned(rest) * self._all_alike
        for spot, pieces in stacks:
            for level, piece in enumerate(pieces):
                lanes ^= self._number(spot, level, piece)
        least: int = min(self._lanes.unpack(lanes.to_bytes(self._lanes.size, "little")))
        return least - (least & _SIGN) * 2

    def _number_of(self, spot: str, level: int, piece: str) -> int:
        """The numbers of a piece under each symmetry, side by side in one integer."""
        images = (f"{piece}{level}@{image[spot]}" for image in self.images)
        return sum(_unsigned(image) << 64 * lane for lane, image in enumerate(images))


def hexagonal(skewed: Mapping[str, tuple[int, int]]) -> Symmetries:
    """The symmetries of a hexagonal board that leave its spots in place.

    `skewed`: each spot on axes on which lines run along (0, 1), (1, 0) and (1, 1). Rotations and reflections of the
    plane permute the three coordinates (column, -row, row - column) and turn their signs.
    """
    columns, rows = zip(*skewed.values(), strict=True)
    middle = min(columns) + max(columns), min(rows) + max(rows)
    cubes = {spot: _cube(2 * column - middle[0], 2 * row - middle[1]) for spot, (column, row) in skewed.items()}
    names = {cube: spot for spot, cube in cubes.items()}
    images = []
    for order, sign in product(permutations(range(3)), (1, -1)):
        there = {spot: tuple(sign * cube[axis] for axis in order) for spot, cube in cubes.items()}
        if all(cube in names for cube in there.values()):
            images.append({spot: names[cube] for spot, cube in there.items()})
    return Symmetries(images)


def _cube(column: int, row: int) -> tuple[int, ...]:
    return column, -row, row - column


def _unsigned(text: str) -> int:
    return hash_text(text) % (1 << 64)
