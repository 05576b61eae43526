"""The state of a rating system as bytes: rows of whole numbers, a person each, 64 bits a number, little-endian."""

from __future__ import annotations

import sys
from array import array
from collections.abc import Iterable, Iterator
from itertools import chain

Row = tuple[int, ...]


def pack_rows(rows: Iterable[Row]) -> bytes:
    """Rows of equal length, one after the other."""
    return _little(array("q", chain.from_iterable(rows))).tobytes()


def unpack_rows(packed: bytes, width: int) -> Iterator[Row]:
    """The rows again, `width` numbers each."""
    numbers = array("q")
    numbers.frombytes(packed)
    each = iter(_little(numbers))
    return zip(*[each] * width, strict=True)


def _little(numbers: array[int]) -> array[int]:
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers
