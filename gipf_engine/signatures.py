"""Signed statements: what a server says of a game, signed with Ed25519, so that its word can be checked without it.

A statement is plain values (JSON) with the fields `key` and `signature`; docs/certificates.md writes both down. The
package `cryptography` is imported where a signature is made or checked, and nowhere else: it is an extra.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from typing import Any

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.strict_json import canonical, parse_strict

FORMAT = "gipfel-signed-1"
KEYS_FORMAT = "gipfel-keys-1"
ALGORITHM = "Ed25519"
GRACE = timedelta(minutes=1)
"""So far before its first moment and after its last a key may have signed: clocks of several machines differ."""
_HEX_KEY, _HEX_SIGNATURE = re.compile(r"[0-9a-f]{64}"), re.compile(r"[0-9a-f]{128}")
_MOMENT = "%Y-%m-%dT%H:%M:%SZ"

Document = dict[str, Any]


class BadKeys(ValueError):
    """What was given as a key is none. `message` says why."""

    def __init__(self, message: Message) -> None:
        super().__init__(str(message))
        self.message = message


@dataclass(frozen=True, slots=True)
class PublicKey:
    """A key that signatures are checked with. Dates are None where they are not known, or the key is still in use."""

    public: bytes
    made_at: datetime | None = None
    retired_at: datetime | None = None

    @property
    def id(self) -> str:
        """How statements name it."""
        return id_of(self.public)


def id_of(public: bytes) -> str:
    """The name of a public key: the first 16 hexadecimal digits of its SHA-256."""
    return sha256(public).hexdigest()[:16]


def write_moment(moment: datetime) -> str:
    """A moment as it stands in statements and lists of keys: to the second, in UTC."""
    return moment.astimezone(UTC).strftime(_MOMENT)


def make_private_key() -> bytes:
    """A new private key, 32 bytes."""
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    return Ed25519PrivateKey.generate().private_bytes_raw()


def public_key_of(private: bytes) -> bytes:
    """The public half, 32 bytes."""
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    return Ed25519PrivateKey.from_private_bytes(private).public_key().public_bytes_raw()


def sign(content: Mapping[str, Any], private: bytes, signed_at: datetime) -> Document:
    """The statement with this content, signed."""
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    statement = {
        "format": FORMAT,
        **content,
        "signed_at": write_moment(signed_at),
        "key": id_of(public_key_of(private)),
    }
    signature = Ed25519PrivateKey.from_private_bytes(private).sign(signed_bytes(statement))
    return {**statement, "signature": signature.hex()}


def signed_bytes(statement: Mapping[str, Any]) -> bytes:
    """The bytes that are signed: all fields but the signature, as canonical JSON."""
    return canonical({name: value for name, value in statement.items() if name != "signature"}).encode("ascii")


def is_signed(document: Mapping[str, Any]) -> bool:
    """Whether this says that it is a signed statement."""
    return document.get("format") == FORMAT


def check_signature(statement: Mapping[str, Any], keys: Mapping[str, PublicKey]) -> Message | None:
    """What is wrong with a signature; None where one of these keys made it, in its time."""
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    signature, signed_at = statement.get("signature"), _read_moment(statement.get("signed_at"))
    if not isinstance(signature, str) or not _HEX_SIGNATURE.fullmatch(signature) or signed_at is None:
        return Message(_("This is not a signed statement of the form %(form)s."), {"form": FORMAT})
    key = keys.get(str(statement.get("key")))
    if key is None:
        return Message(_("It was signed with another key, %(key)s."), {"key": str(statement.get("key"))[:40]})
    try:
        Ed25519PublicKey.from_public_bytes(key.public).verify(bytes.fromhex(signature), signed_bytes(statement))
    except InvalidSignature:
        return Message(_("The signature does not match: the text was changed, or this key did not sign it."))
    is_early = key.made_at is not None and signed_at < key.made_at - GRACE
    if is_early or (key.retired_at is not None and signed_at > key.retired_at + GRACE):
        return Message(
            _("The key was not in use when this was signed, %(moment)s."), {"moment": statement["signed_at"]}
        )
    return None


def list_keys(server: str, keys: list[PublicKey]) -> Document:
    """A list of keys as a server publishes it."""
    return {
        "format": KEYS_FORMAT,
        "server": server,
        "keys": [
            {
                "id": key.id,
                "algorithm": ALGORITHM,
                "public_key": key.public.hex(),
                "made_at": write_moment(key.made_at) if key.made_at else None,
                "retired_at": write_moment(key.retired_at) if key.retired_at else None,
            }
            for key in keys
        ],
    }


def read_keys(text: str) -> dict[str, PublicKey]:
    """Keys by their names: of one key in 64 hexadecimal digits, or of a server's list. Raises `BadKeys`."""
    plain = text.strip()
    if _HEX_KEY.fullmatch(plain.lower()):
        key = PublicKey(bytes.fromhex(plain))
        return {key.id: key}
    try:
        listed = parse_strict(plain)
        if listed["format"] != KEYS_FORMAT:
            raise ValueError(listed["format"])
        return {key.id: key for key in map(_read_key, listed["keys"])}
    except (ValueError, KeyError, TypeError):
        raise BadKeys(
            Message(_("neither 64 hexadecimal digits nor a list of keys of the form %(form)s"), {"form": KEYS_FORMAT})
        ) from None


def _read_key(row: Mapping[str, Any]) -> PublicKey:
    if row["algorithm"] != ALGORITHM or not _HEX_KEY.fullmatch(row["public_key"]):
        raise ValueError(json.dumps(row["algorithm"]))
    key = PublicKey(bytes.fromhex(row["public_key"]), *map(_date, (row["made_at"], row["retired_at"])))
    if key.id != row["id"]:
        raise ValueError(key.id)
    return key


def _date(value: object) -> datetime | None:
    """A date of a list of keys, null or a moment. Raises ValueError for all else: a date is not lost by a slip."""
    moment = _read_moment(value)
    if value is not None and moment is None:
        raise ValueError(str(value))
    return moment


def _read_moment(value: object) -> datetime | None:
    try:
        return datetime.strptime(str(value), _MOMENT).replace(tzinfo=UTC)
    except ValueError:
        return None
