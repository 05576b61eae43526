"""What the rules of GIPF ask of its board as bits of one int: fours, runs, pushes.

On the bits of `gipf_engine.kit.board` each of the three directions is a fixed step of 1, 8 or 9 here, and bits that
are no spot lie between the ends of any two lines: a shift never runs round a corner.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from gipf_engine.games.gipf.board import BOARD, ENTRY_SPOTS, LINES, WAYS_INTO, Way

BIT, STEPS = BOARD.bit, BOARD.bit_steps


def _lines_through() -> dict[tuple[int, int], int]:
    """The line that runs through a spot with a step, by (step, bit)."""
    found = {}
    for line in LINES:
        step = abs(BIT[line[1]].bit_length() - BIT[line[0]].bit_length())
        found.update({(step, BIT[spot]): BOARD.mask(line) for spot in line})
    return found


_LINE_THROUGH = _lines_through()


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


@dataclass(frozen=True, slots=True, eq=False)
class EntryBits:
    """One way in which a piece may come in (GIPF 3): onto an empty spot, or a push of as many pieces as there are.

    `name`: as it is written officially. `gf1`: as dot and first spot, the first dot beside an empty spot. `first`: the
    bit where the piece comes in. `moved`: bits up to the gap, which go `step` bits up (negative: down). `path`: the
    dot, and the spots from the first to the last that changes. `touches`: each pair of dot and spot that chooses it.
    """

    number: int
    name: str
    gf1: str
    first: int
    moved: int
    step: int
    path: tuple[str, ...]
    touches: tuple[tuple[str, str], ...]

    def shift(self, pieces: int) -> int:
        """`pieces` after the push, the new piece not yet among them."""
        going = pieces & self.moved
        return pieces ^ going | (going << self.step if self.step > 0 else going >> -self.step)


class LineBits(NamedTuple):
    """The spots of a line as bits, seen from one of its dots, and the entry for every pattern on it with a gap."""

    spots: int
    entries: dict[int, EntryBits]

    def entry(self, occupied: int) -> EntryBits | None:
        """What comes of a piece put on the dot; None where the line is full."""
        return self.entries.get(occupied & self.spots)


ENTRIES: dict[str, tuple[EntryBits, LineBits]] = {}
"""Every entry by its official name, and a line along which it goes: all in the order of their numbers."""
LINES_IN: dict[str, LineBits] = {}
"""The line that begins at a dot and a spot, as in `e1-e2`."""
BESIDE: list[tuple[int, EntryBits, tuple[LineBits, ...]]] = []
"""For each spot beside a dot its bit, the entry where it is empty, and the lines along which one pushes there."""


def _add_entry(way: Way, moved: int, line: LineBits) -> EntryBits:
    spots = way.spots
    entry = EntryBits(
        number=len(ENTRIES),
        name=f"{way.dot}-{spots[moved]}" if moved else spots[0],
        gf1=f"{way.dot}-{spots[0]}",
        first=BIT[spots[0]],
        moved=BOARD.mask(spots[:moved]),
        step=BIT[spots[1]].bit_length() - BIT[spots[0]].bit_length(),
        path=(way.dot, *spots[: moved + 1]),
        touches=tuple((each.dot, spots[0]) for each in ([way] if moved else WAYS_INTO[spots[0]])),
    )
    ENTRIES[entry.name] = entry, line
    return entry


def _add_line(way: Way, at_once: EntryBits | None) -> LineBits:
    """Every entry along `way`, by which of the line's spots are occupied; `at_once` where the first is empty."""
    bits = [BIT[spot] for spot in way.spots]
    line = LINES_IN[f"{way.dot}-{way.spots[0]}"] = LineBits(sum(bits), {})
    for moved in range(len(bits)):
        entry = _add_entry(way, moved, line) if moved or at_once is None else at_once
        beyond = bits[moved + 1 :]
        for pattern in range(1 << len(beyond)):
            behind_gap = sum(bit for place, bit in enumerate(beyond) if pattern >> place & 1)
            line.entries[sum(bits[:moved]) | behind_gap] = entry
    return line


def _add_all() -> None:
    for spot in ENTRY_SPOTS:
        first, *others = WAYS_INTO[spot]
        lines = [_add_line(first, None)]
        at_once = ENTRIES[spot][0]
        lines += [_add_line(way, at_once) for way in others]
        BESIDE.append((BIT[spot], at_once, tuple(lines)))


_add_all()


WRITTEN: dict[str, tuple[EntryBits | None, LineBits]] = {
    **ENTRIES,
    **{name: (None, line) for name, line in LINES_IN.items()},
}
"""A line by all that is written for it: an entry officially, or in GF1 notation whatever comes of it."""


def find_entry(name: str, occupied: int) -> EntryBits | None:
    """The entry that is written officially or in GF1 notation; None where something else would happen."""
    if name not in WRITTEN:
        return None
    meant, line = WRITTEN[name]
    entry = line.entries.get(occupied & line.spots)
    return entry if meant is None or meant is entry else None
