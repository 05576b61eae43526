"""What is kept of keys that no one guesses (API, cookies, links), and whether a signature is of this server.

Anyone who reads the database opens nothing by what is kept.
"""

from __future__ import annotations

import hashlib

from django.core.signing import BadSignature, Signer


def digest_of(key: str) -> str:
    """The SHA-256 of a key, 64 hexadecimal digits. Keys are random themselves, so a plain hash does."""
    return hashlib.sha256(key.encode()).hexdigest()


def is_signature(signer: Signer, value: str, signature: str) -> bool:
    """Whether `signature` is what `signer` gives, or gave before the secret was changed, for `value`.

    So it does under one of settings.SECRET_KEY_FALLBACKS.
    """
    try:
        signer.unsign(f"{value}{signer.sep}{signature}")
    except BadSignature:
        return False
    return True
