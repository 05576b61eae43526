"""Counting the tree of legal turns: the usual proof that two programs mean the same rules."""

from __future__ import annotations

from collections.abc import Iterator

from games.rules.api import Move, Position


def perft(position: Position, depth: int, *, canonical: bool = False, claims: bool = True) -> int:
    """How many sequences of `depth` legal turns begin here. Games that end earlier do not count.

    Without `canonical` a turn counts once for every way a hand can make it (in GIPF: for every dot from
    which a piece gets to the same spot). Without `claims` turns that begin with a claim are left out.
    """
    if depth == 0:
        return 1
    return sum(count for _move, count in divided(position, depth, canonical=canonical, claims=claims))


def divided(
    position: Position, depth: int, *, canonical: bool = False, claims: bool = True
) -> Iterator[tuple[Move, int]]:
    """Each legal turn with its share of `perft`, as soon as it is known. `depth` is 1 or more."""
    for move in position.legal_moves():
        if claims or not position.claims(move):
            ways = 1 if canonical else position.ways(move)
            below = 1 if depth == 1 else perft(position.play(move), depth - 1, canonical=canonical, claims=claims)
            yield move, ways * below
