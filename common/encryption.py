"""Secrets that the server itself needs again: encrypted, so that a copy of the database alone is worth nothing.

The key is made from settings.SECRET_KEY. What was encrypted under one of settings.SECRET_KEY_FALLBACKS can still be
read; `encrypted_anew` takes it over. Under any other key nothing can be read any more.
"""

from __future__ import annotations

import base64

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from django.conf import settings
from django.utils.crypto import salted_hmac


def encrypt(purpose: str, text: str) -> str:
    """The text as it is kept. `purpose` names what it is for: what is kept for one cannot be read for another."""
    return _ciphers(purpose).encrypt(text.encode()).decode()


def decrypt(purpose: str, kept: str) -> str | None:
    """The text; None where it was encrypted for another purpose, or under another SECRET_KEY."""
    try:
        return _ciphers(purpose).decrypt(kept.encode()).decode()
    except InvalidToken:
        return None


def encrypted_anew(purpose: str, kept: str) -> str | None:
    """As it is kept under the present SECRET_KEY, whichever of the known keys it was under; None where none fits."""
    try:
        return _ciphers(purpose).rotate(kept.encode()).decode()
    except InvalidToken:
        return None


def _ciphers(purpose: str) -> MultiFernet:
    """The present key first: it encrypts."""
    return MultiFernet([_cipher(purpose, secret) for secret in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)])


def _cipher(purpose: str, secret: str) -> Fernet:
    digest = salted_hmac(purpose, "secret", secret=secret, algorithm="sha256").digest()
    return Fernet(base64.urlsafe_b64encode(digest))
