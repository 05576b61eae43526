"""Hexagonal boards of any outline: points, lines, rays, neighbours, symmetries, labels, and sets of points as bits.

A point has a name and a place (column, row) on axes on which every line runs along (0, 1), (1, 0) or (1, 1). Columns
are the letters. The number behind the letter counts in one of two ways: by **shared rows** (YINSH, DVONN: all points of
a slanted row have one number) or **per column** (GIPF, ZÈRTZ, TZAAR: every column counts from 1).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property

from gipf_engine.rules.position_key import Symmetries, hexagonal

Place = tuple[int, int]
DIRECTIONS: tuple[Place, ...] = ((0, 1), (1, 0), (1, 1), (0, -1), (-1, 0), (-1, -1))
"""The three directions in which lines run, then the way back of each."""
ROUND: tuple[Place, ...] = ((0, 1), (1, 1), (1, 0), (0, -1), (-1, -1), (-1, 0))
"""The six ways out of a point in the order in which they lie round it."""


class Board:
    """The points of a board by name, in the order in which texts list them.

    `places`: each point on the axes. Inside a game a point is its name, or its index in `names` where speed matters.

    `rim`: points from which pieces come in and on which none stays (the dots of GIPF). Lines run out to them and none
    runs along them; they have no bits.
    """

    def __init__(self, places: Mapping[str, Place], rim: Iterable[str] = ()) -> None:
        self.places = dict(places)
        self.rim = frozenset(rim)
        self.names = tuple(places)
        self.index = {name: number for number, name in enumerate(self.names)}
        self._at = {place: name for name, place in places.items()}
        inner = [place for name, place in places.items() if name not in self.rim]
        self._corner = min(column for column, _row in inner), min(row for _column, row in inner)
        self._span = max(row for _column, row in inner) - self._corner[1] + 2
        self.bit = {name: 0 if name in self.rim else 1 << self._bit_number(at) for name, at in places.items()}
        self.name_of = {bit: name for name, bit in self.bit.items() if bit}
        self.all = sum(self.bit.values())
        self.bit_steps = (1, self._span, self._span + 1)
        """By how many bits a point and the next lie apart, for each direction of lines."""
        self.bit_steps_round = tuple(right * self._span + up for right, up in ROUND)
        """By how many bits a point and the next lie apart, for each of the six ways out of it, in turn round it."""

    @cached_property
    def around(self) -> tuple[str, ...]:
        """The points of the rim in their order."""
        return tuple(name for name in self.names if name in self.rim)

    def __contains__(self, name: object) -> bool:
        return name in self.index

    def __len__(self) -> int:
        return len(self.names)

    # --- points beside each other ------------------------------------------------------------------------

    @cached_property
    def rays(self) -> dict[str, tuple[tuple[str, ...], ...]]:
        """For each point and each of `DIRECTIONS`, the points that lie that way, nearest first."""
        return {name: tuple(tuple(self._ray(place, way)) for way in DIRECTIONS) for name, place in self.places.items()}

    @cached_property
    def lines(self) -> tuple[tuple[str, ...], ...]:
        """Every line of two points or more, from one end to the other."""
        found = []
        for forth in range(3):
            for name, rays in self.rays.items():
                if rays[forth] and not rays[forth + 3] and not self.rim.issuperset((name, *rays[forth])):
                    found.append((name, *rays[forth]))
        return tuple(found)

    @cached_property
    def neighbours(self) -> dict[str, tuple[str | None, ...]]:
        """The six points beside each, in turn round it; None where the board ends."""
        return {
            name: tuple(self._at.get((column + right, row + up)) for right, up in ROUND)
            for name, (column, row) in self.places.items()
        }

    def between(self, one: str, other: str) -> tuple[str, ...] | None:
        """The points between two on a line; None where no line has both, and for a point and itself."""
        for ray in self.rays[one]:
            if other in ray:
                return ray[: ray.index(other)]
        return None

    @cached_property
    def symmetries(self) -> Symmetries:
        """The rotations and reflections that leave the board in place."""
        return hexagonal(self.places)

    # --- labels ------------------------------------------------------------------------------------------

    @cached_property
    def columns(self) -> tuple[tuple[str, ...], ...]:
        """The points by letter, each column from the bottom."""
        found: dict[str, list[str]] = {}
        for name in self.names:
            found.setdefault(name[0], []).append(name)
        return tuple(map(tuple, found.values()))

    # --- sets of points as bits --------------------------------------------------------------------------

    def mask(self, names: Iterable[str]) -> int:
        """The bits of some points."""
        return sum(self.bit[name] for name in names)

    def points(self, bits: int) -> list[str]:
        """The names of some bits, in letter-then-number order."""
        return [self.name_of[bit] for bit in each_bit(bits)]

    def rows(self, bits: int, length: int) -> list[tuple[str, ...]]:
        """Every `length` adjacent points on a line that are all among `bits`, their ends in letter-then-number order.

        A longer row is told as each part of it that is `length` long.
        """
        found = []
        for step in self.bit_steps:
            for start in each_bit(_starts(bits, length, step)):
                found.append(tuple(self.name_of[start << step * number] for number in range(length)))
        return found

    def has_row(self, bits: int, length: int) -> bool:
        """Whether `rows` finds one."""
        return any(_starts(bits, length, step) for step in self.bit_steps)

    def with_neighbour(self, bits: int) -> tuple[int, ...]:
        """For each of the six ways, in turn round a point, the points whose neighbour that way is among `bits`."""
        return tuple(shift(bits, -step) & self.all for step in self.bit_steps_round)

    def islands(self, bits: int) -> list[int]:
        """The connected groups of points among `bits`."""
        found = []
        while bits:
            group, grown = 0, bits & -bits
            while group != grown:
                group = grown
                for step in self.bit_steps:
                    grown |= group << step | group >> step
                grown &= bits
            found.append(group)
            bits &= ~group
        return found

    def _bit_number(self, place: Place) -> int:
        """One bit lies between the ends of any two lines: a shift never runs round a corner."""
        column, row = place
        return (column - self._corner[0]) * self._span + row - self._corner[1]

    def _ray(self, place: Place, way: Place) -> Iterator[str]:
        column, row = place
        while (name := self._at.get((column := column + way[0], row := row + way[1]))) is not None:
            yield name


def each_bit(bits: int) -> Iterator[int]:
    """The single bits, from the lowest."""
    while bits:
        low = bits & -bits
        yield low
        bits ^= low


def shift(bits: int, step: int) -> int:
    """Bits moved up by `step`, down where it is negative."""
    return bits << step if step > 0 else bits >> -step


def with_shared_rows(columns: Sequence[tuple[int, int]]) -> Board:
    """A board whose numbers are those of slanted rows: for each column from `a` its lowest and its highest number."""
    return Board(
        {
            f"{_letter(column)}{number}": (column, number)
            for column, (lowest, highest) in enumerate(columns)
            for number in range(lowest, highest + 1)
        }
    )


def with_counted_columns(heights: Sequence[int], *, has_rim: bool = False) -> Board:
    """A board whose columns count from 1 each: for each column from `a` how many points it has.

    Left of the longest column they begin on one slanted row, right of it each begins a row higher. `has_rim`: no piece
    stays on the outermost points.
    """
    longest = heights.index(max(heights))
    places = {
        f"{_letter(column)}{number}": (column, number + max(0, column - longest))
        for column, height in enumerate(heights)
        for number in range(1, height + 1)
    }
    return Board(places, _outermost(places) if has_rim else ())


def _outermost(places: Mapping[str, Place]) -> list[str]:
    """The points at which the board ends in some direction."""
    there = set(places.values())
    return [
        name
        for name, (column, row) in places.items()
        if any((column + right, row + up) not in there for right, up in ROUND)
    ]


def _letter(column: int) -> str:
    return chr(ord("a") + column)


def _starts(bits: int, length: int, step: int) -> int:
    """The first points of all rows of `length` in a direction."""
    starts = bits
    for number in range(1, length):
        starts &= bits >> step * number
    return starts
