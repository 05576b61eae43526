"""Compiled: what rows of GIPF there are on the bits of a board, and what may come off (GIPF 4, 5, 7)."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from gipf_engine.compiled import F, compile_annotated, digest_of, find_folder

if TYPE_CHECKING:
    from gipf_engine.kit.kernel import Words

_HERE = Path(__file__).parent
_ENGINE = _HERE.parents[1]
_SOURCES = (
    *(
        _HERE / f"{name}.py"
        for name in ("kernel_bits", "kernel_tables", "kernel_turns", "kernel_count", "bits", "board")
    ),
    *(_ENGINE / name for name in ("kit/kernel.py", "kit/board.py")),
)
FOLDER = find_folder(_HERE, f"kernel-{digest_of(_SOURCES)}")
_MAY_STOP = 1 << 60
"""Marks what leaves no row that must be taken."""


def compiled(function: F) -> F:
    """Decorator: compile as annotated."""
    return compile_annotated(FOLDER, function)


@compiled
def count_bits(bits: int) -> int:
    """How many bits are set."""
    bits -= bits >> 1 & 0x5555555555555555
    bits = (bits & 0x3333333333333333) + (bits >> 2 & 0x3333333333333333)
    bits = (bits + (bits >> 4)) & 0x0F0F0F0F0F0F0F0F
    return bits * 0x0101010101010101 >> 56


@compiled
def is_four(own: int) -> bool:
    """Whether four of these pieces stand next to each other on a line."""
    up, right, across = own & own >> 1, own & own >> 8, own & own >> 9
    return (up & up >> 2 | right & right >> 16 | across & across >> 18) != 0


@compiled
def find_run(low: int, step: int, occupied: int) -> int:
    """The unbroken run of pieces through a spot. Not shared with the referee, which the kernel is compared to."""
    run, ahead, behind = low, low << step, low >> step
    while ahead & occupied:
        run |= ahead
        ahead <<= step
    while behind & occupied:
        run |= behind
        behind >>= step
    return run


@compiled
def add_new(sets: Words, first: int, end: int, taken: int) -> int:
    """Write a set behind the others unless it is among them; returns where they end."""
    for number in range(first, end):
        if sets[number] & ~_MAY_STOP == taken:
            return end
    if end == len(sets):
        raise OverflowError("too many ways to take rows off")
    sets[end] = taken
    return end + 1


@compiled
def list_parts(sets: Words, number: int, first: int, end: int, own: int, occupied: int, gipfs: int) -> int:
    """Write what one row more may leave empty after `sets[number]`, and mark that where none must go."""
    taken = sets[number]
    must_go = False
    own, occupied = own & ~taken, occupied & ~taken
    for step in (1, 8, 9):
        pairs = own & own >> step
        starts = pairs & pairs >> 2 * step
        while starts:
            row = find_run(starts & -starts, step, occupied)
            starts &= ~row
            singles, loose, chosen = row & ~gipfs, row & gipfs, 0
            must_go = must_go or singles != 0
            while True:
                if singles | chosen:
                    end = add_new(sets, first, end, taken | singles | chosen)
                if chosen == loose:
                    break
                chosen = chosen - loose & loose
    if not must_go:
        sets[number] |= _MAY_STOP
    return end


@compiled
def list_removals(own: int, occupied: int, gipfs: int, sets: Words, first: int) -> int:
    """Write each set of spots that may come off to `sets[first:]`; returns where they end."""
    sets[first] = 0
    number, end = first, first + 1
    while number < end:
        end = list_parts(sets, number, first, end, own, occupied, gipfs)
        number += 1
    found = first
    for number in range(first, end):
        if sets[number] & _MAY_STOP:
            sets[found] = sets[number] & ~_MAY_STOP
            found += 1
    return found
