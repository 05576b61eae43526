"""What is kept of keys that no one guesses (API, cookies, links): anyone who reads the database opens nothing by it."""

from __future__ import annotations

import hashlib


def digest_of(key: str) -> str:
    """The SHA-256 of a key, 64 hexadecimal digits. Keys are random themselves, so a plain hash does."""
    return hashlib.sha256(key.encode()).hexdigest()
