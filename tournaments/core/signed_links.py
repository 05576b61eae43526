"""Links that the server signs and does not store: what one says stands in its address, with a signature."""

from __future__ import annotations

from django.core.signing import Signer

from common.secret_keys import is_signature


def signature_of(kind: str, content: str) -> str:
    """The signature of what a link of this kind says, as addresses write it."""
    return _signer(kind).signature(content)


def is_signed(kind: str, content: str, signature: str) -> bool:
    """Whether the server signed that, with its secret of today or one of the earlier ones that it still knows."""
    return is_signature(_signer(kind), content, signature)


def _signer(kind: str) -> Signer:
    return Signer(salt=f"tournaments.{kind}")
