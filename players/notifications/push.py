"""Web push: a message that only one browser can read (RFC 8291), from a server that the push service knows (RFC 8292).

The server's key follows from settings.SECRET_KEY: where that is changed, devices have to be added anew, but those that
were added under one of settings.SECRET_KEY_FALLBACKS are sent to as long as it is there.
"""

from __future__ import annotations

import base64
import json
import secrets
import time
from collections.abc import Mapping
from functools import cache
from http import HTTPStatus
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings
from django.utils.crypto import salted_hmac

from common.outbound import NotSent, PostReply, post
from players.models import PushDevice
from players.notifications.services.devices import decode

if TYPE_CHECKING:
    from py_vapid import Vapid02

_ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
"""Of the curve P-256 (FIPS 186-4, D.1.2.3): a private key is from 1 to one less."""
SALT_BYTES = 16
KEPT_SECONDS = 24 * 60 * 60
"""How long a push service keeps a message for a device that is switched off."""
_CLAIM_SECONDS = 12 * 60 * 60
"""How long the server's signature counts: at most 24 hours (RFC 8292, section 2)."""
GONE = {HTTPStatus.NOT_FOUND, HTTPStatus.GONE}
"""The device has left."""


class PushFailed(Exception):
    """The push service did not take a message, and may later."""


def public_key() -> str:
    """What browsers are told the server is known by: a point of P-256 in base64url."""
    point = _private_key(settings.SECRET_KEY).public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return _encode(point)


def send(device: PushDevice, message: Mapping[str, str]) -> bool:
    """Send a message to a device; False where it has left, and is to be forgotten. Raises PushFailed."""
    try:
        answers = (
            post(device.endpoint, encrypt(device, message), headers_for(device.endpoint, secret))
            for secret in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
        )
        # Forbidden: the device knows the server by another key, perhaps by that of before.
        answer = next((each for each in answers if each.status != HTTPStatus.FORBIDDEN), None)
    except NotSent as error:
        if error.why == "address":
            return False
        raise PushFailed(error.why) from None
    return answer is not None and _is_taken(answer)


def _is_taken(answer: PostReply) -> bool:
    if answer.status in GONE:
        return False
    if not answer.is_success:
        raise PushFailed(str(answer.status))
    return True


def encrypt(device: PushDevice, message: Mapping[str, str]) -> bytes:
    """The message as JSON, encrypted for the device under a key that is used once."""
    import http_ece  # packed as source alone, so it is installed after the first page

    body: bytes = http_ece.encrypt(
        json.dumps(message).encode(),
        salt=secrets.token_bytes(SALT_BYTES),
        private_key=ec.generate_private_key(ec.SECP256R1()),
        dh=decode(device.key),
        auth_secret=decode(device.secret),
        version="aes128gcm",
    )
    return body


def headers_for(endpoint: str, secret: str = "") -> dict[str, str]:
    """What a push service is told beside the message: who sends it, and how long it is worth something."""
    parts = urlsplit(endpoint)
    claims = {
        "aud": f"{parts.scheme}://{parts.netloc}",
        "exp": int(time.time()) + _CLAIM_SECONDS,
        "sub": f"mailto:{settings.DEFAULT_FROM_EMAIL}",
    }
    signed: dict[str, str] = _signer(secret or settings.SECRET_KEY).sign(claims)
    return {**signed, "Content-Encoding": "aes128gcm", "TTL": str(KEPT_SECONDS), "Urgency": "normal"}


def _private_key(secret: str) -> ec.EllipticCurvePrivateKey:
    digest = salted_hmac("players.push", "key", secret=secret, algorithm="sha512").digest()
    return ec.derive_private_key(int.from_bytes(digest) % (_ORDER - 1) + 1, ec.SECP256R1())


@cache
def _signer(secret: str) -> Vapid02:
    from py_vapid import Vapid02

    signer = Vapid02()
    signer.private_key = _private_key(secret)
    return signer


def _encode(value: bytes) -> str:
    return base64.urlsafe_b64encode(value).decode().rstrip("=")
