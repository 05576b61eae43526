"""Files on their way from a page that reads them to the next one, which asks whether to take them in."""

from __future__ import annotations

import base64
import binascii
import zlib

LARGEST = 4 * 1024 * 1024
"""Bytes of a file."""
LONGEST_CONTENT = 900_000
"""Characters of a file on its way from the first page to the second: less than a form may have."""


def pack(data: bytes) -> str:
    """A file as a hidden field carries it to the next page."""
    return base64.b64encode(zlib.compress(data, 9)).decode()


def unpack(text: str) -> bytes:
    """The file that a hidden field carried. ValueError where it carries none."""
    try:
        data = zlib.decompressobj().decompress(base64.b64decode(text, validate=True), LARGEST + 1)
    except (binascii.Error, zlib.error) as error:
        raise ValueError from error
    if len(data) > LARGEST:
        raise ValueError
    return data
