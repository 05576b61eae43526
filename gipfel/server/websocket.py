"""WebSocket as uvicorn speaks it, with an end for readers who take nothing.

uvicorn's own pings are off: who follows says something from time to time (gipfel.server.live.endpoint), which
tells both ends that the line is there.
"""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from gipfel.monitoring import metrics
from gipfel.server.stalls import LOOK_SECONDS, StallWatch


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

    def _look(self) -> None:
        if self._watch.is_stalled(self.loop.time()):
            self.transport.abort()
        else:
            self._next_look = self.loop.call_later(LOOK_SECONDS, self._look)
