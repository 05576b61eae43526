"""Compiled: what marbles and rings of ZÈRTZ can do, by sets of rings as bits (Z4 to Z6)."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from gipf_engine.compiled import F, compile_annotated, digest_of, find_folder
from gipf_engine.games.zertz.kernel_tables import AROUND, BEHIND, BESIDE, PAIRS, WAYS

if TYPE_CHECKING:
    from gipf_engine.kit.kernel import Rows

_HERE = Path(__file__).parent
_SOURCES = (
    *(_HERE / f"{name}.py" for name in ("kernel_tables", "kernel_board", "kernel_turns", "board")),
    *(_HERE.parents[1] / "kit" / name for name in ("kernel.py", "board.py")),
)
FOLDER = find_folder(_HERE, f"kernel-{digest_of(_SOURCES)}")


def compiled(function: F) -> F:
    """Decorator: compile as annotated."""
    return compile_annotated(FOLDER, function)


RINGS, MARBLES, POOL, OWN, OTHER, PASSES, IS_BLITZ = 0, 1, 4, 7, 10, 13, 14
"""Columns of a position: the rings as bits; for white, grey and black those with such a marble, then how many are in
the pool and how many either player has captured; turns just passed; whether fewer win."""
WORDS = 15


@compiled
def count_bits(bits: int) -> int:
    """How many bits are set."""
    bits -= bits >> 1 & 0x5555555555555555
    bits = (bits & 0x3333333333333333) + (bits >> 2 & 0x3333333333333333)
    bits = (bits + (bits >> 4)) & 0x0F0F0F0F0F0F0F0F
    return bits * 0x0101010101010101 >> 56


@compiled
def find_marbles(rows: Rows, ply: int) -> int:
    """The rings with a marble."""
    return rows[ply, MARBLES] | rows[ply, MARBLES + 1] | rows[ply, MARBLES + 2]


@compiled
def find_colour(rows: Rows, ply: int, point: int) -> int:
    """The colour of the marble on a ring: 0 white, 1 grey, 2 black."""
    if rows[ply, MARBLES] >> point & 1:
        return 0
    return 1 if rows[ply, MARBLES + 1] >> point & 1 else 2


@compiled
def can_jump(marbles: int, vacant: int, point: int, way: int) -> bool:
    """Whether a marble there can jump that way (Z5)."""
    over, target = BESIDE[point * WAYS + way], BEHIND[point * WAYS + way]
    return target >= 0 and marbles >> over & 1 != 0 and vacant >> target & 1 != 0


@compiled
def find_jumpers(marbles: int, vacant: int) -> int:
    """The rings whose marbles can jump."""
    found, left = 0, marbles
    while left:
        low = left & -left
        left ^= low
        point = count_bits(low - 1)
        for way in range(WAYS):
            if can_jump(marbles, vacant, point, way):
                found |= low
                break
    return found


@compiled
def find_free(rings: int, vacant: int) -> int:
    """The vacant rings that slide off: two places beside them, next to each other, are missing (Z4)."""
    found, left = 0, vacant
    while left:
        low = left & -left
        left ^= low
        point = count_bits(low - 1)
        for way in range(WAYS):
            if PAIRS[point * WAYS + way] & rings == 0:
                found |= low
                break
    return found


@compiled
def find_full(rings: int, vacant: int) -> int:
    """The rings of all groups without a vacant ring (Z6)."""
    reached, fresh = vacant, vacant
    while fresh:
        low = fresh & -fresh
        near = AROUND[count_bits(low - 1)] & rings & ~reached
        reached |= near
        fresh = fresh ^ low | near
    return rings & ~reached
