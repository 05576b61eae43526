"""Compiled: which stack of LYNGK may land where (LYNGK 4 to 10), by sets of spots as bits.

As in `landings`: a stack sees its neighbours among the occupied spots of each line, and stacks of one claimed colour
that see each other share one horizon.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from gipf_engine.compiled import F, compile_annotated, digest_of, find_folder
from gipf_engine.games.lyngk.kernel_tables import COLOUR_COUNT, END, JOKER_TOP, LINES, SPOT_COUNT

if TYPE_CHECKING:
    from gipf_engine.kit.kernel import Rows, Words

_HERE = Path(__file__).parent
_SOURCES = (
    *(_HERE / f"{name}.py" for name in ("kernel_tables", "kernel_sight", "kernel_turns", "kernel_count", "board")),
    *(_HERE.parents[1] / "kit" / name for name in ("kernel.py", "board.py")),
)
FOLDER = find_folder(_HERE, f"kernel-{digest_of(_SOURCES)}")


def compiled(function: F) -> F:
    """Decorator: compile as annotated."""
    return compile_annotated(FOLDER, function)


OWN, OTHER, COMPLETED, OTHER_COMPLETED, LIMIT = range(SPOT_COUNT, SPOT_COUNT + 5)
"""Columns of a position behind its spots: claimed colours as bits, completed columns, pieces of a complete stack.

A stack is its height, 8 times the bits of its colours and 256 times what is on top; 0 where there is none.
"""
WORDS = SPOT_COUNT + 5
LOW, TOPS, COLOURS = SPOT_COUNT, SPOT_COUNT + 8, SPOT_COUNT + 16
"""In the scratch, behind what each spot sees: the spots of stacks up to each height, by what is on top, by colour."""
SCRATCH_WORDS = SPOT_COUNT + 24


@compiled
def count_bits(bits: int) -> int:
    """How many bits are set."""
    bits -= bits >> 1 & 0x5555555555555555
    bits = (bits & 0x3333333333333333) + (bits >> 2 & 0x3333333333333333)
    bits = (bits + (bits >> 4)) & 0x0F0F0F0F0F0F0F0F
    return bits * 0x0101010101010101 >> 56


@compiled
def collect_spots(rows: Rows, ply: int, scratch: Words) -> None:
    """Write the sets of spots by height, top and colour to `scratch`, which is empty."""
    for spot in range(SPOT_COUNT):
        stack, bit = rows[ply, spot], 1 << spot
        if stack:
            scratch[LOW + (stack & 7)] |= bit
            scratch[TOPS + (stack >> 8)] |= bit
            for colour in range(COLOUR_COUNT):
                if stack >> 3 + colour & 1:
                    scratch[COLOURS + colour] |= bit
    for height in range(2, 7):
        scratch[LOW + height] |= scratch[LOW + height - 1]


@compiled
def see_all(rows: Rows, ply: int, scratch: Words) -> None:
    """Write what every stack sees, and the sets of spots, to `scratch`."""
    for place in range(SCRATCH_WORDS):
        scratch[place] = 0
    collect_spots(rows, ply, scratch)
    last = END
    for place in range(len(LINES)):
        spot = LINES[place]
        if spot == END:
            last = END
        elif rows[ply, spot]:
            if last != END:
                scratch[last] |= 1 << spot
                scratch[spot] |= 1 << last
            last = spot


@compiled
def find_fitting(stack: int, horizon: int, highest: int, scratch: Words) -> int:
    """What of a horizon is no higher than `highest` and shares no colour with a stack (LYNGK 7, 8)."""
    if highest < 1:
        return 0
    fitting = horizon & scratch[LOW + highest]
    for colour in range(COLOUR_COUNT):
        if stack >> 3 + colour & 1:
            fitting &= ~scratch[COLOURS + colour]
    return fitting


@compiled
def find_family(first: int, colour: int, scratch: Words) -> int:
    """The spots of a stack, and of all under its colour that are linked with it by sight."""
    family, todo = first, first
    while todo:
        low = todo & -todo
        found = scratch[count_bits(low - 1)] & scratch[TOPS + colour] & ~family
        family |= found
        todo = (todo ^ low) | found
    return family


@compiled
def find_horizon(family: int, scratch: Words) -> int:
    """What the stacks of a family see together."""
    horizon = 0
    while family:
        low = family & -family
        horizon |= scratch[count_bits(low - 1)]
        family ^= low
    return horizon


@compiled
def find_landings(rows: Rows, ply: int, spot: int, is_own: bool, scratch: Words) -> int:
    """Where the stack on a spot may land, if its colour is the mover's or neutral."""
    stack = rows[ply, spot]
    height = stack & 7
    most = rows[ply, LIMIT] - height
    if is_own:
        horizon = find_horizon(find_family(1 << spot, stack >> 8, scratch), scratch)
        return find_fitting(stack, horizon, most, scratch)
    return find_fitting(stack, scratch[spot], min(height, most), scratch)


@compiled
def list_movable(rows: Rows, ply: int, scratch: Words) -> int:
    """The spots of stacks that the mover may move without a claim, whether or not there is a landing."""
    movable = scratch[LOW + 6] & ~scratch[TOPS + JOKER_TOP]
    for colour in range(COLOUR_COUNT):
        if rows[ply, OTHER] >> colour & 1:
            movable &= ~scratch[TOPS + colour]
    return movable


@compiled
def has_landing(rows: Rows, ply: int, spots: int, own: int, scratch: Words) -> bool:
    """Whether a stack on one of these spots may land somewhere, if the colours `own` are the mover's."""
    while spots:
        low = spots & -spots
        spot = count_bits(low - 1)
        if find_landings(rows, ply, spot, own >> (rows[ply, spot] >> 8) & 1 != 0, scratch):
            return True
        spots ^= low
    return False


@compiled
def may_claim(own: int, other: int, colour: int) -> bool:
    """Whether a player with the colours `own` may claim another (LYNGK 4)."""
    return count_bits(own) < 2 and not (own | other) >> colour & 1


@compiled
def has_turn(rows: Rows, ply: int, spots: int, own: int, other: int, scratch: Words) -> bool:
    """Whether a player with the colours `own` who may move the stacks on `spots` has a turn, claims among them."""
    if has_landing(rows, ply, spots, own, scratch):
        return True
    for colour in range(COLOUR_COUNT):
        claimed = scratch[TOPS + colour]
        if may_claim(own, other, colour) and has_landing(rows, ply, claimed, own | 1 << colour, scratch):
            return True
    return False
