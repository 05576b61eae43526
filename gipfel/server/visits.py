"""When each visitor of the last seconds came, as all web processes of a node know it."""

from __future__ import annotations

import mmap
import os
from hashlib import blake2b
from pathlib import Path
from struct import Struct

VISIT_SECONDS, VISIT_REQUESTS = 10.0, 12
"""For how long, and for how many requests, a visitor stands where he came. Then he has come anew."""
FILE = "GIPFEL_VISITS"
"""The variable of the environment with the path of the file that the processes of a node share."""

_PLACES = 4096
_VISIT = Struct("=QdQ")  # the visitor, when he came, the requests since


class Visits:
    """A table of fixed size, in the memory of a file that processes share, or of this process alone.

    Nothing is locked. Where two visitors have one place, or two processes write there at once, one has come anew: he
    waits as everybody does who comes then.
    """

    def __init__(self, file: Path | None = None) -> None:
        size = _PLACES * _VISIT.size
        if file is None:
            self._table = mmap.mmap(-1, size)
        else:
            with file.open("a+b") as shared:
                shared.truncate(size)  # the first process makes it, for all others nothing changes
                self._table = mmap.mmap(shared.fileno(), size)

    def note(self, visitor: bytes, now: float) -> float:
        """Count a request; when its visitor came, by the machine's monotonic clock in seconds.

        An unknown visitor (b"") comes with every request.
        """
        if not visitor:
            return now
        who = int.from_bytes(blake2b(visitor, digest_size=8).digest(), "little")
        place = who % _PLACES * _VISIT.size
        known, came_at, requests = _VISIT.unpack_from(self._table, place)
        if known != who or not 0 <= now - came_at <= VISIT_SECONDS or requests >= VISIT_REQUESTS:
            came_at, requests = now, 0
        _VISIT.pack_into(self._table, place, who, came_at, requests + 1)
        return float(came_at)


def visits_of_node() -> Visits:
    """Those that this process shares with the others of its node, where it has others."""
    file = os.environ.get(FILE)
    return Visits(Path(file) if file else None)
