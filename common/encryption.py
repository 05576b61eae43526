"""Secrets that the server itself needs again: encrypted, so that a copy of the database alone is worth nothing.

The key is made from settings.SECRET_KEY; where that is changed, nothing can be read any more.
"""

from __future__ import annotations

import base64

from cryptography.fernet import Fernet, InvalidToken
from django.utils.crypto import salted_hmac


def encrypt(purpose: str, text: str) -> str:
    """The text as it is kept. `purpose` names what it is for: what is kept for one cannot be read for another."""
    return _cipher(purpose).encrypt(text.encode()).decode()


def decrypt(purpose: str, kept: str) -> str | None:
    """The text; None where it was encrypted for another purpose, or under another SECRET_KEY."""
    try:
        return _cipher(purpose).decrypt(kept.encode()).decode()
    except InvalidToken:
        return None


def _cipher(purpose: str) -> Fernet:
    return Fernet(base64.urlsafe_b64encode(salted_hmac(purpose, "secret", algorithm="sha256").digest()))
