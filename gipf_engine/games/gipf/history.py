"""How often a position has come up: a count that is shared between the positions of a game."""

from __future__ import annotations

from collections.abc import Hashable

History = tuple[dict[Hashable, int], ...]
"""Counts in dicts that never change, the long ones first; of one key the last count holds."""


def count(history: History, key: Hashable) -> int:
    """How often `key` has been added."""
    for part in reversed(history):
        if key in part:
            return part[key]
    return 0


def append_position(history: History, key: Hashable) -> History:
    """The history with `key` once more.

    Like the carries of a binary counter, parts of one size are merged, so a game of n positions has
    at most log n parts and costs n log n in all.
    """
    last = {key: count(history, key) + 1}
    parts = list(history)
    while parts and len(parts[-1]) <= len(last):
        last = {**parts.pop(), **last}
    return (*parts, last)


def counts(history: History) -> dict[Hashable, int]:
    """How often each position has come up."""
    return {key: times for part in history for key, times in part.items()}
