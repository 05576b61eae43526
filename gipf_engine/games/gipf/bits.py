"""The GIPF board as bits of one int, and what the rules ask of it: fours, runs, pushes.

A spot is bit 8 * column + raised number (columns b to h are 0 to 6; the number is raised as in
`gipf_engine.rules.gipf.board` and counted from 0). So each of the three directions is a fixed step of 1, 8 or 9
bits, and bits that are no spot lie between the ends of any two lines: a shift never runs round a corner.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from gipf_engine.rules.gipf.board import COLUMNS, ENTRY_SPOTS, LINES, SPOTS, WAYS, Way

STEPS = (1, 8, 9)


def _bit(spot: str) -> int:
    column, number = COLUMNS.index(spot[0]), int(spot[1])
    raised = number + max(0, column - 4)
    return 1 << (8 * (column - 1) + raised - 2)


BIT = {spot: _bit(spot) for spot in SPOTS}
SPOT = {bit: spot for spot, bit in BIT.items()}


def mask(spots: Iterable[str]) -> int:
    """The bits of some spots."""
    return sum(BIT[spot] for spot in spots)


def _lines_through() -> dict[tuple[int, int], int]:
    """The line that runs through a spot with a step, by (step, bit)."""
    found = {}
    for line in LINES:
        step = abs(BIT[line[1]].bit_length() - BIT[line[0]].bit_length())
        found.update({(step, BIT[spot]): mask(line) for spot in line})
    return found


_LINE_THROUGH = _lines_through()


def each(bits: int) -> Iterator[int]:
    """The single bits, from the lowest."""
    while bits:
        low = bits & -bits
        yield low
        bits ^= low


def spots(bits: int) -> list[str]:
    """The spots of some bits in alphabetical order."""
    return sorted(SPOT[bit] for bit in each(bits))


def has_four(own: int) -> bool:
    """Whether four of these pieces stand next to each other on a line (GIPF 4)."""
    pairs = own & own >> 1
    if pairs & pairs >> 2:
        return True
    pairs = own & own >> 8
    if pairs & pairs >> 16:
        return True
    pairs = own & own >> 9
    return bool(pairs & pairs >> 18)


def runs(own: int, occupied: int) -> list[int]:
    """For every line with four of `own` next to each other: the unbroken run of pieces that holds them (GIPF 4)."""
    found = []
    for step in STEPS:
        pairs = own & own >> step
        starts = pairs & pairs >> 2 * step
        while starts:
            low = starts & -starts
            line = _LINE_THROUGH[step, low]
            starts &= ~line
            found.append(_run(low, step, occupied & line))
    return found


def _run(bit: int, step: int, occupied: int) -> int:
    run, ahead, behind = bit, bit << step, bit >> step
    while ahead & occupied:
        run |= ahead
        ahead <<= step
    while behind & occupied:
        run |= behind
        behind >>= step
    return run


class Push(NamedTuple):
    """A push that moves something (GIPF 3). `moved`: bits up to the gap, which go `step` bits up (negative: down)."""

    entry: int
    moved: int
    step: int

    def shift(self, pieces: int) -> int:
        """`pieces` after the push, the new piece not yet among them."""
        going = pieces & self.moved
        return pieces ^ going | (going << self.step if self.step > 0 else going >> -self.step)


class EntrySpot(NamedTuple):
    """A spot beside dots. `pushes`: for each way in, its line and the push for every pattern on it with a gap."""

    bit: int
    entry: int
    dots: int
    pushes: tuple[tuple[int, dict[int, Push]], ...]


NAMES: list[str] = []
"""Official name of each entry by its number: first the 18 spots, then every push with every length."""
GF1_NAMES: list[str] = []
"""Each entry by its number as dot and first spot; for a spot, the first dot beside it."""
FIRST_BIT: list[int] = []
"""The bit where the new piece comes in, by entry number."""
PATHS: list[tuple[str, ...]] = []
"""The dot, and the spots from the first to the last that changes, by entry number."""
PUSHES: dict[int, tuple[int, dict[int, Push]]] = {}
"""Line and pushes of the way that an entry number takes; a spot is not in it."""
BY_NAME: dict[str, int] = {}
"""Entry number of every official name."""
BY_GF1: dict[str, tuple[int, int, dict[int, Push]]] = {}
"""For a name of dot and first spot: the entry number of that spot if it is empty, else line and pushes."""


def _add_entry(way: Way, moved: int) -> int:
    number = len(NAMES)
    NAMES.append(way.spots[0] if moved == 0 else f"{way.dot}-{way.spots[moved]}")
    GF1_NAMES.append(f"{way.dot}-{way.spots[0]}")
    FIRST_BIT.append(BIT[way.spots[0]])
    PATHS.append((way.dot, *way.spots[: moved + 1]))
    BY_NAME[NAMES[number]] = number
    return number


def _add_pushes(way: Way) -> tuple[int, dict[int, Push]]:
    """Every push along `way`, by which of the line's spots are occupied."""
    bits = [BIT[spot] for spot in way.spots]
    step = bits[1].bit_length() - bits[0].bit_length()
    pushes: dict[int, Push] = {}
    for moved in range(1, len(bits)):
        push = Push(_add_entry(way, moved), sum(bits[:moved]), step)
        beyond = bits[moved + 1 :]
        for pattern in range(1 << len(beyond)):
            behind_gap = sum(bit for place, bit in enumerate(beyond) if pattern >> place & 1)
            pushes[push.moved | behind_gap] = push
    return sum(bits), pushes


def _entry_spots() -> tuple[EntrySpot, ...]:
    ways = {spot: [way for way in WAYS if way.spots[0] == spot] for spot in ENTRY_SPOTS}
    numbers = {spot: _add_entry(ways[spot][0], 0) for spot in ENTRY_SPOTS}
    found = []
    for spot in ENTRY_SPOTS:
        pushes = []
        for way in ways[spot]:
            line = _add_pushes(way)
            pushes.append(line)
            BY_GF1[f"{way.dot}-{spot}"] = (numbers[spot], *line)
            PUSHES.update((push.entry, line) for push in line[1].values())
        found.append(EntrySpot(BIT[spot], numbers[spot], len(pushes), tuple(pushes)))
    return tuple(found)


ENTRIES = _entry_spots()
DOTS_TO = {entry.entry: entry.dots for entry in ENTRIES}
"""From how many dots a piece gets to an empty spot, by entry number."""
