"""How often a position has come up: a count that is shared between the positions of a game."""

from __future__ import annotations

from collections.abc import Hashable


class History:
    """Counts in dicts that never change, the long ones first; of one key the last count holds.

    Histories are equal that count alike.
    """

    __slots__ = ("parts",)

    def __init__(self, parts: tuple[dict[Hashable, int], ...] = ()) -> None:
        self.parts = parts

    def __eq__(self, other: object) -> bool:
        return isinstance(other, History) and self._counts() == other._counts()

    def __hash__(self) -> int:
        return 0  # positions differ otherwise as well, and the counts would take long

    def count(self, key: Hashable) -> int:
        """How often `key` has been added."""
        for part in reversed(self.parts):
            if key in part:
                return part[key]
        return 0

    def append(self, key: Hashable) -> History:
        """The history with `key` once more.

        Like the carries of a binary counter, parts of one size are merged, so a game of n positions has at most log n
        parts and costs n log n in all.
        """
        last = {key: self.count(key) + 1}
        parts = list(self.parts)
        while parts and len(parts[-1]) <= len(last):
            last = {**parts.pop(), **last}
        return History((*parts, last))

    def _counts(self) -> dict[Hashable, int]:
        return {key: times for part in self.parts for key, times in part.items()}


NOTHING_SEEN = History()
