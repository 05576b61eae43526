"""Whoever sends or reads slowly keeps nobody else waiting, and not his own connection for ever either.

Real sockets against a real `./run`. Nothing is decided by how long an answer takes, beyond a time-out that only a
server that does not answer at all reaches.
"""

from __future__ import annotations

import http.client
import shutil
import socket
import threading
from collections.abc import Iterator
from contextlib import ExitStack, closing, suppress
from io import BytesIO
from pathlib import Path

import pytest

from gipfel.server import limits
from gipfel.server.requests import environ_of
from testing.patience import LONGEST
from testing.servers import free_port
from testing.service.processes import eventually
from tests.service.launcher import answers, launch

pytestmark = [pytest.mark.service, pytest.mark.slow]

EACH = 40
"""Connections of each kind: five times as many as the web process has threads."""
PATIENCE = 60


@pytest.fixture(scope="module")
def port(served_once: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    port, home = free_port(), tmp_path_factory.mktemp("slow") / "home"
    process = launch(shutil.copytree(served_once, home), "--port", str(port), "--empty")
    try:
        eventually(lambda: answers(port, "/start"), PATIENCE, "the first page")
        yield port
    finally:
        process.terminate()
        process.communicate(timeout=LONGEST)


@pytest.fixture
def held() -> Iterator[ExitStack]:
    """Connections that stay open for the time of a test."""
    with ExitStack() as stack:
        yield stack


def _connect(port: int, held: ExitStack, said: bytes, *, receives: int = 0) -> socket.socket:
    connection = held.enter_context(closing(socket.socket()))
    if receives:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receives)
    connection.settimeout(PATIENCE)
    connection.connect(("127.0.0.1", port))
    connection.sendall(said)
    return connection


def _ask(
    port: int, path: str, method: str = "GET", body: bytes | None = None, **headers: str
) -> http.client.HTTPResponse:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    connection.request(method, path, body, headers)
    response = connection.getresponse()
    response.read()
    connection.close()
    return response


STALLED = {
    "half a request line": b"GET /sta",
    "half a head": b"GET /start HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: te",
    "a stalled body": b"POST /start HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 900000\r\n\r\n" + b"name=" * 1000,
    "a stalled chunk": b"POST /start HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\nffff\r\nname",
}


@pytest.mark.parametrize("kind", STALLED)
def test_stalled_requests_keep_no_page_waiting(port: int, held: ExitStack, kind: str) -> None:
    for _ in range(EACH):
        _connect(port, held, STALLED[kind])
    assert _ask(port, "/healthz").status == 200
    assert _ask(port, "/start").status == 200


def test_slow_readers_keep_no_page_waiting(port: int, held: ExitStack) -> None:
    largest = max(Path("static-built").rglob("*.woff2"), key=lambda file: file.stat().st_size)
    path = f"/static/{largest.relative_to('static-built')}"
    request = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode()
    # Asked so often on one connection that no buffer of the system holds all the answers.
    readers = [_connect(port, held, request * 10, receives=4096) for _ in range(EACH)]
    assert all(reader.recv(12) == b"HTTP/1.1 200" for reader in readers)
    assert _ask(port, "/healthz").status == 200
    assert _ask(port, "/start").status == 200


def test_what_stalls_is_ended_in_time(port: int, held: ExitStack) -> None:
    """Closed by the server, before PATIENCE; whoever has sent a whole head is told why."""
    half = _connect(port, held, STALLED["half a head"])
    stalled = _connect(port, held, STALLED["a stalled body"])
    assert half.recv(1) == b""
    assert stalled.recv(4096).startswith(b"HTTP/1.1 408 ")


def test_many_requests_ahead_of_their_answers_end_the_connection(port: int, held: ExitStack) -> None:
    connection = _connect(port, held, b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" * 1000)
    heard = b""
    with suppress(ConnectionError):
        while more := connection.recv(65536):
            heard += more
    assert heard.count(b"HTTP/1.1 200") <= limits.MOST_PIPELINED


def test_a_head_without_end_is_refused(port: int, held: ExitStack) -> None:
    connection = _connect(port, held, b"GET / HTTP/1.1\r\nX-Long: " + b"x" * (limits.LARGEST_HEAD + 1000))
    assert connection.recv(4096).startswith(b"HTTP/1.1 431 ")


def test_a_whole_head_that_is_too_large_is_refused(port: int) -> None:
    headers = {f"X-{number}": "x" * 4000 for number in range(limits.LARGEST_HEAD // 4000 + 1)}
    assert _ask(port, "/", **headers).status == 431


@pytest.mark.parametrize("chunked", [False, True])
def test_a_body_that_is_too_large_gets_the_page_that_says_so(port: int, chunked: bool) -> None:
    cookie = _ask(port, "/start").headers["Set-Cookie"].partition(";")[0]
    boundary, size = "b", limits.LARGEST_BODY + 1_000_000
    head = f'--{boundary}\r\nContent-Disposition: form-data; name="f"; filename="f"\r\n\r\n'.encode()
    answer = _ask_large(port, cookie, head, size, chunked=chunked)
    assert answer.startswith(b"HTTP/1.1 413 ")
    assert b"That is too large" in answer


def _ask_large(port: int, cookie: str, head: bytes, size: int, *, chunked: bool) -> bytes:
    """Post that many bytes and read what comes back, at the same time: the server may answer before all has come."""
    length = "Transfer-Encoding: chunked" if chunked else f"Content-Length: {len(head) + size}"
    lines = ["POST /start HTTP/1.1", "Host: 127.0.0.1", f"Cookie: {cookie}", length]
    lines.append("Content-Type: multipart/form-data; boundary=b")
    with closing(socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)) as connection:
        connection.sendall("\r\n".join([*lines, "", ""]).encode())
        sender = threading.Thread(target=_pour, args=(connection, head, size), kwargs={"chunked": chunked})
        sender.start()
        answer = b""
        while b"That is too large" not in answer and (more := connection.recv(65536)):
            answer += more
        connection.shutdown(socket.SHUT_RDWR)
        sender.join()
    return answer


def _pour(connection: socket.socket, head: bytes, size: int, *, chunked: bool) -> None:
    piece = b"x" * 65536
    try:
        for part in [head, *[piece] * (size // len(piece) + 1)]:
            connection.sendall(b"%x\r\n%b\r\n" % (len(part), part) if chunked else part)
    except OSError:
        pass  # it has heard enough


def test_a_name_with_an_underscore_is_no_header() -> None:
    """X_Forwarded_For would be read as X-Forwarded-For."""
    scope = {
        "method": "GET",
        "raw_path": b"/caf%C3%A9",
        "query_string": b"q=%20",
        "http_version": "1.1",
        "scheme": "http",
        "client": ("192.0.2.7", 1),
        "server": ("127.0.0.1", 8000),
        "headers": [(b"host", b"a"), (b"x_forwarded_for", b"198.51.100.1"), (b"accept", b"b"), (b"accept", b"c")],
    }
    environ = environ_of(scope, BytesIO(), 0)
    assert {key for key in environ if key.startswith("HTTP_")} == {"HTTP_HOST", "HTTP_ACCEPT"}
    assert environ["HTTP_ACCEPT"] == "b,c"
    assert environ["PATH_INFO"].encode("latin-1").decode() == "/café"
    assert environ["REMOTE_ADDR"] == "192.0.2.7"
