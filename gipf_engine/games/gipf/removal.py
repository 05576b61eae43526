"""What may come off in one removal phase, with bits (GIPF 4, 5, 7, 8).

Rows are taken one by one in any order. All singles of a row's run go; each of its GIPF-pieces goes or
stays. The phase is over when no row with a single is left; a row of GIPF-pieces only may stay.

Under the option `crossing_row_may_stay` a row may stay as well if it crosses one that was taken at a GIPF-piece that
stayed. Then what was taken does not tell how, and the search keeps which GIPF-pieces stayed beside it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from gipf_engine.rules.gipf.bits import has_four, runs


def removals(own: int, occupied: int, gipfs: int) -> Iterator[int]:
    """Every set of spots that the owner of `own` may take off, lazily; the empty set among them if nothing must go."""
    if not has_four(own):
        yield 0
        return
    seen = {0}
    todo = [0]
    while todo:
        taken = todo.pop()
        rows = runs(own & ~taken, occupied & ~taken)
        if all(run & ~gipfs == 0 for run in rows):
            yield taken
        for run in rows:
            for part in _parts(run & ~gipfs, run & gipfs):
                more = taken | part
                if more not in seen:
                    seen.add(more)
                    todo.append(more)


def may_remove(taken: int, own: int, occupied: int, gipfs: int) -> bool:
    """Whether `taken` is one of `removals`, found without listing the others."""
    if taken & ~occupied or must_remove(own & ~taken, occupied & ~taken, gipfs):
        return False
    return any(so_far == taken for so_far in _towards(taken, own, occupied, gipfs, beyond=False))


def completions(taken: int, own: int, occupied: int, gipfs: int) -> Iterator[int]:
    """Removals that hold all of `taken`, and no GIPF-piece beyond it: what may be meant by `taken`."""
    for so_far in _towards(taken, own, occupied, gipfs, beyond=True):
        if not taken & ~so_far and not must_remove(own & ~so_far, occupied & ~so_far, gipfs):
            yield so_far


def _towards(taken: int, own: int, occupied: int, gipfs: int, *, beyond: bool) -> Iterator[int]:
    """What rows taken one by one can leave empty with GIPF-pieces of `taken` alone; `beyond`: other singles too.

    Rows only ever shrink. So a GIPF-piece of `taken` that stands in one row alone comes off with it at once: no other
    row will need it. Only for those where rows cross both is tried, to take it with this row or a later one.
    """
    seen = {0}
    todo = [0]
    while todo:
        so_far = todo.pop()
        yield so_far
        rows = runs(own & ~so_far, occupied & ~so_far)
        for run in rows:
            singles = run & ~gipfs
            if singles & ~taken and not beyond:
                continue
            crossed = taken & gipfs & run & _union(other for other in rows if other != run)
            for part in _parts(singles | (run & taken & gipfs & ~crossed), crossed):
                more = so_far | part
                if more not in seen:
                    seen.add(more)
                    todo.append(more)


def removals_with_choice(own: int, occupied: int, gipfs: int) -> Iterator[int]:
    """Every set of spots that may come off where a crossing row may stay: each once, lazily."""
    found = set()
    for taken, kept in _choices(own, occupied, gipfs, occupied):
        if taken not in found and _may_stop(taken, kept, own, occupied, gipfs):
            found.add(taken)
            yield taken


def may_remove_with_choice(taken: int, own: int, occupied: int, gipfs: int) -> bool:
    """Whether `taken` is one of `removals_with_choice`."""
    return any(
        so_far == taken and _may_stop(so_far, kept, own, occupied, gipfs)
        for so_far, kept in _choices(own, occupied, gipfs, taken)
    )


def _choices(own: int, occupied: int, gipfs: int, within: int) -> Iterator[tuple[int, int]]:
    """What rows taken one by one can leave empty inside `within`, with the GIPF-pieces that stayed of them."""
    seen = {(0, 0)}
    todo = [(0, 0)]
    while todo:
        taken, kept = todo.pop()
        yield taken, kept
        for run in runs(own & ~taken, occupied & ~taken):
            if run & ~gipfs & ~within:
                continue
            for part in _parts(run & ~gipfs, run & gipfs & within):
                more = taken | part, (kept | run & gipfs) & ~(taken | part)
                if more not in seen:
                    seen.add(more)
                    todo.append(more)


def _may_stop(taken: int, kept: int, own: int, occupied: int, gipfs: int) -> bool:
    rows = runs(own & ~taken, occupied & ~taken)
    return all(run & ~gipfs == 0 or run & kept for run in rows)


def must_remove(own: int, occupied: int, gipfs: int) -> bool:
    """Whether a row with a single in it stands (GIPF 5, 7)."""
    return has_four(own) and any(run & ~gipfs for run in runs(own, occupied))


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
