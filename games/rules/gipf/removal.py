"""What may come off in one removal phase, with bits.

Rows are taken one by one in any order. All singles of a row's run go; each of its GIPF-pieces goes or
stays. The phase is over when no row with a single is left; a row of GIPF-pieces only may stay.
"""

from __future__ import annotations

from collections.abc import Iterator

from games.rules.gipf.bits import has_four, runs


def removals(own: int, occupied: int, gipfs: int) -> list[int]:
    """Every set of spots that the owner of `own` may take off, the empty set among them if nothing must go."""
    if not has_four(own):
        return [0]
    ends = []
    seen = {0}
    todo = [0]
    while todo:
        taken = todo.pop()
        rows = runs(own & ~taken, occupied & ~taken)
        if all(run & ~gipfs == 0 for run in rows):
            ends.append(taken)
        for run in rows:
            for part in _parts(run, gipfs, run & gipfs):
                more = taken | part
                if more not in seen:
                    seen.add(more)
                    todo.append(more)
    return ends


def may_remove(taken: int, own: int, occupied: int, gipfs: int) -> bool:
    """Whether `taken` is one of `removals`, found without listing the others."""
    if taken & ~occupied or must_remove(own & ~taken, occupied & ~taken, gipfs):
        return False
    seen = {0}
    todo = [0]
    while todo:
        so_far = todo.pop()
        if so_far == taken:
            return True
        for run in runs(own & ~so_far, occupied & ~so_far):
            if run & ~gipfs & ~taken:
                continue
            for part in _parts(run, gipfs, run & gipfs & taken):
                more = so_far | part
                if more not in seen:
                    seen.add(more)
                    todo.append(more)
    return False


def must_remove(own: int, occupied: int, gipfs: int) -> bool:
    """Whether a row with a single in it stands."""
    return has_four(own) and any(run & ~gipfs for run in runs(own, occupied))


def _parts(run: int, gipfs: int, loose: int) -> Iterator[int]:
    """What comes off when `run` is taken: its singles, with any of the GIPF-pieces in `loose`; never nothing.

    All of `loose` comes last, so that a search which takes the last found first tries it first.
    """
    singles = run & ~gipfs
    chosen = 0
    while True:
        if singles | chosen:
            yield singles | chosen
        if chosen == loose:
            return
        chosen = (chosen - loose) & loose
