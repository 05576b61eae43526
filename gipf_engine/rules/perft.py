"""Counting the tree of legal turns: the usual proof that two programs mean the same rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from gipf_engine.rules.base import Move, Position

Weigh = Callable[[Position, Move], int]


def perft(position: Position, depth: int, weigh: Weigh | None = None) -> int:
    """How many sequences of `depth` legal turns begin here. Games that end earlier do not count.

    `weigh` says how often a turn counts (0: it is left out): one of `Rules.counts`. None counts each turn once.
    """
    if depth == 0:
        return 1
    return sum(count for _move, count in divide(position, depth, weigh))


def divide(position: Position, depth: int, weigh: Weigh | None = None) -> Iterator[tuple[Move, int]]:
    """Each legal turn with its share of `perft`, as soon as it is known. `depth` is 1 or more."""
    for move in position.legal_moves():
        weight = 1 if weigh is None else weigh(position, move)
        if weight:
            below = 1 if depth == 1 else perft(position.play(move), depth - 1, weigh)
            yield move, weight * below
