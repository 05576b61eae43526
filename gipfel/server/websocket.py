"""WebSocket as uvicorn speaks it, with an end for readers who take nothing.

uvicorn's own pings are off: who follows says something from time to time (gipfel.server.live.endpoint), which
tells both ends that the line is there. Pings are sent to measure what the line takes, where that is asked for.
"""

from __future__ import annotations

import asyncio
import os
from collections import deque
from collections.abc import Callable
from typing import Any, cast

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

from gipfel.monitoring import metrics
from gipfel.server.stalls import LOOK_SECONDS, StallWatch

MEASURES = 5
"""Of so many pings the shortest says what the line takes, and not the server."""
LINE = "gipfel.line"
"""A key of a connection's scope: what measures it, a `PingTimes`."""


class PingTimes:
    """How long a ping takes there and back; browsers answer pings by themselves, pages cannot see them."""

    def __init__(self, ping: Callable[[], None]) -> None:
        self.ping = ping
        self._took: deque[float] = deque(maxlen=MEASURES)

    def note(self, seconds: float) -> None:
        """One was answered after so long."""
        self._took.append(seconds)

    @property
    def milliseconds(self) -> int | None:
        """What the line takes; None where nothing was measured yet."""
        return round(1000 * min(self._took)) if self._took else None


class BoundedWebSocket(WebSocketsSansIOProtocol):
    """One connection, looked at every other second, and cut off when its reader has stalled."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._next_look: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        metrics.CONNECTIONS.inc()
        self._watch = StallWatch(self.transport)
        self._look()

    def connection_lost(self, exc: Exception | None) -> None:
        if self._next_look is not None:
            self._next_look.cancel()
        super().connection_lost(exc)
        metrics.CONNECTIONS.dec()

    async def run_asgi(self) -> None:
        self.line = PingTimes(self._ping)
        cast("dict[str, Any]", self.scope)[LINE] = self.line
        await super().run_asgi()

    def _ping(self) -> None:
        if not self.transport.is_closing():
            self.pending_ping_payload, self.ping_sent_at = os.urandom(4), self.loop.time()
            self.conn.send_ping(self.pending_ping_payload)
            self.transport.write(b"".join(self.conn.data_to_send()))

    def handle_pong(self, event: Frame) -> None:
        waits = self.pending_ping_payload
        super().handle_pong(event)
        if waits is not None and self.pending_ping_payload is None:
            self.line.note(self.last_ping_rtt)

    def _look(self) -> None:
        if self._watch.is_stalled(self.loop.time()):
            self.transport.abort()
        else:
            self._next_look = self.loop.call_later(LOOK_SECONDS, self._look)
