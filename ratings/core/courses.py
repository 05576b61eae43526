"""The state of a rating system while periods are rated, and the packed lines that they come to."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from gipf_engine.ratings import base
from gipf_engine.ratings.dumps import pack_rows, unpack_rows
from ratings.core.packed_lines import HEADER, header_of, record_of
from ratings.core.periods import Period

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from gipf_engine.ratings.columns.state import ColumnChanges, ColumnState, Ints

COLUMN_GAMES = 250
"""Periods of so many games, on average, are rated as columns where the system can."""
MOST_IN_A_TABLE = 4_000_000
"""Greater ids of persons are sorted and searched for, not looked up."""


class Course(ABC):
    """A state, and behind it everybody's lines."""

    @abstractmethod
    def take_up(self, state: bytes, counts: bytes) -> None:
        """Begin where a checkpoint stands. For a fresh course."""

    @abstractmethod
    def rate(self, period: Period) -> None:
        """Rate the next period."""

    @abstractmethod
    def dump(self) -> tuple[bytes, bytes]:
        """State and counts of lines, for a checkpoint."""

    @abstractmethod
    def histories(self, stored: Mapping[int, bytes]) -> dict[int, bytes]:
        """Everybody's lines: up to where it was taken up as they are `stored`, and what came after it."""


def course_of(system: base.System, values: int, periods: Sequence[Period]) -> Course:
    """A fresh course for these periods, of a system that notes so many values."""
    if periods and sum(period.size for period in periods) >= COLUMN_GAMES * len(periods):
        ids = _persons_of(periods)
        if (state := system.column_state(ids)) is not None:
            return ColumnCourse(state, values)
    return PlainCourse(system.initial_state(), values)


class PlainCourse(Course):
    """A tuple a game, and one a change."""

    def __init__(self, state: base.RatingState, values: int) -> None:
        self.state, self.values = state, values
        self._taken_up: dict[int, int] = {}
        self._counts: defaultdict[int, int] = defaultdict(int)
        self._tails: defaultdict[int, bytearray] = defaultdict(bytearray)

    def take_up(self, state: bytes, counts: bytes) -> None:
        self.state.restore(state)
        self._taken_up = dict(_pairs(counts))
        self._counts.update(self._taken_up)

    def rate(self, period: Period) -> None:
        pack, day, parent_scope = record_of(self.values).pack, period.day, period.parent_scope
        tails, counts = self._tails, self._counts
        steps = period.steps
        changes = self.state.rate_unequal(period.games, steps, day) if steps else self.state.rate(period.games, day)
        for person, *numbers, details in changes:
            tails[person] += pack(parent_scope, day, *numbers, *details.values())
            counts[person] += 1

    def dump(self) -> tuple[bytes, bytes]:
        return self.state.dump(), pack_rows(sorted(self._counts.items()))

    def histories(self, stored: Mapping[int, bytes]) -> dict[int, bytes]:
        header, size, nothing = header_of(self.values), record_of(self.values).size, bytearray()
        found = {}
        for person in self._counts:
            lines = self._taken_up.get(person)
            head = header if lines is None else stored[person][: HEADER + lines * size]
            found[person] = head + self._tails.get(person, nothing)
        return found


class ColumnCourse(Course):
    """Columns of numbers all the way: nothing of Python's happens for a game or a line."""

    def __init__(self, state: ColumnState, values: int) -> None:
        import numpy as np

        self.state, self.values = state, values
        self._taken_up = np.zeros(len(state.ids), dtype=np.int64)
        self._counts = self._taken_up.copy()
        self._changes: list[tuple[Period, ColumnChanges]] = []
        self._table = _table_of(state.ids)

    def take_up(self, state: bytes, counts: bytes) -> None:
        import numpy as np

        self.state.restore(state)
        for_each = np.array(list(_pairs(counts)), dtype=np.int64).reshape(-1, 2)
        self._taken_up[self._find_places(for_each[:, 0])] = for_each[:, 1]
        self._counts = self._taken_up.copy()

    def rate(self, period: Period) -> None:
        import numpy as np

        white, black, score = (np.frombuffer(column, dtype=np.int64) for column in period.columns[:3])
        changes = self.state.rate(self._find_places(white), self._find_places(black), score, period.day)
        self._changes.append((period, changes))
        self._counts[changes.persons] += 1

    def dump(self) -> tuple[bytes, bytes]:
        import numpy as np

        there = np.flatnonzero(self._counts)
        counts = np.stack((self.state.ids[there], self._counts[there]), axis=1)
        return self.state.dump(), counts.astype("<i8").tobytes()

    def histories(self, stored: Mapping[int, bytes]) -> dict[int, bytes]:
        import numpy as np

        header, size = header_of(self.values), record_of(self.values).size
        ends = np.concatenate(([0], np.cumsum(self._counts - self._taken_up)))
        tails = memoryview(self._tails(ends[:-1].copy(), int(ends[-1])).tobytes())
        found = {}
        bounds = pairwise((ends * size).tolist())
        rows = zip(self.state.ids.tolist(), self._taken_up.tolist(), self._counts.tolist(), bounds, strict=True)
        for person, taken_up, lines, (begin, end) in rows:
            if lines:
                head = stored[person][: HEADER + taken_up * size] if taken_up else header
                found[person] = b"".join((head, tails[begin:end]))
        return found

    def _tails(self, free: Ints, lines: int) -> NDArray[np.int32]:
        """The records of everybody, the first person's first. `free`: where the next one of each goes."""
        import numpy as np

        records = np.empty((lines, record_of(self.values).size // 4), dtype="<i4")
        for period, changes in self._changes:
            places = free[changes.persons]
            free[changes.persons] += 1
            begun = np.array([period.parent_scope], dtype="<i8").view("<i4").tolist()
            columns = (*begun, period.day, *changes[1:-1], *changes.noted)
            block = np.empty((len(places), len(columns)), dtype="<i4")
            for number, column in enumerate(columns):
                block[:, number] = column
            records[places] = block
        return records

    def _find_places(self, persons: Ints) -> Ints:
        import numpy as np

        places: Ints = np.searchsorted(self.state.ids, persons) if self._table is None else self._table[persons]
        return places


def _pairs(counts: bytes) -> list[tuple[int, int]]:
    return [(person, lines) for person, lines in unpack_rows(counts, 2)]


def _persons_of(periods: Sequence[Period]) -> Ints:
    import numpy as np

    columns = [np.frombuffer(column, dtype=np.int64) for each in periods for column in each.columns[:2]]
    last = max(int(column.max()) for column in columns)
    if last >= MOST_IN_A_TABLE:
        return np.unique(np.concatenate(columns))
    seen = np.zeros(last + 1, dtype=np.bool_)
    for column in columns:
        seen[column] = True
    return np.flatnonzero(seen)


def _table_of(ids: Ints) -> Ints | None:
    """By id the place; None where that would be too long."""
    import numpy as np

    if ids[-1] >= MOST_IN_A_TABLE:
        return None
    table = np.zeros(ids[-1] + 1, dtype=np.int64)
    table[ids] = np.arange(len(ids))
    return table
