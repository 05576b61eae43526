"""The public keys of the server."""

from __future__ import annotations

from common.signing.models import SigningKey
from gipf_engine.signatures import PublicKey


def public_keys() -> list[PublicKey]:
    """All that ever signed, the newest first."""
    rows = SigningKey.objects.order_by("-id")
    return [PublicKey(bytes.fromhex(row.public), row.made_at, row.retired_at) for row in rows]
