"""How much an event holds."""

from __future__ import annotations

MOST_AT_ONCE = 200


MOST_ENTRIES = 9999
"""Players of an event: pairing numbers have four digits in files."""
