"""HTTP/1.1 as uvicorn speaks it, with an end to waiting.

uvicorn closes a connection that is idle between two requests. It waits for ever for the rest of a head, and for
a client who does not take his answer; it keeps a head of any size.
"""

from __future__ import annotations

import asyncio
import socket
from typing import Any, cast

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from gipfel import environment as env
from gipfel.monitoring import metrics
from gipfel.server import limits
from gipfel.server.stalls import LOOK_SECONDS, StallWatch
from gipfel.server.streams import is_stream

DRAIN_SECONDS = env.number("WEB_DRAIN_SECONDS", 0)
"""How long idle connections outlive the order to end. Nothing new comes meanwhile: no one listens any more."""
_TOO_LARGE = (
    b"HTTP/1.1 431 Request Header Fields Too Large\r\n"
    b"content-type: text/plain; charset=utf-8\r\ncontent-length: 29\r\nconnection: close\r\n\r\n"
    b"The request's head is too big"
)


class BoundedProtocol(HttpToolsProtocol):
    """One connection. Looked at every other second, it is cut off when it has made everybody wait too long."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.waits_since: float | None = None  # for something that must come before anything can be answered
        self._in_head = False
        self._head_size = 0
        self._ends = False
        self._next_look: asyncio.TimerHandle | None = None

    # --- what comes from the event loop -----------------------------------------------------------

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        transport = cast(asyncio.Transport, transport)  # of a socket, which is written to as well as read
        if len(self.connections) >= limits.MOST_CONNECTIONS:
            _cut_off_the_longest_waiting(self.connections)
        super().connection_made(transport)
        metrics.CONNECTIONS.inc()
        _prepare(transport)
        self._watch = StallWatch(transport)
        self.waits_since = self.loop.time()
        self._next_look = self.loop.call_later(LOOK_SECONDS, self._look)

    def connection_lost(self, exc: Exception | None) -> None:
        if self._next_look is not None:
            self._next_look.cancel()
        super().connection_lost(exc)
        metrics.CONNECTIONS.dec()

    def handle_websocket_upgrade(self) -> None:
        """From here on another protocol has the connection (gipfel.server.websocket)."""
        if self._next_look is not None:
            self._next_look.cancel()
        metrics.CONNECTIONS.dec()
        super().handle_websocket_upgrade()

    def shutdown(self) -> None:
        """The server ends. A stream of the API does not end by itself: its reader comes back to another process.

        A connection on which nothing happens is kept for `DRAIN_SECONDS`, for one more request: a proxy may be sending
        it at this moment, and could not send it again.
        """
        if self._answers_nothing() and DRAIN_SECONDS:
            self._ends = True
            self.loop.call_later(DRAIN_SECONDS, self._close_where_idle)
            return
        super().shutdown()
        if not self._answers_nothing() and is_stream(dict(self.cycle.scope)):
            self.transport.close()

    def _close_where_idle(self) -> None:
        if self._answers_nothing():
            self.transport.close()

    def data_received(self, data: bytes) -> None:
        if self.waits_since is None and self._answers_nothing():  # the next head, or a body that no one reads any more
            self.waits_since = self.loop.time()
        super().data_received(data)
        if not self._answers_nothing():
            self.waits_since = None
        elif self._in_head:
            self._bound_head(len(data))

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._in_head, self._head_size = True, 0

    def on_headers_complete(self) -> None:
        self._in_head = False
        if len(self.pipeline) >= limits.MOST_PIPELINED:
            self.transport.abort()
        else:
            super().on_headers_complete()
            if self._ends:
                self.cycle.keep_alive = False

    # --- the end of waiting -----------------------------------------------------------------------

    def _bound_head(self, more: int) -> None:
        self._head_size += more
        if self._head_size > limits.LARGEST_HEAD and not self.transport.is_closing():
            self.transport.write(_TOO_LARGE)
            self.transport.close()

    def _answers_nothing(self) -> bool:
        """No request has come whole as far as its head and waits for its answer."""
        return self.cycle is None or self.cycle.response_complete

    def _look(self) -> None:
        now = self.loop.time()
        if self._too_long_for_a_head(now) or self._watch.is_stalled(now):
            self.transport.abort()
        else:
            self._next_look = self.loop.call_later(LOOK_SECONDS, self._look)

    def _too_long_for_a_head(self, now: float) -> bool:
        return self.waits_since is not None and now - self.waits_since > limits.HEAD_SECONDS


def _prepare(transport: asyncio.Transport) -> None:
    """Bound what the system keeps of an answer, and let it not wait 40 ms for an acknowledgement of the answer's head.

    asyncio sees to the second itself, but only on sockets that were made with the number of TCP.
    """
    connection = transport.get_extra_info("socket")
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, limits.KEPT_BY_THE_SYSTEM)
    if connection.family in (socket.AF_INET, socket.AF_INET6):
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)


def _cut_off_the_longest_waiting(connections: set[Any]) -> None:
    """Make room: the client who has not said for longest what he wants goes. No one who waits for an answer does."""
    waiting = [each for each in connections if getattr(each, "waits_since", None) is not None]
    if waiting:
        min(waiting, key=lambda each: float(each.waits_since)).transport.abort()
