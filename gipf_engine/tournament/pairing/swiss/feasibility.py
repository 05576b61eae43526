"""Can these players all be paired? C4 and C5 of the Dutch system ask it again and again.

The cheap answer comes first: where everybody may meet at least half of the others, a full pairing
exists (Dirac's theorem, 1952). Only where that fails is a pairing looked for, by Edmonds' algorithm.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

from gipf_engine.tournament.pairing.steps import StepCounter
from gipf_engine.tournament.pairing.swiss.pairing_field import PairingField, members


def can_be_completed(field: PairingField, vertices: int) -> bool:
    """Whether all of `vertices` (players, perhaps with the bye) can be paired with each other at once."""
    size = vertices.bit_count()
    if size == 0:
        return True
    if size % 2:
        return False
    field.steps.take(size)
    return _by_degree(field, vertices, size) or is_full(
        vertices, maximum_matching(vertices, field.allowed, field.steps)
    )


def _by_degree(field: PairingField, vertices: int, size: int) -> bool:
    """Dirac: everybody may meet at least half of the rest, so that a full pairing must exist.

    With the bye among them, anyone may get it if the degrees still suffice for the rest.
    """
    allowed, bye = field.allowed, field.bye
    needed = size // 2
    if bye is not None and vertices >> bye & 1:
        vertices ^= 1 << bye
        if not allowed[bye] & vertices:
            return False
    return all((allowed[vertex] & vertices).bit_count() >= needed for vertex in members(vertices))


def is_dense(field: PairingField, vertices: int) -> bool:
    """Whether degrees alone show that `vertices` can be paired whichever one of them is left over.

    For an odd number of players; the bye is not among them.
    """
    needed = (vertices.bit_count() + 1) // 2
    return all((field.allowed[vertex] & vertices).bit_count() >= needed for vertex in members(vertices))


def is_full(vertices: int, mates: dict[int, int]) -> bool:
    """Whether a matching leaves none of `vertices` alone."""
    return len(mates) == vertices.bit_count()


def maximum_matching(vertices: int, allowed: Sequence[int], steps: StepCounter | None = None) -> dict[int, int]:
    """As many pairs among `vertices` as there can be, each player's mate by position.

    Greedy first, then an augmenting path for each of the few left over.
    """
    steps = steps or StepCounter()
    mates: dict[int, int] = {}
    free = vertices
    for vertex in members(vertices):
        if not free >> vertex & 1:
            continue
        options = allowed[vertex] & free
        if options:
            mate = (options & -options).bit_length() - 1
            mates[vertex], mates[mate] = mate, vertex
            free &= ~(1 << vertex | 1 << mate)
    for root in members(free):
        if root not in mates:
            _Search(vertices, allowed, mates, root, steps).augment()
    return mates


class _Search:
    """One search for an augmenting path from `root` (Edmonds 1965), with shrunk blossoms kept as `base`."""

    def __init__(
        self, vertices: int, allowed: Sequence[int], mates: dict[int, int], root: int, steps: StepCounter
    ) -> None:
        self.vertices, self.allowed, self.mates, self.root, self.steps = vertices, allowed, mates, root, steps
        self.base = {vertex: vertex for vertex in members(vertices)}
        self.parent: dict[int, int] = {}
        self.outer = 1 << root  # at an even distance from the root
        self.unseen = vertices & ~self.outer
        self.queue = deque([root])

    def augment(self) -> bool:
        """Make one more pair; False if the root can have none."""
        while self.queue:
            vertex = self.queue.popleft()
            self.steps.take((self.allowed[vertex] & (self.unseen | self.outer)).bit_count() + 1)
            for other in members(self.allowed[vertex] & self.unseen):
                if not self.unseen >> other & 1:
                    continue
                self.parent[other] = vertex
                if other not in self.mates:
                    self._flip(other)
                    return True
                self._grow(other)
            for other in members(self.allowed[vertex] & self.outer):
                if self.base[vertex] != self.base[other]:
                    self._shrink(vertex, other)
        return False

    def _grow(self, inner: int) -> None:
        mate = self.mates[inner]
        self.unseen &= ~(1 << inner | 1 << mate)
        self.outer |= 1 << mate
        self.queue.append(mate)

    def _shrink(self, one: int, two: int) -> None:
        """Two outer vertices meet: the odd cycle through them becomes one outer blossom."""
        stem = self._common_base(one, two)
        self.steps.take(len(self.base))
        inside: set[int] = set()
        self._mark(one, stem, two, inside)
        self._mark(two, stem, one, inside)
        for vertex, base in self.base.items():
            if base in inside:
                self.base[vertex] = stem
                if not self.outer >> vertex & 1:
                    self.outer |= 1 << vertex
                    self.queue.append(vertex)

    def _common_base(self, one: int, two: int) -> int:
        passed = set()
        vertex = self.base[one]
        while True:
            passed.add(vertex)
            if vertex == self.root or vertex not in self.mates:
                break
            vertex = self.base[self.parent[self.mates[vertex]]]
        vertex = self.base[two]
        while vertex not in passed:
            vertex = self.base[self.parent[self.mates[vertex]]]
        return vertex

    def _mark(self, vertex: int, stem: int, child: int, inside: set[int]) -> None:
        while self.base[vertex] != stem:
            mate = self.mates[vertex]
            inside.update((self.base[vertex], self.base[mate]))
            self.parent[vertex] = child
            child, vertex = mate, self.parent[mate]

    def _flip(self, end: int) -> None:
        """Swap pairs along the path that ends in `end`."""
        vertex: int | None = end
        while vertex is not None:
            partner = self.parent[vertex]
            following = self.mates.get(partner)
            self.mates[vertex], self.mates[partner] = partner, vertex
            vertex = following
