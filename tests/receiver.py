"""A program that webhooks are sent to: a real HTTP server on a free port of this computer."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

Reply = tuple[int, Mapping[str, str], bytes]


@dataclass
class Receiver:
    """What came (headers in small letters, body), and how it is answered."""

    address: str
    got: list[tuple[dict[str, str], str]] = field(default_factory=list)
    reply: Callable[[], Reply] = lambda: (204, {}, b"")

    def answer(self, status: int, body: bytes = b"", **headers: str) -> None:
        """From now on answer like that."""
        self.reply = lambda: (status, {name.replace("_", "-"): value for name, value in headers.items()}, body)


@contextmanager
def receiver() -> Iterator[Receiver]:
    """One that takes everything with 204, until it is told otherwise."""
    made = Receiver("")

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"])).decode()
            made.got.append(({name.lower(): value for name, value in self.headers.items()}, body))
            status, headers, content = made.reply()
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *_said: object) -> None:
            """The output of tests is for tests."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        made.address = f"http://127.0.0.1:{server.server_port}/hook?of=club"
        thread = threading.Thread(target=server.serve_forever, daemon=True, kwargs={"poll_interval": 0.02})
        thread.start()
        try:
            yield made
        finally:
            server.shutdown()
