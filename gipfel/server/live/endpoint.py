"""The address at which pages are followed: a WebSocket for each open page.

A browser says what it follows, and in which state it has seen it:

    {"language": "fa", "follow": [{"page": "event:12", "seen": "event:12=57"}]}

A page is named by its kind and ids (gipfel.server.live.kinds), never by an address. The browser may say more later. It
is told what is new, at once and from then on: the parts of the page that changed, by their ids, and the state that it
is in with them; without parts, to fetch the page itself; or that it is not to be followed. A reader who fetches a page
alone ("own") is told its state, and with it, where there are any, the news by which it comes from the state that was
seen.

    {"page": "event:12", "seen": "event:12=58", "parts": {"entry-3": "<tr …>…</tr>"}}
    {"page": "event:12", "seen": "event:12=58"}
    {"page": "event:12", "gone": 404}
    {"page": "event:12", "gone": 429}
    {"page": "play-seen:5:1", "seen": "game:5=12", "news": {"before": 11, …}}

Gone with 429 or 503 is a page that cannot be followed for now, for its client follows too much or all places are taken:
it can be asked for. An empty message is answered by an empty one: so both ends know that the line is there. The answer
is {"late": true} where something that is followed has been waiting for LATE_SECONDS to be made, and for boards
{"line": "…"}: what the server measured of the line, signed (common.live.line).
"""

from __future__ import annotations

import asyncio
import json
import re
from collections import Counter
from collections.abc import AsyncIterator, Callable, Collection
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from uvicorn.protocols.utils import ClientDisconnected

from common.live.line import sign_line
from gipfel.monitoring import metrics
from gipfel.server import limits
from gipfel.server.live.hub import Hub
from gipfel.server.live.shares import Shares
from gipfel.server.live.topics import Follower
from gipfel.server.requests import STREAM_ADDRESS, Receive, Scope, Send
from gipfel.server.websocket import LINE

CLOSED_FOR_NONSENSE = 1008
_SEEN = re.compile(r"[a-z0-9:= ]{0,2000}")
"""Of a page with many events, such as a circuit of sixty, the version of each."""


class Nonsense(ValueError):
    """A client said what no page of ours says."""


@dataclass(frozen=True, slots=True)
class Wish:
    """A page that a client wants to follow. `own`: he fetches it himself and wants to know only when."""

    page: str
    seen: str
    own: bool


class LiveEndpoint:
    """An ASGI application. `client_of` tells who sends a request, `is_known` what can be followed."""

    def __init__(
        self,
        hub: Hub,
        languages: Collection[str],
        client_of: Callable[[Scope], str],
        most_per_client: int,
        is_known: Callable[[str], bool],
    ) -> None:
        self.hub, self.languages, self.client_of, self.is_known = hub, languages, client_of, is_known
        self.most_per_client = most_per_client
        self.by_client: Counter[str] = Counter()
        self.opened = Shares(most_per_client, 2 * most_per_client, limits.NEW_STREAMS_A_SECOND)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection until it ends."""
        if scope["path"] != STREAM_ADDRESS or not _is_from_here(scope):
            await send({"type": "websocket.close"})
            return
        await receive()
        client = self.client_of(scope)
        if not self._may_open(client):
            await _refuse_follower(send)
            return
        async with self._counted(client):
            await send({"type": "websocket.accept"})
            await self._serve(Follower(client, scope.get(LINE)), receive, send)

    def _may_open(self, client: str) -> bool:
        if self.by_client[client] >= self.most_per_client or self.by_client.total() >= limits.MOST_STREAMS:
            return False
        return self.opened.take_new(client, asyncio.get_running_loop().time())

    @asynccontextmanager
    async def _counted(self, client: str) -> AsyncIterator[None]:
        self.by_client[client] += 1
        metrics.STREAMS.inc()
        try:
            yield
        finally:
            metrics.STREAMS.dec()
            self.by_client[client] -= 1
            if not self.by_client[client]:
                del self.by_client[client]

    async def _serve(self, follower: Follower, receive: Receive, send: Send) -> None:
        """Tell and listen side by side, until the client leaves, stalls or talks nonsense."""
        telling = asyncio.create_task(_tell(follower, send))
        try:
            with suppress(TimeoutError, ClientDisconnected):
                await self._listen(follower, receive, send, telling)
        except Nonsense as what:
            with suppress(ClientDisconnected):
                await send({"type": "websocket.close", "code": CLOSED_FOR_NONSENSE, "reason": str(what)})
        finally:
            self.hub.leave(follower)
            telling.cancel()

    async def _listen(self, follower: Follower, receive: Receive, send: Send, telling: asyncio.Task[None]) -> None:
        """Raises Nonsense; TimeoutError for a client who has said nothing for too long, or takes nothing."""
        while True:
            async with asyncio.timeout(limits.SILENT_STREAM_SECONDS):
                message = await receive()
            if message["type"] == "websocket.disconnect" or telling.done():
                return
            text = message.get("text") or ""
            if not text:
                await send({"type": "websocket.send", "text": self._answer_empty(follower)})
            else:
                self._follow(follower, text)
            await asyncio.sleep(limits.STREAM_MESSAGE_SECONDS)

    def _answer_empty(self, follower: Follower) -> str:
        """To an empty message: what is late, and for a board what its line takes, which is measured again meanwhile."""
        if self.hub.is_late(follower, limits.LATE_SECONDS):
            return '{"late":true}'
        line = follower.line
        if line is None or not any(topic.scope for topic in follower.seen):
            return ""
        line.ping()
        took = line.milliseconds
        return json.dumps({"line": sign_line(took, follower.client)}) if took is not None else ""

    def _follow(self, follower: Follower, text: str) -> None:
        language, wishes = self._parse(text)
        if len(follower.seen) + len(wishes) > limits.MOST_FOLLOWED:
            raise Nonsense("too many pages")
        for wish in wishes:
            self.hub.follow(follower, wish.page, language, wish.seen, version_alone=wish.own)

    def _parse(self, text: str) -> tuple[str, list[Wish]]:
        try:
            message = json.loads(text)
            language = message["language"]
            wishes = [Wish(str(each["page"]), str(each["seen"]), each.get("own") is True) for each in message["follow"]]
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
            raise Nonsense("not understood") from None
        if language not in self.languages:
            raise Nonsense("no such language")
        for wish in wishes:
            if not self.is_known(wish.page) or not _SEEN.fullmatch(wish.seen):
                raise Nonsense("no such page")
        return language, wishes


async def _tell(follower: Follower, send: Send) -> None:
    """Send what is new whenever something is. Ends with the connection, and with a client who takes nothing."""
    with suppress(ClientDisconnected):
        while True:
            await follower.news.wait()
            follower.news.clear()
            for message in follower.messages():
                await send({"type": "websocket.send", "text": message})


async def _refuse_follower(send: Send) -> None:
    """Too many follow. Browsers look at the page from time to time instead."""
    metrics.REFUSED.labels("429").inc()
    headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"retry-after", b"60")]
    await send({"type": "websocket.http.response.start", "status": 429, "headers": headers})
    await send({"type": "websocket.http.response.body", "body": b"Too many pages are followed.\n"})


def _is_from_here(scope: Scope) -> bool:
    """Whether a page of this site asks, or a program, which says nothing of where it comes from."""
    headers: dict[bytes, bytes] = dict(scope["headers"])
    origin: Any = headers.get(b"origin")
    return origin is None or urlsplit(origin.decode("latin-1")).netloc == headers.get(b"host", b"").decode("latin-1")
