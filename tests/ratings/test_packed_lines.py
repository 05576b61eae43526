"""Packed lines: byte for byte as the layout says, and back."""

from __future__ import annotations

import datetime

import pytest

from ratings.core.packed_lines import (
    count_lines,
    find,
    fingerprint,
    header_of,
    highest,
    record_of,
    subjects,
    tell_the_same,
    unpack,
    unpack_last,
)

KEYS = ("expected", "k")
TWO = (
    bytes.fromhex("0102")
    # parent scope 7, day 2, 1500 to 1460, 3 games, 3 in all, score 0, expected 150, K 40
    + bytes.fromhex("0700000000000000 02000000 dc050000 b4050000 03000000 03000000 00000000 96000000 28000000")
    + bytes.fromhex("0001000000000000 09000000 b4050000 b3050000 01000000 04000000 05000000 32000000 14000000")
)


def test_lines_are_packed_as_the_layout_says() -> None:
    record = record_of(2)
    packed = header_of(2) + record.pack(7, 2, 1500, 1460, 3, 3, 0, 150, 40)
    assert packed + record.pack(256, 9, 1460, 1459, 1, 4, 5, 50, 20) == TWO
    first, last = unpack(TWO, 5, KEYS)
    assert first == (5, 7, datetime.date(1, 1, 2), 1, 1500, 1460, 3, 3, 0, {"expected": 150, "k": 40})
    assert last == (5, 256, datetime.date(1, 1, 9), 2, 1460, 1459, 1, 4, 5, {"expected": 50, "k": 20})
    assert unpack_last(TWO, 5, KEYS) == last
    assert (count_lines(TWO), list(unpack(TWO, 5, KEYS, 1)), list(unpack(TWO, 5, KEYS, 2))) == (2, [last], [])
    assert find(TWO, 256, 5, KEYS) == [last]
    assert find(TWO, 3, 5, KEYS) == []


def test_the_fingerprint_tells_whose_lines_they_are() -> None:
    assert fingerprint({1: TWO, 2: b""}) == fingerprint({2: b"", 1: TWO}) != fingerprint({1: b"", 2: TWO})


def test_the_highest_rating_is_that_of_the_first_line_that_has_it() -> None:
    assert highest(TWO) == (1460, datetime.date(1, 1, 2))
    record = record_of(1)
    lines = b"".join(record.pack(7, day, 0, after, 1, 1, 0, 9999) for day, after in ((3, -5), (4, 8), (5, 8), (6, 7)))
    assert highest(header_of(1) + lines) == (8, datetime.date(1, 1, 4))


def test_an_unknown_layout_is_not_read() -> None:
    with pytest.raises(ValueError, match="layout"):
        list(unpack(b"\x09\x02", 5, KEYS))


def test_two_lines_of_one_event_are_told_apart_by_their_days() -> None:
    """Where games count at once."""
    days = [header_of(0) + record_of(0).pack(7, day, 1500, 1460, 1, 1, 0) for day in (2, 3)]
    both = days[0] + days[1][2:]
    assert [line.rated_on.day for line in find(both, 7, 5, [])] == [2, 3]
    assert subjects(both) == {7} and subjects(both, by_day=True) == {(7, datetime.date(1, 1, day)) for day in (2, 3)}
    assert tell_the_same(*days) and not tell_the_same(*days, by_day=True)
