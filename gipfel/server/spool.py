"""Bodies and answers that wait: small ones in memory, large ones in a temporary file."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from typing import IO

from gipfel.server import limits


def open_spool() -> IO[bytes]:
    """A file to write and then read, in memory up to KEPT_IN_MEMORY bytes, on the disk above; it goes when closed."""
    return tempfile.SpooledTemporaryFile(limits.KEPT_IN_MEMORY)


def pieces(file: IO[bytes]) -> Iterator[tuple[bytes, bool]]:
    """What is in the file from here on, in pieces that a socket's buffer takes at once; and which is the last."""
    piece = file.read(limits.KEPT_IN_MEMORY)
    while following := file.read(limits.KEPT_IN_MEMORY):
        yield piece, False
        piece = following
    yield piece, True
