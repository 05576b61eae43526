"""Streams of the API: connections that stay open, on which lines come as things happen (`common.streams`).

Each is a request to the application that is asked again, in a thread of its own kind, whenever something that it hangs
on has moved. Who takes his lines slowly is asked for later: nothing piles up. Streams are counted by key and by network
as well as all together, so that whatever listens leaves room for those who play.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import re
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, closing, suppress
from dataclasses import dataclass, replace
from io import BytesIO
from typing import Any, Protocol
from urllib.parse import urlencode

from uvicorn.protocols.utils import ClientDisconnected

from common import problems
from common.streams import ASKED_AGAIN, ENDS, KEYS, MEDIA_TYPE, PACE
from gipfel.monitoring import metrics
from gipfel.server import limits
from gipfel.server.live.moves import Moves, Watch
from gipfel.server.live.pages import Wsgi
from gipfel.server.requests import Receive, Scope, Send, environ_of

_ADDRESS = re.compile(r"/api/v1/(play/stream|play/games/\d{1,18}/stream|events/\d{1,18}/(rounds/\d{1,9}/)?stream)")
_HEADERS = [
    (b"content-type", MEDIA_TYPE.encode()),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),  # no proxy waits for more
]
OK = 200


class Reply(Protocol):
    """What the application answered."""

    status: int
    headers: list[tuple[bytes, bytes]]
    body: Any


AskFirst = Callable[[Scope, Receive], Awaitable[Reply | None]]
"""Has a request answered in its turn, as any other; None where its client left before."""


def is_stream(scope: Scope) -> bool:
    """Whether a request is for lines on a connection that stays open."""
    return scope["type"] == "http" and scope["method"] == "GET" and _ADDRESS.fullmatch(scope["path"]) is not None


class Streams:
    """All streams of this process. `client_of` tells who sends a request, `moves` when to ask again."""

    def __init__(self, application: Wsgi, moves: Moves, client_of: Callable[[Scope], str]) -> None:
        self.application, self.moves, self.client_of = application, moves, client_of
        self.open: Counter[str] = Counter()
        self._asked: dict[tuple[bytes, str], asyncio.Future[Part]] = {}
        self._of_keys = ThreadPoolExecutor(2, thread_name_prefix="streams-of-keys")
        self._of_all = ThreadPoolExecutor(1, thread_name_prefix="streams-of-all")

    async def serve(self, scope: Scope, receive: Receive, send: Send, ask_first: AskFirst, answer: Any) -> None:
        """Serve one stream until it ends, or its client leaves. `answer` sends what is no stream: a refusal."""
        key, client = _key_of(scope), self.client_of(scope)
        if not self._has_room(key, client):
            await _refuse(send)
            return
        async with self._counted(key, client):
            first = await ask_first(scope, receive)
            if first is None:
                return
            if first.status != OK:
                await answer(send, first)
                return
            with closing(first.body):
                part = Part.of(first.status, first.headers, first.body.read())
            with suppress(ClientDisconnected):
                await self._send_all(scope, receive, send, part, is_known=bool(key))

    def _has_room(self, key: str, client: str) -> bool:
        are_most = self.open.total() // 2 >= limits.MOST_API_STREAMS
        if are_most or self.open[f"client {client}"] >= limits.STREAMS_OF_CLIENT:
            return False
        return not key or self.open[f"key {key}"] < limits.STREAMS_OF_KEY

    @asynccontextmanager
    async def _counted(self, key: str, client: str) -> AsyncIterator[None]:
        names = (f"client {client}", f"key {key}" if key else "without key")
        self.open.update(names)
        metrics.STREAMS.inc()
        try:
            yield
        finally:
            metrics.STREAMS.dec()
            self.open.subtract(names)
            self.open += Counter()  # without those that are at nothing

    async def _send_all(self, scope: Scope, receive: Receive, send: Send, part: Part, *, is_known: bool) -> None:
        """What is there, and what comes, until it ends or the client has gone."""
        await send({"type": "http.response.start", "status": OK, "headers": _HEADERS})
        gone = asyncio.ensure_future(_leave(receive))
        try:
            async with self.moves.watch(part.keys) as moved:
                while not gone.done():
                    await send({"type": "http.response.body", "body": part.lines, "more_body": not part.ends})
                    if part.ends:
                        return
                    await asyncio.sleep(part.pace)
                    if not await _quiet(send, moved, gone):
                        return
                    moved.clear()
                    found = await self._ask_again(scope, part, is_known=is_known)
                    if found.status != OK:  # the key was taken back, or what it showed is gone
                        break
                    moved.follow(found.keys)
                    part = found.after(part)
            await send({"type": "http.response.body", "body": b"", "more_body": False})
        finally:
            gone.cancel()

    async def _ask_again(self, scope: Scope, part: Part, *, is_known: bool) -> Part:
        """What is new since a part. All who have no key and have seen the same are told by one request."""
        loop = asyncio.get_running_loop()
        if is_known:
            return await loop.run_in_executor(self._of_keys, self._ask, scope, part.seen)
        asked = scope["raw_path"], part.seen
        if asked not in self._asked:
            self._asked[asked] = loop.run_in_executor(self._of_all, self._ask, scope, part.seen)
            self._asked[asked].add_done_callback(lambda _done: self._asked.pop(asked, None))
        return await asyncio.shield(self._asked[asked])

    def _ask(self, scope: Scope, seen: str) -> Part:
        query = urlencode({"since": seen}).encode()
        environ = environ_of({**scope, "query_string": query}, BytesIO(), 0) | {ASKED_AGAIN: True}
        started: list[Any] = []
        content = self.application(environ, lambda status, headers, *_: started.extend((status, headers)))
        try:
            body = b"".join(content)
        finally:
            if hasattr(content, "close"):
                content.close()  # Django gives its connection back here
        headers = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in started[1]]
        return Part.of(int(started[0][:3]), headers, body)


@dataclass(frozen=True, slots=True)
class Part:
    """What the application answered once: a `common.streams.Portion`, as it came over the line."""

    status: int
    lines: bytes
    seen: str
    keys: tuple[str, ...]
    pace: float
    ends: bool

    @classmethod
    def of(cls, status: int, headers: list[tuple[bytes, bytes]], body: bytes) -> Part:
        """The part that an answer holds."""
        told = {name: value.decode("latin-1") for name, value in headers}
        last = body.strip().rpartition(b"\n")[2] if status == OK else b""
        return cls(
            status,
            body,
            str(json.loads(last)["seen"]) if last else "",
            tuple(told.get(KEYS.lower().encode(), "").split()),
            float(told.get(PACE.lower().encode(), "1")),
            ENDS.lower().encode() in told,
        )

    def after(self, before: Part) -> Part:
        """With the state of the part before where it says nothing new."""
        return self if self.seen else replace(self, seen=before.seen)


async def _quiet(send: Send, moved: Watch, gone: asyncio.Future[None]) -> bool:
    """Wait until it is time to ask again, with a blank line now and then; whether the client is still there."""
    loop = asyncio.get_running_loop()
    until = loop.time() + limits.ASK_STREAM_AGAIN_SECONDS
    while not moved.is_set and loop.time() < until and not gone.done():
        if not await moved.wait(limits.BLANK_LINE_SECONDS, gone):
            await send({"type": "http.response.body", "body": b"\n", "more_body": True})
    return not gone.done()


async def _leave(receive: Receive) -> None:
    """Until the client has gone."""
    while (await receive())["type"] != "http.disconnect":
        pass


def _key_of(scope: Scope) -> str:
    """What stands for the key that was sent, proved or not; "" without one."""
    sent = next((value for name, value in scope["headers"] if name == b"authorization"), b"")
    return hashlib.sha256(sent).hexdigest() if sent else ""


async def _refuse(send: Send) -> None:
    metrics.REFUSED.labels("429").inc()
    text = "Too many streams are open. Close one, or try again later."
    body = json.dumps(problems.describe("throttled", 429, text)).encode()
    headers = [
        (b"content-type", problems.MEDIA_TYPE.encode()),
        (b"content-length", b"%d" % len(body)),
        (b"retry-after", b"30"),
    ]
    await send({"type": "http.response.start", "status": 429, "headers": headers})
    await send({"type": "http.response.body", "body": body})
