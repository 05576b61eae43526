"""Large files that are kept in the database a part at a time, so that every node can hand them out."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable
from hashlib import sha256

PART = 1024 * 1024
"""Bytes that are written in one transaction, and read by one query."""


class PartsWriter:
    """What is written to it is handed to `store` in parts of `PART` bytes, with their numbers from 0.

    `size` and `digest` are those of what was stored.
    """

    def __init__(self, store: Callable[[int, bytes], None], part: int = PART) -> None:
        self.digest, self.size = sha256(), 0
        self._store, self._part = store, part
        self._buffer = bytearray()
        self._number = 0

    def write(self, data: bytes, /) -> int:
        """Take more of it."""
        self._buffer += data
        while len(self._buffer) >= self._part:
            self._store_part(self._part)
        return len(data)

    def flush(self) -> None:
        """A part is stored when it is full."""

    def close(self) -> None:
        """Store what is left."""
        if self._buffer:
            self._store_part(len(self._buffer))

    def _store_part(self, size: int) -> None:
        part = bytes(self._buffer[:size])
        del self._buffer[:size]
        self.digest.update(part)
        self.size += size
        self._store(self._number, part)
        self._number += 1


def content_digest(digest: str) -> str:
    """A SHA-256 in hexadecimal digits as the header Content-Digest writes it (RFC 9530)."""
    return f"sha-256=:{b64encode(bytes.fromhex(digest)).decode()}:"
