"""Whether a signature is of this server, under its present secret or one of settings.SECRET_KEY_FALLBACKS."""

from __future__ import annotations

from django.core.signing import BadSignature, Signer


def is_signature(signer: Signer, value: str, signature: str) -> bool:
    """Whether `signature` is what `signer` gives, or gave before the secret was changed, for `value`."""
    try:
        signer.unsign(f"{value}{signer.sep}{signature}")
    except BadSignature:
        return False
    return True
