"""The heaviest perfect matching of a complete graph, exact for weights of any size.

Edmonds' primal-dual algorithm (1965), one search tree at a time, on a dense matrix: O(n³) steps of
integer arithmetic. Weights here are whole criteria vectors packed into one integer of hundreds of
bits, which no float and no fixed-width integer can hold. Duals are kept in half units of weight, so
that every step stays an integer: tight edges join vertices whose duals have the same parity.
"""

from __future__ import annotations

from collections.abc import Sequence
from heapq import heappop, heappush

from gipf_engine.tournament.pairing.steps import StepCounter

FREE, OUTER, INNER = 0, 1, 2
Edge = tuple[int, int]


def heaviest_perfect_matching(weights: Sequence[Sequence[int]], steps: StepCounter | None = None) -> list[int]:
    """The partner of each vertex in a perfect matching of greatest total weight.

    `weights` is a symmetric matrix of even size, its diagonal ignored; weights may be negative.
    Which of several heaviest matchings is found is determined by the matrix, but is not specified.
    """
    return heaviest_of_doubled([[2 * weight for weight in row] for row in weights], steps)


def heaviest_of_doubled(weights: list[list[int]], steps: StepCounter | None = None) -> list[int]:
    """The partner of each vertex in a heaviest perfect matching; `weights` are doubled already, and so even.

    Raises `TooManySteps` beyond the limit of `steps`.
    """
    if len(weights) % 2:
        raise ValueError("a perfect matching needs an even number of vertices")
    return _Solver(weights, steps or StepCounter()).solve() if weights else []


BITS_A_STEP = 2048
"""Arithmetic on numbers of so many bits takes about as long again as everything else that is done with a pair."""


class _Solver:
    """State of the algorithm. Vertices are 0..n-1; blossoms have higher numbers.

    `top[v]` is the outermost blossom (or vertex) that v is in. For a blossom: `leaves` its vertices,
    `children` its parts in cyclic order with the base's part first, `links[i]` the edge from part i
    to part i + 1, `base` its base vertex, `charge` its dual. For a search: `label` of each outermost
    part, `entry` the edge by which it was reached, `gap[v]` the least slack from an outer vertex to v
    and `via[v]` that vertex.
    """

    def __init__(self, doubled: list[list[int]], steps: StepCounter) -> None:
        size = len(doubled)
        self.steps = steps
        widest = max(max(row) for row in doubled).bit_length()
        self.steps_a_row = size * (1 + widest // BITS_A_STEP)
        steps.take(2 * size * self.steps_a_row)
        self.size, self.doubled = size, doubled
        self.mate = [-1] * size
        self.top = list(range(size))
        self.leaves: dict[int, list[int]] = {vertex: [vertex] for vertex in range(size)}
        self.base = {vertex: vertex for vertex in range(size)}
        self.children: dict[int, list[int]] = {}
        self.links: dict[int, list[Edge]] = {}
        self.charge: dict[int, int] = {}
        self.next_blossom = size
        self.dual = self._first_duals()

    def _first_duals(self) -> list[int]:
        """Feasible duals with a tight edge at every vertex, and the pairs that these allow at once."""
        dual = [
            max(weight for other, weight in enumerate(row) if other != vertex) // 2
            for vertex, row in enumerate(self.doubled)
        ]
        for vertex, row in enumerate(self.doubled):
            own = dual[vertex]
            slacks = [own + other_dual - weight for other_dual, weight in zip(dual, row, strict=True)]
            slacks[vertex] = max(slacks) + 1
            least = min(slacks)
            dual[vertex] -= least
            if self.mate[vertex] < 0:
                for other, slack in enumerate(slacks):
                    if slack == least and self.mate[other] < 0:
                        self.mate[vertex], self.mate[other] = other, vertex
                        break
        return dual

    def solve(self) -> list[int]:
        """Grow one tree from each vertex that is still alone."""
        for root in range(self.size):
            if self.mate[root] < 0:
                self._search(root)
        return self.mate

    def _search(self, root: int) -> None:
        self.label: dict[int, int] = {}
        self.entry: dict[int, Edge | None] = {}
        self.gap: list[int | None] = [None] * self.size
        self.via = [-1] * self.size
        self.outer_edges: list[tuple[int, int, int]] = []  # heap of (slack + 2 · shift, vertex, vertex)
        self.shift = 0
        self._make_outer(self.top[root], None)
        while not self._step():
            pass
        self._dissolve_uncharged()

    def _step(self) -> bool:
        """Do what the tightest constraint asks for, after moving the duals to it; True once augmented."""
        self.steps.take(2 * self.steps_a_row)
        vertex, step = self._nearest_free()
        outer_step = self._nearest_outer_step()
        blossom, charge = self._weakest_inner()
        least = min(amount for amount in (step, outer_step, charge) if amount is not None)
        if least:
            self._move_duals(least)
        if least == step:
            return self._reach(self.via[vertex], vertex)
        if least == outer_step:
            _key, one, two = self.outer_edges[0]  # stays until it is found to be inside one part
            self._shrink(one, two)
        else:
            self._expand_inner(blossom)
        return False

    def _nearest_free(self) -> tuple[int, int | None]:
        """The unlabelled vertex with the least slack to the tree, and that slack."""
        nearest, least = -1, None
        label, top = self.label, self.top
        for vertex, gap in enumerate(self.gap):
            if gap is not None and (least is None or gap < least) and top[vertex] not in label:
                nearest, least = vertex, gap
        return nearest, least

    def _nearest_outer_step(self) -> int | None:
        """How far duals may move until two outer parts touch; edges within one part are dropped."""
        heap, top = self.outer_edges, self.top
        while heap:
            key, one, two = heap[0]
            if top[one] != top[two]:
                return (key - 2 * self.shift) // 2
            heappop(heap)
            self._push_nearest_outer(one)
        return None

    def _push_nearest_outer(self, vertex: int) -> None:
        self.steps.take(self.steps_a_row)
        own, row, dual, label, top = self.dual[vertex], self.doubled[vertex], self.dual, self.label, self.top
        part = top[vertex]
        best: tuple[int, int] | None = None
        for other in range(self.size):
            if top[other] != part and label.get(top[other]) == OUTER:
                slack = own + dual[other] - row[other]
                if best is None or slack < best[0]:
                    best = (slack, other)
        if best is not None:
            heappush(self.outer_edges, (best[0] + 2 * self.shift, vertex, best[1]))

    def _weakest_inner(self) -> tuple[int, int | None]:
        weakest, least = -1, None
        for blossom, charge in self.charge.items():
            if self.label.get(blossom) == INNER and (least is None or charge // 2 < least):
                weakest, least = blossom, charge // 2
        return weakest, least

    def _move_duals(self, step: int) -> None:
        label, top, dual, gap = self.label, self.top, self.dual, self.gap
        self.shift += step
        for vertex in range(self.size):
            kind = label.get(top[vertex], FREE)
            if kind == OUTER:
                dual[vertex] -= step
            elif kind == INNER:
                dual[vertex] += step
            else:
                held = gap[vertex]
                if held is not None:
                    gap[vertex] = held - step
        for blossom in self.charge:
            kind = label.get(blossom, FREE)
            if kind:
                self.charge[blossom] += 2 * step if kind == OUTER else -2 * step

    def _reach(self, outer: int, vertex: int) -> bool:
        """A tight edge leaves the tree: end the search at a single vertex, else grow over its pair."""
        part = self.top[vertex]
        base = self.base[part]
        mate = self.mate[base]
        if mate < 0:
            self._augment(outer, vertex)
            return True
        self.label[part] = INNER
        self.entry[part] = (outer, vertex)
        self._make_outer(self.top[mate], (base, mate))
        return False

    def _make_outer(self, part: int, entry: Edge | None) -> None:
        self.label[part] = OUTER
        self.entry[part] = entry
        self._scan(self.leaves[part])

    def _scan(self, vertices: Sequence[int]) -> None:
        """Vertices that have become outer: note what they are closest to."""
        self.steps.take(len(vertices) * self.steps_a_row)
        dual, label, top, gap, via = self.dual, self.label, self.top, self.gap, self.via
        for vertex in vertices:
            own, row, part = dual[vertex], self.doubled[vertex], top[vertex]
            best, nearest = None, -1
            for other in range(self.size):
                other_part = top[other]
                if other_part == part:
                    continue
                slack = own + dual[other] - row[other]
                if label.get(other_part) == OUTER:
                    if best is None or slack < best:
                        best, nearest = slack, other
                else:
                    held = gap[other]
                    if held is None or slack < held:
                        gap[other], via[other] = slack, vertex
            if best is not None:
                heappush(self.outer_edges, (best + 2 * self.shift, vertex, nearest))

    # Trees: paths, blossoms, augmentation

    def _climb(self, part: int) -> tuple[int, Edge, Edge] | None:
        """From an outer part two steps up: the inner part above it, and the edges to it and on, read downwards."""
        entry = self.entry[part]
        if entry is None:
            return None
        inner = self.top[entry[0]]
        above = self.entry[inner]
        assert above is not None
        return inner, entry, above

    def _meeting_part(self, one: int, two: int) -> int:
        """The lowest outer part above both (or one of them)."""
        passed = {one}
        part = one
        while (climbed := self._climb(part)) is not None:
            part = self.top[climbed[2][0]]
            passed.add(part)
        part = two
        while part not in passed:
            climbed = self._climb(part)
            assert climbed is not None
            part = self.top[climbed[2][0]]
        return part

    def _branch(self, part: int, stem: int) -> tuple[list[int], list[Edge]]:
        """Parts from `part` up to (not including) `stem`, and the edges that lead down to each of them."""
        parts, edges = [], []
        while part != stem:
            climbed = self._climb(part)
            assert climbed is not None
            inner, entry, above = climbed
            parts += [part, inner]
            edges += [entry, above]
            part = self.top[above[0]]
        return parts, edges

    def _shrink(self, one: int, two: int) -> None:
        """A tight edge joins two outer parts: the odd cycle it closes becomes an outer blossom."""
        stem = self._meeting_part(self.top[one], self.top[two])
        left_parts, left_edges = self._branch(self.top[one], stem)
        right_parts, right_edges = self._branch(self.top[two], stem)
        blossom = self.next_blossom
        self.next_blossom += 1
        parts = [stem, *reversed(left_parts), *right_parts]
        self.children[blossom] = parts
        self.links[blossom] = [*reversed(left_edges), (one, two), *((low, high) for high, low in right_edges)]
        self.leaves[blossom] = [leaf for part in parts for leaf in self.leaves[part]]
        self.base[blossom] = self.base[stem]
        self.charge[blossom] = 0
        newly_outer = [leaf for part in parts if self.label[part] == INNER for leaf in self.leaves[part]]
        entry = self.entry[stem]
        for part in parts:
            del self.label[part], self.entry[part]
        for leaf in self.leaves[blossom]:
            self.top[leaf] = blossom
        self.label[blossom], self.entry[blossom] = OUTER, entry
        self._scan(newly_outer)

    def _expand_inner(self, blossom: int) -> None:
        """An inner blossom without charge falls apart; the half of it that carries the tree keeps labels."""
        parts, links = self.children[blossom], self.links[blossom]
        entry = self.entry[blossom]
        assert entry is not None
        self._release(blossom)
        place = parts.index(self.top[entry[1]])
        self.label[parts[place]], self.entry[parts[place]] = INNER, entry
        for near, far, edge in _walk(place, parts, links):
            if self.label[near] == INNER:
                self._make_outer(far, edge)
            else:
                self.label[far], self.entry[far] = INNER, edge

    def _release(self, blossom: int) -> None:
        """Make the parts of `blossom` outermost again and forget it."""
        for part in self.children[blossom]:
            for leaf in self.leaves[part]:
                self.top[leaf] = part
        self.label.pop(blossom, None)
        self.entry.pop(blossom, None)
        for store in (self.children, self.links, self.leaves, self.base, self.charge):
            store.pop(blossom)

    def _dissolve_uncharged(self) -> None:
        """Blossoms without charge bind nothing between searches."""
        for blossom in sorted(self.charge, reverse=True):
            if not self.charge[blossom] and self.top[self.leaves[blossom][0]] == blossom:
                self._release(blossom)

    def _augment(self, outer: int, vertex: int) -> None:
        """Swap matched and unmatched edges on the path from the root over (outer, vertex)."""
        self._rebase(self.top[vertex], vertex)
        self.mate[vertex] = outer
        partner = vertex
        while True:
            part = self.top[outer]
            self._rebase(part, outer)
            self.mate[outer] = partner
            climbed = self._climb(part)
            if climbed is None:
                return
            inner, _entry, (outer, partner) = climbed
            self._rebase(inner, partner)
            self.mate[partner] = outer

    def _rebase(self, part: int, vertex: int) -> None:
        """Turn the pairs inside a blossom so that `vertex` is the one matched outside it."""
        if part == vertex:
            return
        parts, links = self.children[part], self.links[part]
        place = next(place for place, child in enumerate(parts) if vertex in self.leaves[child])
        self._rebase(parts[place], vertex)
        for step, (near, far, (one, two)) in enumerate(_walk(place, parts, links)):
            if step % 2:
                self._rebase(near, one)
                self._rebase(far, two)
                self.mate[one], self.mate[two] = two, one
        self.children[part] = parts[place:] + parts[:place]
        self.links[part] = links[place:] + links[:place]
        self.base[part] = vertex


def _walk(place: int, parts: list[int], links: list[Edge]) -> list[tuple[int, int, Edge]]:
    """The even way round a blossom from `place` to its base part: (part, next part, edge between them)."""
    size = len(parts)
    if place % 2:
        ways = range(place, size)
        return [(parts[way], parts[(way + 1) % size], links[way]) for way in ways]
    return [(parts[way], parts[way - 1], links[way - 1][::-1]) for way in range(place, 0, -1)]
