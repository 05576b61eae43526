"""Bodies and answers that wait: small ones in memory, large ones in a temporary file."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from typing import IO

from gipfel.server import limits


def open_spool() -> IO[bytes]:
    """A file to write and then read, in memory up to KEPT_IN_MEMORY bytes, on the disk above; it goes when closed."""
    return tempfile.SpooledTemporaryFile(limits.KEPT_IN_MEMORY)


def pieces(spool: IO[bytes]) -> Iterator[tuple[bytes, bool]]:
    """What was written, from its beginning, in pieces that a socket's buffer takes at once; and which is the last."""
    left = spool.tell()
    spool.seek(0)
    while True:
        piece = spool.read(limits.KEPT_IN_MEMORY)
        left -= len(piece)
        is_last = left <= 0
        yield piece, is_last
        if is_last:
            return
