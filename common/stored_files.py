"""Large files that are kept a part at a time (`common.file_contents`), so that every node can hand them out."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable, Iterator
from hashlib import sha256
from typing import Any

from django.db import transaction

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


class Withdrawn(Exception):
    """A file was taken away while it was being made."""


def parts_writer(file: Any) -> PartsWriter:
    """What writes the `parts` of a file that is being made, each in a transaction of its own. Raises `Withdrawn`."""

    def store(number: int, content: bytes) -> None:
        with transaction.atomic():
            lock_unfinished(file)
            file.parts.create(number=number, content=content)

    return PartsWriter(store, PART)


def lock_unfinished(file: Any) -> None:
    """Keep a file without `sha256` until this transaction ends. Raises `Withdrawn` where it was taken away."""
    if not type(file).objects.select_for_update().filter(pk=file.pk, sha256="").exists():
        raise Withdrawn


def bytes_of(file: Any) -> Iterator[bytes]:
    """All of a file, a part with each query. Raises the file's DoesNotExist where it goes meanwhile."""
    number, left = 0, file.size
    while left > 0:
        part = file.parts.filter(number=number).first()
        content = bytes(part.content) if part is not None else b""
        if not content:
            raise type(file).DoesNotExist
        number, left = number + 1, left - len(content)
        yield content


def content_digest(digest: str) -> str:
    """A SHA-256 in hexadecimal digits as the header Content-Digest writes it (RFC 9530)."""
    return f"sha-256=:{b64encode(bytes.fromhex(digest)).decode()}:"
