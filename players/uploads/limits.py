"""How large a file may be that is sent here, by any page and by the API."""

from __future__ import annotations

from datetime import timedelta

MEGABYTE = 1024 * 1024
LARGEST = 20 * MEGABYTE
"""Bytes of a file: the one limit of every import. `gipfel.server.limits.LARGEST_BODY` leaves room for it in a form."""
PART = MEGABYTE // 2
"""Bytes of each part but the last, less than a request of the API may have."""
OF_ACCOUNT, OF_SERVER = 3 * LARGEST, 50 * LARGEST
"""Bytes of files that are kept at a time: of one account, of all."""
KEPT = timedelta(days=1)
"""How long a file is kept that nothing reads."""


def count_parts(size: int) -> int:
    """Of how many parts a file of `size` bytes is sent."""
    return -(-size // PART)


def size_of_part(size: int, number: int) -> int:
    """How many bytes part `number` of such a file has; 0 for one that it does not have."""
    return max(0, min(PART, size - (number - 1) * PART)) if number > 0 else 0
