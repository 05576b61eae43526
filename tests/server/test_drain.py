"""A web process that ends answers once more on connections that stand, where a proxy may be sending just now."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any

import pytest
from uvicorn import Config, Server

from gipfel.server import ending, protocol
from gipfel.server.bridge import Bridge
from gipfel.server.ending import LeavingServer
from gipfel.server.protocol import BoundedProtocol
from testing.patience import LONGEST
from testing.servers import free_port
from tests.server.apart import run_apart

QUESTION = b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 4\r\n\r\nturn"


async def application(_scope: Any, receive: Any, send: Any) -> None:
    await receive()
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]})
    await send({"type": "http.response.body", "body": b"ok"})


async def ask(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bytes:
    """Head and body of the answer on a connection that stands; EOFError where it was closed before."""
    writer.write(QUESTION)
    head = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), LONGEST)
    return head + await reader.readexactly(2)


async def leave(writer: asyncio.StreamWriter) -> None:
    writer.close()
    with suppress(ConnectionError):
        await writer.wait_closed()


class Ending:
    """A server that is told to end while a proxy holds an idle connection to it."""

    def __init__(self) -> None:
        self.port = free_port()
        http: Any = BoundedProtocol
        config = Config(application, port=self.port, http=http, loop="asyncio", lifespan="off", log_config=None)
        self.server = Server(config)

    async def begin(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        self.served = asyncio.create_task(self.server.serve())
        while not self.server.started:
            await asyncio.sleep(0.01)
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        assert b"connection: close" not in await ask(reader, writer)
        self.server.should_exit = True
        while await self._takes_connections():
            await asyncio.sleep(0.01)
        return reader, writer

    async def _takes_connections(self) -> bool:
        try:
            _reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        except ConnectionError:  # refused, or taken by no one any more
            return False
        await leave(writer)
        return True


def test_what_a_proxy_sends_on_a_connection_that_stands_is_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    """No one listens any more by then, and the answer says that the connection ends with it."""
    monkeypatch.setattr(protocol, "DRAIN_SECONDS", LONGEST)

    async def scene() -> None:
        ending = Ending()
        reader, writer = await ending.begin()
        answer = await ask(reader, writer)
        assert answer.startswith(b"HTTP/1.1 200 ") and b"connection: close\r\n" in answer
        assert await reader.read() == b""
        await leave(writer)
        await asyncio.wait_for(ending.served, LONGEST)

    run_apart(scene())


def test_a_connection_on_which_nothing_comes_is_closed_in_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protocol, "DRAIN_SECONDS", 0.5)

    async def scene() -> None:
        ending = Ending()
        reader, writer = await ending.begin()
        assert await asyncio.wait_for(reader.read(), LONGEST) == b""
        await leave(writer)
        await asyncio.wait_for(ending.served, LONGEST)

    run_apart(scene())


def test_without_it_idle_connections_are_closed_at_once() -> None:
    async def scene() -> None:
        ending = Ending()
        reader, writer = await ending.begin()
        with pytest.raises((asyncio.IncompleteReadError, ConnectionError)):
            await ask(reader, writer)
        await leave(writer)
        await asyncio.wait_for(ending.served, LONGEST)

    run_apart(scene())


def pages(environ: dict[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
    start("200 OK", [("Content-Length", "2")])
    return [b"ok"]


async def status_of(port: int, path: str) -> bytes:
    """The first line of the answer on a connection of its own."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
    line = await asyncio.wait_for(reader.readline(), LONGEST)
    await leave(writer)
    return line


def test_a_node_that_ends_says_so_and_answers_until_its_proxy_knows(monkeypatch: pytest.MonkeyPatch) -> None:
    """It still takes connections then: whatever a proxy sends before it asks again is answered."""
    monkeypatch.setattr(protocol, "DRAIN_SECONDS", LONGEST)
    monkeypatch.setattr(ending, "_announced", threading.Event())

    async def scene() -> None:
        port, http = free_port(), BoundedProtocol
        options: Any = {"http": http, "loop": "asyncio", "lifespan": "off", "log_config": None}
        server = LeavingServer(Config(Bridge(pages, 1), port=port, interface="asgi3", **options))
        served = asyncio.create_task(server.serve())
        while not server.started:
            await asyncio.sleep(0.01)
        assert b" 200 " in await status_of(port, "/healthz")
        server.should_exit = True
        while not ending.is_announced():
            await asyncio.sleep(0.01)
        assert b" 503 " in await status_of(port, "/healthz")
        assert b" 503 " in await status_of(port, "/readyz")
        assert b" 200 " in await status_of(port, "/play")
        server.force_exit = True
        await asyncio.wait_for(served, LONGEST)

    run_apart(scene())
