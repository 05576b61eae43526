"""Signing, and the keys for it: the first is made when something is signed, the next when an operator asks."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.conf import settings
from django.utils import timezone

from common import encryption
from common.journal import services as journal
from common.signing.acts import MakeKey, RotateKey
from common.signing.models import SigningKey
from gipf_engine import signatures

_PURPOSE = "common.signing"


def sign_statement(kind: str, content: Mapping[str, Any]) -> dict[str, Any]:
    """What this server says, signed (docs/certificates.md). `kind` names what it is about.

    Without a key that can be read, one is made: at the first signature, and after a change of SECRET_KEY.
    """
    private = _private_in_use() or _make_missing_key()
    return signatures.sign({"kind": kind, "server": settings.BASE_URL, **content}, private, timezone.now())


def rotate_key() -> str:
    """Retire the key in use, whose private half is forgotten, and make another; the name of the new one."""
    with journal.commit(journal.SERVER, None, RotateKey) as act:
        now = timezone.now()
        act.data |= {"retired": _retire(now)}
        return signatures.id_of(signatures.public_key_of(_make_key(now)))


def _private_in_use() -> bytes | None:
    """The key in use; None where there is none, or where another SECRET_KEY encrypted it."""
    kept = SigningKey.objects.filter(in_use=True).values_list("private", flat=True).first()
    text = encryption.decrypt(_PURPOSE, kept) if kept else None
    return bytes.fromhex(text) if text else None


def _make_missing_key() -> bytes:
    """The key of the process that came first, where several miss it at once: acts of the server never overlap."""
    with journal.commit(journal.SERVER, None, MakeKey) as act:
        if (made_meanwhile := _private_in_use()) is not None:
            return made_meanwhile
        now = timezone.now()
        act.data |= {"retired": _retire(now)}
        return _make_key(now)


def _retire(now: datetime) -> int:
    """How many were in use: one or none."""
    return SigningKey.objects.filter(in_use=True).update(in_use=False, retired_at=now, private="")


def _make_key(now: datetime) -> bytes:
    private = signatures.make_private_key()
    kept = encryption.encrypt(_PURPOSE, private.hex())
    SigningKey.objects.create(public=signatures.public_key_of(private).hex(), private=kept, made_at=now)
    return private
