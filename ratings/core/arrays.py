"""Columns of numbers as PostgreSQL sends them, and records of people that were merged into others."""

from __future__ import annotations

import numpy as np

from gipf_engine.ratings.columns.state import Ints

_BEFORE = 20
"""Bytes before the first element: five numbers of 32 bits about the array."""


def elements(sent: bytes) -> Ints:
    """The 64-bit numbers of an array in PostgreSQL's binary format, where each stands behind its size."""
    found = np.frombuffer(sent, dtype=[("size", ">i4"), ("number", ">i8")], offset=_BEFORE)
    return found["number"].astype(np.int64)


class Merges:
    """Which records were merged into which: two arrays as they are sent, None where no record was."""

    def __init__(self, gone: bytes | None, kept: bytes | None) -> None:
        none = np.zeros(0, dtype=np.int64)
        gone_ids, kept_ids = (elements(sent) if sent else none for sent in (gone, kept))
        order = np.argsort(gone_ids)
        self._gone, self._kept = gone_ids[order], kept_ids[order]

    def canonical(self, records: Ints) -> Ints:
        """The ids that stand for the persons of these records."""
        if not len(self._gone):
            return records
        places = np.minimum(np.searchsorted(self._gone, records), len(self._gone) - 1)
        found: Ints = np.where(self._gone[places] == records, self._kept[places], records)
        return found
