"""An ASGI application that answers every request by a WSGI application, in one of a few threads.

Django's own ASGI handler takes a thread for each request, as many as there are requests, and 1.5 to 2 ms more than
WSGI. Here threads are few and stay, and so do their database connections.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass
from threading import get_ident
from typing import IO, Any

from gipfel.monitoring import metrics
from gipfel.monitoring.requests import calling_when_waiting
from gipfel.server import ending, limits
from gipfel.server.requests import Body, FileAnswer, Left, Receive, Scope, Send, TooSlow, environ_of, receive_body
from gipfel.server.spool import open_spool, pieces
from gipfel.server.streams import Streams, is_stream
from gipfel.server.turns import Turns
from gipfel.server.visits import visits_of_node
from play.core import arrivals

Asgi = Callable[[Scope, Receive, Send], Awaitable[None]]
Wsgi = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes] | FileAnswer]
HEALTH, READY = "/healthz", "/readyz"
_SESSION = b"sessionid="


@dataclass
class WsgiReply:
    """What the application said: all of it."""

    status: int
    headers: list[tuple[bytes, bytes]]
    body: IO[bytes]


class Bridge:
    """`Bridge(wsgi, threads)` is an ASGI application; up to `threads` requests are answered at a time, the rest waits.

    What stays open (WebSocket) is answered by `streams`, without any thread; streams of the API go on by `lines`.

    `/healthz` has a thread of its own, so that a busy process is not taken for a dead one.
    """

    def __init__(self, wsgi: Wsgi, threads: int, streams: Asgi | None = None, lines: Streams | None = None) -> None:
        self.wsgi, self.threads, self.streams, self.lines = wsgi, threads, streams or _refuse_stream, lines
        self.turns = Turns(threads, visits=visits_of_node())
        self.pool = ThreadPoolExecutor(threads, thread_name_prefix="request")
        self.health = ThreadPoolExecutor(1, thread_name_prefix="health")
        self.unanswered = 0
        metrics.THREADS.set(threads)
        self.busy: dict[int, float] = {}  # when each busy thread began with its request

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Read the request whole, have it answered, send the answer. Nothing of that holds a thread but the second."""
        if scope["type"] == "websocket":
            await self.streams(scope, receive, send)
        elif _size_of_head(scope) > limits.LARGEST_HEAD:
            await _refuse_request(send, 431, "The request's head is too big")
        elif self.unanswered >= self.threads + limits.MOST_WAITING:
            await _refuse_request(send, 503, "Too many requests are waiting. Try again in a moment.", retry_after=2)
        elif scope["path"] in (HEALTH, READY) and ending.is_announced():
            await _refuse_request(send, 503, "This node ends. Ask another one.")
        elif scope["path"] == HEALTH and self.is_stuck():
            await _refuse_request(send, 503, "No request has been answered for too long.", retry_after=30)
        elif self.lines is not None and is_stream(scope):
            await self.lines.serve(scope, receive, send, self._begin_stream, _send)
        else:
            await self._answer_request(scope, receive, send)

    async def _begin_stream(self, scope: Scope, receive: Receive) -> WsgiReply | None:
        """What a stream says first, answered in its turn as any request; None where its client left."""
        try:
            body, size = await receive_body(receive, _declared_size(scope))
        except (Left, TooSlow, OSError):
            return None
        return await self._work(scope, body, size, receive)

    async def _answer_request(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            body, size = await receive_body(receive, _declared_size(scope))
        except Left:
            return
        except TooSlow:
            await _refuse_request(send, 408, "The request did not come in time. Nothing was stored.")
            return
        except OSError:
            await _refuse_request(send, 503, "There is no room on the disk. Nothing was stored.", retry_after=30)
            return
        answer = await self._work(scope, body, size, receive)
        if answer is not None:
            await _send(send, answer)

    async def _work(self, scope: Scope, body: Body, size: int, receive: Receive) -> WsgiReply | None:
        """Have a thread answer; None where the client left before its turn came: nothing was done then."""
        loop, environ = asyncio.get_running_loop(), environ_of(scope, body, size)
        self.unanswered += 1
        metrics.UNANSWERED.inc()
        try:
            if scope["path"] == HEALTH:
                return await loop.run_in_executor(self.health, self._call, environ)
            waits = not self.turns.is_free
            with arrivals.note_arrival(environ):
                async with self.turns.turn(_visitor(scope)) as pass_on:
                    if waits and _has_left(receive):
                        body.close()
                        return None
                    return await loop.run_in_executor(self.pool, self._call, environ, pass_on)
        finally:
            self.unanswered -= 1
            metrics.UNANSWERED.dec()

    def _call(self, environ: dict[str, Any], when_waiting: Callable[[], None] = lambda: None) -> WsgiReply:
        """Ask the application, in a thread of a pool."""
        self.busy[get_ident()] = time.monotonic()
        metrics.BUSY_THREADS.inc()
        started: list[Any] = []
        try:
            with calling_when_waiting(when_waiting):
                body = _spool(self.wsgi(environ, lambda status, headers, *_: started.extend((status, headers))))
        finally:
            environ["wsgi.input"].close()
            del self.busy[get_ident()]
            metrics.BUSY_THREADS.dec()
        headers = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in started[1]]
        return WsgiReply(int(started[0][:3]), headers, body)

    def is_stuck(self) -> bool:
        """Every thread has been busy with one request for longer than any may take."""
        began = list(self.busy.values())
        return len(began) >= self.threads and time.monotonic() - max(began) > limits.STUCK_SECONDS


def _spool(content: Iterable[bytes] | FileAnswer) -> IO[bytes]:
    """The whole body of an answer, to be read from its beginning: the file that it is, or what is generated."""
    if isinstance(content, FileAnswer):
        return content.file
    kept = open_spool()
    try:
        for piece in content:
            kept.write(piece)
    finally:
        if hasattr(content, "close"):
            content.close()
    kept.seek(0)
    return kept


def _has_left(receive: Receive) -> bool:
    """Whether the client is gone: the next message, where one is there already. Waiting for it is a task of its own."""
    message = receive()
    try:
        message.send(None)
    except StopIteration as received:
        return bool(received.value["type"] == "http.disconnect")
    message.close()
    return False


def _visitor(scope: Scope) -> bytes:
    """The key of the session that the request claims to be of, unproved; b"" without one."""
    for name, value in scope["headers"]:
        if name == b"cookie" and _SESSION in value:
            key: bytes = value.partition(_SESSION)[2].partition(b";")[0]
            return key
    return b""


async def _send(send: Send, answer: WsgiReply) -> None:
    """Head and body, each piece once the reader has taken those before it."""
    with closing(answer.body) as body:
        await send({"type": "http.response.start", "status": answer.status, "headers": answer.headers})
        for piece, is_last in pieces(body):
            await send({"type": "http.response.body", "body": piece, "more_body": not is_last})


async def _refuse_request(send: Send, status: int, text: str, *, retry_after: int = 0) -> None:
    """A line of plain text instead of the application's answer; the connection ends with it."""
    metrics.REFUSED.labels(str(status)).inc()
    body = text.encode() + b"\n"
    headers = [
        (b"content-type", b"text/plain; charset=utf-8"),
        (b"content-length", b"%d" % len(body)),
        (b"connection", b"close"),
    ]
    if retry_after:
        headers.append((b"retry-after", b"%d" % retry_after))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


async def _refuse_stream(scope: Scope, receive: Receive, send: Send) -> None:
    """Where nothing stays open."""
    await send({"type": "websocket.close"})


def _declared_size(scope: Scope) -> int:
    """What Content-Length says; 0 without one. The parser has refused what is no number."""
    return int(dict(scope["headers"]).get(b"content-length", b"0"))


def _size_of_head(scope: Scope) -> int:
    return len(scope["raw_path"]) + len(scope["query_string"]) + sum(len(n) + len(v) for n, v in scope["headers"])
