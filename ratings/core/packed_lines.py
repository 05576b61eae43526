"""All lines of one person in one pool as bytes: what the ledger stores, compares and takes its fingerprint of.

A byte for the layout, a byte for the number n of values that the rating system notes, then a record a line, the oldest
first, little-endian: parent scope (64 bits), and in 32 bits each the day as an ordinal number, `before`, `after`,
`games`, `games_total`, `score`, and the n values in the system's order. The number of a line is its place.
"""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from functools import cache
from typing import NamedTuple

from gipf_engine.ratings import base

LAYOUT = 1
HEADER = 2
"""Bytes before the first record."""
PARENT_SCOPE = 8
"""Bytes of a record's parent scope."""
DAY = 4
"""Bytes of the day behind it."""
Subject = int | tuple[int, date]
"""What a line tells of: an event (the id of its scope), or the games of an event that count from one day."""


class LedgerLine(NamedTuple):
    """What one event did to one person: `number` counts the person's lines in the pool, from 1.

    Where games count at once: what the games of one event did that count from `rated_on`.
    """

    person: int
    parent_scope: int
    rated_on: date
    number: int
    before: int
    after: int
    games: int
    games_total: int
    score: int
    details: Mapping[str, int]

    def subject(self, *, by_day: bool) -> Subject:
        """What it tells of, as `subjects` has it."""
        return (self.parent_scope, self.rated_on) if by_day else self.parent_scope

    @property
    def change(self) -> base.RatingChange:
        """The change of the rating, as the rating system made it."""
        return base.RatingChange(self.person, *self[4:])


@cache
def record_of(values: int) -> struct.Struct:
    """The record of a system that notes so many values."""
    return struct.Struct(f"<q{6 + values}i")


def header_of(values: int) -> bytes:
    """What stands before the records of a system that notes so many values."""
    return bytes((LAYOUT, values))


def unpack(packed: bytes, person: int, keys: Sequence[str], start: int = 0) -> Iterator[LedgerLine]:
    """The lines of `person` after the first `start`, the oldest first; `keys` are those of the system's values.

    Raises `ValueError`.
    """
    record = _records(packed)
    rows = record.iter_unpack(memoryview(packed)[HEADER + start * record.size :])
    for number, row in enumerate(rows, start=start + 1):
        yield _ledger_line(row, person, number, keys)


def count_lines(packed: bytes) -> int:
    """How many lines there are."""
    return (len(packed) - HEADER) // _records(packed).size


def unpack_last(packed: bytes, person: int, keys: Sequence[str]) -> LedgerLine:
    """The last line of `person`."""
    record = _records(packed)
    number = (len(packed) - HEADER) // record.size
    return _ledger_line(record.unpack_from(packed, len(packed) - record.size), person, number, keys)


def last_ratings(packed: bytes, most: int) -> list[int]:
    """The last ratings, `most` at the most, the oldest first, and before them the one that they started from."""
    record = _records(packed)
    start = max(HEADER, len(packed) - most * record.size)
    rows = list(record.iter_unpack(memoryview(packed)[start:]))
    return [rows[0][2], *(row[3] for row in rows)]


def highest(packed: bytes) -> tuple[int, date]:
    """The highest `after`, and the day of the first line that has it."""
    record = _records(packed)
    columns = struct.unpack_from(f"<{(len(packed) - HEADER) // 4}i", packed, HEADER)
    step, day = record.size // 4, PARENT_SCOPE // 4
    after = columns[day + 2 :: step]
    best = max(after)
    return best, date.fromordinal(columns[day + step * after.index(best)])


def subjects(packed: bytes, *, by_day: bool = False) -> set[Subject]:
    """What lines tell of: events, or where games count at once (`by_day`) the days of each."""
    rows = _records(packed).iter_unpack(memoryview(packed)[HEADER:])
    if by_day:
        return {(row[0], date.fromordinal(row[1])) for row in rows}
    return {row[0] for row in rows}


def tell_the_same(one: bytes, other: bytes, *, by_day: bool = False) -> bool:
    """Whether two persons' lines, or one's of two days, have the same `subjects` in the same order."""
    sizes = (_records(one).size, _records(other).size)
    end = HEADER + PARENT_SCOPE + (DAY if by_day else 0)
    return all(one[byte :: sizes[0]] == other[byte :: sizes[1]] for byte in range(HEADER, end))


def find(packed: bytes, parent_scope: int, person: int, keys: Sequence[str]) -> list[LedgerLine]:
    """The lines of one event: one at most, but where games count at once."""
    rows = enumerate(_records(packed).iter_unpack(memoryview(packed)[HEADER:]), start=1)
    return [_ledger_line(row, person, number, keys) for number, row in rows if row[0] == parent_scope]


def fingerprint(histories: Mapping[int, bytes]) -> str:
    """The SHA-256 of everybody's packed lines: equal exactly when every number of every line is."""
    digest = hashlib.sha256()
    for person in sorted(histories):
        digest.update(struct.pack("<qq", person, len(histories[person])))
        digest.update(histories[person])
    return digest.hexdigest()


def _records(packed: bytes) -> struct.Struct:
    if packed[0] != LAYOUT:
        raise ValueError(f"lines in a layout that is not known here: {packed[0]}")
    return record_of(packed[1])


def _ledger_line(row: tuple[int, ...], person: int, number: int, keys: Sequence[str]) -> LedgerLine:
    parent_scope, day, before, after, games, games_total, score, *noted = row
    details = dict(zip(keys, noted, strict=False))
    return LedgerLine(
        person, parent_scope, date.fromordinal(day), number, before, after, games, games_total, score, details
    )
