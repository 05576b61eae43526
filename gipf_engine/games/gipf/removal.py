"""What may come off in one removal phase, with bits (GIPF 4, 5, 7, 8).

Rows are taken one by one in any order. All singles of a row's run go; each of its GIPF-pieces goes or stays. The phase
is over when no row with a single is left; a row of GIPF-pieces only may stay.

Where a crossing row may stay (an option), it may as well if it crosses one that was taken at a GIPF-piece that stayed.
Then what was taken does not tell how, and the search keeps which GIPF-pieces stayed beside it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from gipf_engine.games.gipf.bits import has_four, runs

Parts = Callable[[int, list[int]], Iterable[int]]
"""What may be taken of a row (the bits of its run) while these rows stand."""


class Removals:
    """What the owner of `own` may take off. `gipfs`: the GIPF-pieces of both."""

    def __init__(self, own: int, occupied: int, gipfs: int, crossing_may_stay: bool) -> None:
        self.own = own
        self.occupied = occupied
        self.gipfs = gipfs
        self.crossing_may_stay = crossing_may_stay

    def __iter__(self) -> Iterator[int]:
        """Every set of spots, once and lazily; the empty set among them if nothing must go."""
        if not has_four(self.own):
            yield 0
            return
        found = set()
        for taken, kept, rows in self._reach(lambda row, _rows: _parts(row & ~self.gipfs, row & self.gipfs)):
            if taken not in found and self._may_stop(kept, rows):
                found.add(taken)
                yield taken

    def __contains__(self, taken: int) -> bool:
        """Whether just these spots may come off, none included, found without listing the others.

        Rows only ever shrink. So a GIPF-piece of `taken` that stands in one row alone comes off with it at once: no
        other row will need it. Only for those where rows cross both is tried, to take it with this row or a later one.
        """
        if not taken & self.occupied:
            return not taken and not self._must_go(self._runs(0))
        if taken & ~self.occupied or (not self.crossing_may_stay and self._must_go(self._runs(taken))):
            return False
        reached = self._reach(lambda row, rows: () if row & ~self.gipfs & ~taken else self._within(taken, row, rows))
        return any(so_far == taken and self._may_stop(kept, rows) for so_far, kept, rows in reached)

    def completions(self, taken: int) -> Iterator[int]:
        """Those that hold all of `taken`, and no GIPF-piece beyond it: what may be meant by `taken`."""
        for so_far, kept, rows in self._reach(lambda row, rows: self._within(taken, row, rows)):
            if not taken & ~so_far and self._may_stop(kept, rows):
                yield so_far

    def _within(self, taken: int, row: int, rows: list[int]) -> Iterator[int]:
        """The singles of a row with any of its GIPF-pieces that are to be taken."""
        wanted = row & self.gipfs & taken
        loose = wanted if self.crossing_may_stay else wanted & _union(other for other in rows if other != row)
        return _parts(row & ~self.gipfs | wanted & ~loose, loose)

    def _reach(self, parts: Parts) -> Iterator[tuple[int, int, list[int]]]:
        """What rows taken one by one can leave empty, the GIPF-pieces that stayed of them, and the rows left then."""
        seen = {(0, 0)}
        todo = [(0, 0)]
        while todo:
            taken, kept = todo.pop()
            rows = self._runs(taken)
            yield taken, kept, rows
            for row in rows:
                for part in parts(row, rows):
                    stay = (kept | row & self.gipfs) & ~(taken | part) if self.crossing_may_stay else 0
                    more = taken | part, stay
                    if more not in seen:
                        seen.add(more)
                        todo.append(more)

    def _runs(self, taken: int) -> list[int]:
        return runs(self.own & ~taken, self.occupied & ~taken)

    def _must_go(self, rows: Iterable[int]) -> bool:
        """Whether one of these rows has a single in it (GIPF 5, 7)."""
        return any(row & ~self.gipfs for row in rows)

    def _may_stop(self, kept: int, rows: Iterable[int]) -> bool:
        return not self._must_go(row for row in rows if not row & kept)


def _union(sets: Iterable[int]) -> int:
    united = 0
    for each in sets:
        united |= each
    return united


def _parts(fixed: int, loose: int) -> Iterator[int]:
    """`fixed` with any of `loose`; never nothing.

    All of `loose` comes last, so that a search which takes the last found first tries it first.
    """
    chosen = 0
    while True:
        if fixed | chosen:
            yield fixed | chosen
        if chosen == loose:
            return
        chosen = (chosen - loose) & loose
