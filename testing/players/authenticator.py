"""A device that makes and uses passkeys, as far as a server can tell: by hand from the standard (WebAuthn 6.1, 6.5)."""

from __future__ import annotations

import hashlib
import json
import struct
from base64 import urlsafe_b64encode
from dataclasses import dataclass, field
from itertools import count
from typing import Any

import cbor2
from cryptography.hazmat.primitives.asymmetric.ec import ECDSA, SECP256R1, EllipticCurvePrivateKey, generate_private_key
from cryptography.hazmat.primitives.hashes import SHA256

ORIGIN = "http://localhost:8000"
PRESENT, VERIFIED, NEW_KEY = 0x01, 0x04, 0x40
_numbers = count(1)


def base64url(content: bytes) -> str:
    """Without padding, as WebAuthn writes it."""
    return urlsafe_b64encode(content).decode().rstrip("=")


@dataclass
class Device:
    """One passkey on one device. What a test changes is what a broken or hostile device would say."""

    origin: str = ORIGIN
    domain: str = "localhost"
    flags: int = PRESENT | VERIFIED
    count: int = 0
    id: bytes = field(default_factory=lambda: next(_numbers).to_bytes(16, "big"))
    key: EllipticCurvePrivateKey = field(default_factory=lambda: generate_private_key(SECP256R1()))

    def create(self, question: dict[str, Any]) -> str:
        """The answer to the question for a new passkey: JSON."""
        numbers = self.key.public_key().public_numbers()
        x, y = numbers.x.to_bytes(32, "big"), numbers.y.to_bytes(32, "big")
        public = cbor2.dumps({1: 2, 3: -7, -1: 1, -2: x, -3: y})  # EC2, ES256, P-256
        attested = bytes(16) + struct.pack(">H", len(self.id)) + self.id + public
        data = self._data(self.flags | NEW_KEY) + attested
        statement = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})
        return self._answer(
            clientDataJSON=self._client("webauthn.create", question["challenge"]), attestationObject=statement
        )

    def get(self, question: dict[str, Any], **changed: bytes) -> str:
        """The answer to the question for a passkey: JSON. `changed` parts are exchanged after signing."""
        data, client = self._data(self.flags), self._client("webauthn.get", question["challenge"])
        signature = self.key.sign(data + hashlib.sha256(client).digest(), ECDSA(SHA256()))
        parts = {"authenticatorData": data, "clientDataJSON": client, "signature": signature}
        return self._answer(**parts | changed)

    def _data(self, flags: int) -> bytes:
        return hashlib.sha256(self.domain.encode()).digest() + struct.pack(">BI", flags, self.count)

    def _client(self, kind: str, challenge: str) -> bytes:
        return json.dumps({"type": kind, "challenge": challenge, "origin": self.origin}).encode()

    def _answer(self, **parts: bytes) -> str:
        written = {name: base64url(part) for name, part in parts.items()}
        name = base64url(self.id)
        return json.dumps({"id": name, "rawId": name, "type": "public-key", "response": written})
