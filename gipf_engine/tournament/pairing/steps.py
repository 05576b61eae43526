"""How much a computation may look at: a count of steps, and of the memory it wants, that is the same on any machine.

A step is about one look at a pair of players. What takes many of them says so before or while it does; where a limit
is set, `TooManySteps` stops it there.
"""

from __future__ import annotations

from dataclasses import dataclass


class TooManySteps(Exception):
    """A computation would go beyond its limit: of `limit` steps, or of memory for as many."""

    def __init__(self, limit: int) -> None:
        super().__init__(f"more than {limit} steps")
        self.limit = limit


@dataclass(slots=True)
class StepCounter:
    """Counts the steps of one computation; `limit` None: it may take as many as it needs.

    `most_bytes` bounds the largest table of numbers that is built at once.
    """

    limit: int | None = None
    most_bytes: int | None = None
    taken: int = 0

    def take(self, steps: int) -> None:
        """Count so many steps. Raises `TooManySteps` beyond the limit."""
        self.taken += steps
        if self.limit is not None and self.taken > self.limit:
            raise TooManySteps(self.limit)

    def need_bytes(self, size: int) -> None:
        """Say that so many bytes are about to be held at once. Raises `TooManySteps` where they are too many."""
        if self.most_bytes is not None and size > self.most_bytes:
            raise TooManySteps(self.limit or 0)
