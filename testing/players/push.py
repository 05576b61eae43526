"""A browser's place for pushed messages, for tests: it keeps what comes, and reads it with the browser's own key."""

from __future__ import annotations

import base64
import json
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread
from typing import Any

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

SUBSCRIPTION = {
    "endpoint": "https://push.example/JzLQ3raZJfFBR0aqvOMsLrt54w4rJUsV",
    "key": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
    "secret": "BTBZMqHH6r4Tts7J_aSIgg",
}
"""The subscription of the examples in RFC 8291, section 5, and RFC 8030."""


def encoded(value: bytes) -> str:
    """Base64url without padding, as browsers write keys."""
    return base64.urlsafe_b64encode(value).decode().rstrip("=")


@dataclass
class PushService:
    """What a browser and its push service know. `answer` is the status that the service gives."""

    port: int
    answer: int = 201
    private: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))
    secret: bytes = field(default_factory=lambda: secrets.token_bytes(16))
    requests: list[tuple[dict[str, str], bytes]] = field(default_factory=list)

    @property
    def endpoint(self) -> str:
        return f"http://127.0.0.1:{self.port}/push/abc"

    @property
    def subscription(self) -> dict[str, str]:
        """What the page tells the server."""
        point = self.private.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return {"endpoint": self.endpoint, "key": encoded(point), "secret": encoded(self.secret)}

    def messages(self) -> list[dict[str, Any]]:
        """What came, decrypted as a browser does (RFC 8291)."""
        return [
            json.loads(http_ece.decrypt(body, private_key=self.private, auth_secret=self.secret, version="aes128gcm"))
            for _headers, body in self.requests
        ]


@contextmanager
def push_service() -> Iterator[PushService]:
    """A push service on a free port of loopback."""
    server = HTTPServer(("127.0.0.1", 0), BaseHTTPRequestHandler)
    service = PushService(server.server_port)

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            service.requests.append((dict(self.headers), body))
            self.send_response(service.answer)
            self.end_headers()

        def log_message(self, *_arguments: Any) -> None:
            """Quiet."""

    server.RequestHandlerClass = Handler
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield service
    finally:
        server.shutdown()
        server.server_close()
